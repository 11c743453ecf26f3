// Creates customers without leads. Those that are known get the phone number and address that they
// lack, as from a lead.
import { eventsOfIntake } from '#core/leads/intake-events.ts';
import { personLocks } from '#core/customers/person-locks.ts';
import { planLeadIntake } from '#core/leads/plan-lead-intake.ts';
import { noteCreationTime } from '#db/lists/creation-order.ts';
import type { Database } from '#db/database.ts';
import type { ActionContext } from '../context.ts';
import { recordEvents } from '../events/events.ts';
import {
  findKnownCustomers,
  type IntakeRequest,
  intakesOf,
  writeIntake,
} from '../leads/write-intake.ts';

/** In the order of the requests, which are of one brand. */
export async function importCustomers(
  trx: Database,
  requests: readonly IntakeRequest[],
  context: ActionContext,
): Promise<{ id: string; isNew: boolean }[]> {
  const people = requests.flatMap(({ brandId, lead }) => personLocks(brandId, lead));
  await trx.waitForLocks([...new Set(people)]);
  const now = context.now();
  const intakes = await intakesOf(trx, requests, now, context);
  const plan = planLeadIntake(await findKnownCustomers(trx, requests), intakes);
  const notes = new Map(intakes.map(({ customerId, lead }) => [customerId, lead.notes ?? null]));
  const customers = plan.customers.map((one) => ({ ...one, notes: notes.get(one.id) ?? null }));
  // An address that only the lead would have is left out.
  const used = new Set([...customers, ...plan.fillIns].map(({ addressId }) => addressId));
  const addresses = plan.addresses.filter(({ id }) => used.has(id));
  await noteCreationTime(trx, now);
  await writeIntake(trx, { ...plan, addresses, customers, leads: [] });
  const events = plan.leads.flatMap((planned, index) =>
    eventsOfIntake(planned, requests[index]!.author).filter(
      ({ subjectId }) => subjectId === planned.customer.id,
    ),
  );
  await recordEvents(trx, events, context);
  return plan.leads.map(({ customer, match }) => ({ id: customer.id, isNew: match === 'new' }));
}
