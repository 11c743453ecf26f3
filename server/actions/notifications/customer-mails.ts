// Mails to customers: planned in the transaction of what they tell, and settled when they were sent.
import type { CustomerMailKind } from '#contract/notification-lists.ts';
import {
  customerMailJob,
  planAppointment,
  type PlannedMail,
} from '#core/notifications/customer-mail-jobs.ts';
import {
  type CustomerMailSettings,
  customerMailSettingsOf,
  isMailed,
} from '#core/notifications/customer-mail-settings.ts';
import { customerMailEvent } from '#core/notifications/customer-mail-event.ts';
import type { JobClaim } from '#core/job.ts';
import type { WorkItemRecord } from '#core/records.ts';
import type { Database } from '#db/database.ts';
import { putMailMessages } from '#db/intakes/mail-messages.ts';
import { dropJob, enqueueJobs } from '#db/jobs/jobs.ts';
import {
  deleteCustomerMail,
  findCustomerMail,
  findMailingBrands,
  insertCustomerMails,
  updateCustomerMail,
} from '#db/notifications/customer-mails.ts';
import type { ActionContext } from '../context.ts';
import { recordEvents } from '../events/events.ts';

type Mailing = ReadonlyMap<string, CustomerMailSettings>;

/** Empty for brands that mail nobody, which is most of them. */
export async function readMailingBrands(
  trx: Database,
  records: readonly { brandId: string }[],
): Promise<Mailing> {
  const brandIds = [...new Set(records.map(({ brandId }) => brandId))];
  const found = await findMailingBrands(trx, brandIds);
  return new Map(
    [...found].map(([id, customerMails]) => [id, customerMailSettingsOf({ customerMails })]),
  );
}

/** Call in the transaction of what the mails tell: they commit or roll back with it. */
export async function writeCustomerMails(
  trx: Database,
  planned: readonly PlannedMail[],
  { mailing, context }: { mailing: Mailing; context: ActionContext },
): Promise<void> {
  const wanted = planned.filter(({ brandId, kind }) => {
    const settings = mailing.get(brandId);
    return settings !== undefined && isMailed(settings, kind);
  });
  if (wanted.length === 0) return;
  const now = context.now();
  const made = wanted.map((mail) => ({ mail, id: context.newId() }));
  const rows = made.map(({ mail: { dueAt: _dueAt, ...fields }, id }) => ({
    ...fields,
    id,
    state: 'sending' as const,
    createdAt: now,
  }));
  await insertCustomerMails(trx, rows);
  await enqueueJobs(
    trx,
    made.map(({ mail, id }) => customerMailJob(mail, { id, now })),
  );
}

export async function mailAppointment(
  trx: Database,
  { before, after }: { before: WorkItemRecord | null; after: WorkItemRecord },
  context: ActionContext,
): Promise<void> {
  const planned = planAppointment(before, after, context.now());
  if (!planned) return;
  const mailing = await readMailingBrands(trx, [after]);
  await writeCustomerMails(trx, [planned], { mailing, context });
}

interface Settlement {
  job: JobClaim;
  kind: CustomerMailKind;
  /** The recipient, who may be another than when it was planned. */
  customerId: string;
  state: 'sent' | 'failed';
  scheduledStart: number | null;
  scheduledEnd: number | null;
  /** The hash of its Message-ID: an answer is added to the lead. */
  messageKey: string;
}

/** Ends the job; the history shows what became of the mail. */
export function settleCustomerMail(
  db: Database,
  { job, messageKey, ...outcome }: Settlement,
  context: ActionContext,
): Promise<void> {
  const { brandId, id } = job;
  return db.transaction(async (trx) => {
    // An erasure has deleted it.
    if (!(await dropJob(trx, job))) return;
    const row = await findCustomerMail(trx, { brandId, id });
    if (!row) return;
    const now = context.now();
    await updateCustomerMail(trx, { brandId, id, ...outcome });
    if (outcome.state === 'sent') {
      const { workItemId } = row;
      await putMailMessages(trx, [{ brandId, messageKey, workItemId, createdAt: now }]);
    }
    await recordEvents(trx, [customerMailEvent({ ...row, ...outcome }, now)], context);
  });
}

/** Ends the job of a mail that is not needed any more. */
export function dropCustomerMail(db: Database, job: JobClaim): Promise<void> {
  return db.transaction(async (trx) => {
    if (await dropJob(trx, job)) await deleteCustomerMail(trx, job);
  });
}
