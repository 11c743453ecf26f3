// Mails the work report of a lead or job to its customer, when somebody asks for it.
import type { Phase } from '#contract/work-item-lists.ts';
import { createdStatus } from '#core/leads/idempotency-record.ts';
import { customerMailJob, plannedReport } from '#core/notifications/customer-mail-jobs.ts';
import { customerMailSettingsOf } from '#core/notifications/customer-mail-settings.ts';
import { findBrand } from '#db/accounts/brands.ts';
import { findCustomers } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import { isDoubtfulLead } from '#db/intakes/doubts.ts';
import { enqueueJobs } from '#db/jobs/jobs.ts';
import { findMailsOfItem, insertCustomerMails } from '#db/notifications/customer-mails.ts';
import { lockWorkItem } from '#db/work-items/work-items.ts';
import type { ActionContext } from '../context.ts';
import { findAnswers, keyLocks, rememberAnswers } from '../leads/idempotency.ts';

type Refused = Extract<MailedReport, { outcome: 'refused' }>;
type MailedReport =
  | { outcome: 'queued' | 'replayed' | 'missing' | 'key_reused' | 'in_flight' }
  | {
      outcome: 'refused';
      code:
        | 'mail_not_set_up'
        | 'reply_address_missing'
        | 'customer_doubtful'
        | 'customer_without_email';
    }
  | { outcome: 'forbidden'; phase: Phase };

interface ReportToMail {
  brandId: string;
  id: string;
  /** Phases whose items the caller may change. */
  phases: readonly Phase[];
  sendsMail: boolean;
  idempotency: { key: string; bodyHash: string } | null;
}

const route = 'POST /v1/api/work-items/{id}/report/mail';

/** One that waits to be sent is not queued again. */
export function mailReport(
  db: Database,
  { brandId, id, phases, sendsMail, idempotency }: ReportToMail,
  context: ActionContext,
): Promise<MailedReport> {
  const call = { brandId, idempotency: idempotency && { route, ...idempotency } };
  return db.transaction(async (trx): Promise<MailedReport> => {
    const locks = keyLocks(call);
    const held = await trx.tryLocks(locks);
    if (!locks.every((name) => held.has(name))) return { outcome: 'in_flight' };
    const item = await lockWorkItem(trx, { brandId, id });
    const now = context.now();
    const earlier = (await findAnswers(trx, [call], now, () => 0)).get(call);
    if (earlier) return { outcome: earlier.outcome };
    const brand = await findBrand(trx, brandId);
    if (!item || item.deletedAt !== null || !brand) return { outcome: 'missing' };
    if (!phases.includes(item.phase)) return { outcome: 'forbidden', phase: item.phase };
    if (!sendsMail) return refused('mail_not_set_up');
    if (customerMailSettingsOf(brand).replyTo === null) return refused('reply_address_missing');
    const ofItem = { brandId, workItemId: id };
    if (await isDoubtfulLead(trx, ofItem)) return refused('customer_doubtful');
    const [customer] = await findCustomers(trx, brandId, [item.customerId]);
    if (!customer || customer.email === '') return refused('customer_without_email');
    const waiting = (await findMailsOfItem(trx, ofItem)).find(
      ({ kind, state }) => kind === 'report' && state === 'sending',
    );
    const mailId = waiting?.id ?? context.newId();
    const answer = { responseStatus: createdStatus, responseBody: mailId, workItemId: id };
    await rememberAnswers(trx, [call], now, () => answer);
    if (waiting) return { outcome: 'queued' };
    const planned = plannedReport({ ...ofItem, customerId: customer.id }, { id: mailId, now });
    const { dueAt: _dueAt, ...fields } = planned;
    await insertCustomerMails(trx, [{ ...fields, id: mailId, state: 'sending', createdAt: now }]);
    await enqueueJobs(trx, [customerMailJob(planned, { id: mailId, now })]);
    return { outcome: 'queued' };
  });
}

function refused(code: Refused['code']): Refused {
  return { outcome: 'refused', code };
}
