// Whether leads created concurrently came out as if created one after the other.
import { type ModelCustomer, takeIn } from './intake-model.ts';

export interface MadeLead {
  id: string;
  brandId: string;
  customerId: string;
  receivedAt: number;
  email: string | undefined;
  phone: string | undefined;
}

// Far more than needed when there is such an order.
const stepsMax = 200_000;

/**
 * The model's customers for an order of the leads that explains the outcome; null if there is none.
 */
export function explainInOrder(leads: readonly MadeLead[]): ModelCustomer[] | null {
  const inTime = leads.toSorted(
    (one, other) => one.receivedAt - other.receivedAt || (one.id < other.id ? -1 : 1),
  );
  let steps = 0;

  // Leads of one millisecond may have come in any order.
  const goOn = (left: readonly MadeLead[], customers: ModelCustomer[]): ModelCustomer[] | null => {
    if (left.length === 0) return customers;
    if (++steps > stepsMax) throw new Error('there are too many orders to try them all');
    for (const lead of left.filter(({ receivedAt }) => receivedAt === left[0]!.receivedAt)) {
      const next = takeInAsMade(customers, lead);
      const explained = next && goOn(left.toSpliced(left.indexOf(lead), 1), next);
      if (explained) return explained;
    }
    return null;
  };
  return goOn(inTime, []);
}

/** Null when the model would have given it to another customer. */
function takeInAsMade(known: readonly ModelCustomer[], lead: MadeLead): ModelCustomer[] | null {
  const customers = known.map((customer) => ({ ...customer }));
  const { customerId, isNew } = takeIn(customers, {
    ...lead,
    name: '',
    newCustomerId: lead.customerId,
    addressId: undefined,
  });
  const isKnown = known.some(({ id }) => id === lead.customerId);
  return customerId === lead.customerId && isNew !== isKnown ? customers : null;
}
