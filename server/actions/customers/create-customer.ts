// Creates a customer without a lead, unless a lead of that person would be matched to a known one.
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

export function createCustomer(
  db: Database,
  request: IntakeRequest,
  context: ActionContext,
): Promise<{ id: string; isNew: boolean }> {
  return db.transaction(async (trx) => {
    const { brandId, lead, author } = request;
    await trx.waitForLocks(personLocks(brandId, lead));
    const now = context.now();
    const [intake] = await intakesOf(trx, [request], now, context);
    const plan = planLeadIntake(await findKnownCustomers(trx, [request]), [intake!]);
    const planned = plan.leads[0]!;
    const { id } = planned.customer;
    // A known one stays as it is: the member opens and changes it.
    if (planned.match !== 'new') return { id, isNew: false };
    await noteCreationTime(trx, now);
    await writeIntake(trx, { ...plan, leads: [] });
    const events = eventsOfIntake(planned, author).filter(({ subjectId }) => subjectId === id);
    await recordEvents(trx, events, context);
    return { id, isNew: true };
  });
}
