// Creates a job directly, for a given customer or one that is matched or created as for a lead.
import type { Language } from '#contract/account-lists.ts';
import type { LeadSubmission } from '#contract/lead-submission.ts';
import type { Author } from '#core/author.ts';
import { about, type FieldMessage } from '#core/reading/field-message.ts';
import type { KnownCustomer } from '#core/customers/customer-directory.ts';
import { eventsOfIntake } from '#core/leads/intake-events.ts';
import { personLocks } from '#core/customers/person-locks.ts';
import { planLeadIntake } from '#core/leads/plan-lead-intake.ts';
import { newWorkItem } from '#core/work-items/plan-new-work-item.ts';
import { presentWorkItem } from '#core/present.ts';
import type { NewWorkItemFields } from '#core/work-items/read-new-work-item.ts';
import { createdStatus } from '#core/leads/idempotency-record.ts';
import { noteCreationTime } from '#db/lists/creation-order.ts';
import { shareAddresses } from '#db/addresses/addresses.ts';
import { lockCustomers } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import type { ActionContext } from '../context.ts';
import { recordEvents } from '../events/events.ts';
import { findAnswers, keyLocks, rememberAnswers } from '../leads/idempotency.ts';
import { mailAppointment } from '../notifications/customer-mails.ts';
import { wrongAddress } from '../wrong-address.ts';
import { findKnownCustomers, intakesOf, writeIntake } from '../leads/write-intake.ts';
import { wrongAssignee } from './assignees.ts';
import { planFollowUps } from './follow-ups.ts';

interface WorkItemCreation {
  brandId: string;
  brandCountry: string;
  brandLanguage: Language;
  author: Author;
  job: NewWorkItemFields;
  /** The job's customer and address in the form of a lead. */
  lead: LeadSubmission;
  idempotency: { key: string; bodyHash: string; isAnswerOmitted?: boolean } | null;
}

type WorkItemCreated =
  | { outcome: 'created' | 'replayed'; workItemId: string; body: string }
  | { outcome: 'key_reused' | 'in_flight' }
  | { outcome: 'invalid'; messages: FieldMessage[] };

const route = 'POST /v1/api/work-items';

export function createWorkItem(
  db: Database,
  creation: WorkItemCreation,
  context: ActionContext,
): Promise<WorkItemCreated> {
  return db.transaction(async (trx): Promise<WorkItemCreated> => {
    const { brandId, job, lead, author } = creation;
    const call = callOf(creation);
    const locks = keyLocks(call);
    const held = await trx.tryLocks(locks);
    if (!locks.every((name) => held.has(name))) return { outcome: 'in_flight' };
    await trx.waitForLocks('id' in job.customer ? [] : personLocks(brandId, lead));
    const now = context.now();
    const earlier = (await findAnswers(trx, [call], now, () => 0)).get(call);
    if (earlier) return earlier;

    const customer =
      'id' in job.customer ? await lockCustomer(trx, brandId, job.customer.id) : null;
    const messages = [
      ...(customer === undefined
        ? [about('customerId', 'customer_unknown', 'names no customer of the brand')]
        : []),
      ...(await wrongAddress(trx, brandId, namedAddress(job))),
      ...(await wrongAssignee(trx, brandId, job.assigneeId)),
    ];
    if (messages.length > 0) return { outcome: 'invalid', messages };

    const [intake] = await intakesOf(trx, [creation], now, context);
    const known = customer ? [] : await findKnownCustomers(trx, [creation]);
    const plan = planLeadIntake(known, [{ ...intake!, ...(customer && { customer }) }]);
    const planned = plan.leads[0]!;
    planned.workItem = newWorkItem(job, planned);
    const { addressId } = planned.workItem;
    if (addressId !== null && addressId !== planned.address?.id) {
      [planned.address = null] = await shareAddresses(trx, [{ brandId, id: addressId }]);
    }
    await noteCreationTime(trx, now);
    await writeIntake(trx, plan);
    await recordEvents(trx, eventsOfIntake(planned, author), context);
    await planFollowUps(trx, [planned.workItem], context);
    // Found by the phone number of somebody with another name: the e-mail address is theirs.
    if (planned.otherName === null) {
      await mailAppointment(trx, { before: null, after: planned.workItem }, context);
    }
    const workItemId = planned.workItem.id;
    const body = JSON.stringify(presentWorkItem(planned.workItem, []));
    const answer = { responseStatus: createdStatus, responseBody: body, workItemId };
    await rememberAnswers(trx, [call], now, () => answer);
    return { outcome: 'created', workItemId, body };
  });
}

function callOf({ brandId, author, idempotency }: WorkItemCreation) {
  return { brandId, author, idempotency: idempotency && { route, ...idempotency } };
}

/** Returns undefined for an unknown or deleted customer. */
async function lockCustomer(
  trx: Database,
  brandId: string,
  id: string,
): Promise<KnownCustomer | undefined> {
  const [customer] = await lockCustomers(trx, brandId, [id]);
  return customer?.deletedAt === null ? customer : undefined;
}

function namedAddress({ address }: NewWorkItemFields): string | null {
  return address !== undefined && 'id' in address ? address.id : null;
}
