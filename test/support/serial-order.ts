// Whether leads that were made side by side came out as if they had been made one after the other.
import { type ModelCustomer, takeIn } from './intake-model.ts';

export interface MadeLead {
  id: string;
  brandId: string;
  customerId: string;
  receivedAt: number;
  email: string | undefined;
  phone: string | undefined;
}

// Far more than are needed when there is such an order.
const stepsMax = 200_000;

/** The customers that the model ends up with, in an order of the leads that explains them; null if there is none. */
export function explainInOrder(leads: readonly MadeLead[]): ModelCustomer[] | null {
  const inTime = leads.toSorted(
    (one, other) => one.receivedAt - other.receivedAt || (one.id < other.id ? -1 : 1),
  );
  let steps = 0;

  // Those of one millisecond may have come in any order.
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
