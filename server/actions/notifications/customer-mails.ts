// Mails to customers: planned in the transaction of what they tell, read when they are sent.
import type { Language } from '#contract/account-lists.ts';
import { languageOf } from '#core/accounts/language.ts';
import { addressLine } from '#core/addresses/address-line.ts';
import { renderAppointment } from '#core/calendar/appointment.ts';
import { fillIn } from '#contract/customer-mail-text.ts';
import { receiptsPerCustomerPerDayMax } from '#contract/limits.ts';
import type { CustomerMailKind } from '#contract/notification-lists.ts';
import {
  customerMailJob,
  isAppointment,
  planAppointment,
  type PlannedMail,
} from '#core/notifications/customer-mail-jobs.ts';
import {
  type CustomerMailSettings,
  customerMailSettingsOf,
  isMailed,
  mailTextOf,
} from '#core/notifications/customer-mail-settings.ts';
import { type Appointment, placeholderValues } from '#core/notifications/customer-mail-texts.ts';
import { customerMailEvent } from '#core/notifications/customer-mail-event.ts';
import { mailHtml } from '#core/notifications/mail-html.ts';
import type { ClaimedJob, JobClaim } from '#core/job.ts';
import type { WorkReport } from '#core/reports/work-report.ts';
import type { CustomerRecord, WorkItemRecord } from '#core/records.ts';
import { findAddresses } from '#db/addresses/addresses.ts';
import { findBrand, findBrandLogo } from '#db/accounts/brands.ts';
import { findCustomers } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import { isDoubtfulLead } from '#db/intakes/doubts.ts';
import { putMailMessages } from '#db/intakes/mail-messages.ts';
import { findLeadLanguage } from '#db/leads/lead-submissions.ts';
import { dropJob, enqueueJobs } from '#db/jobs/jobs.ts';
import {
  countReceipts,
  deleteCustomerMail,
  findCustomerMail,
  findMailingBrands,
  findMailsOfItem,
  insertCustomerMails,
  updateCustomerMail,
} from '#db/notifications/customer-mails.ts';
import type { CustomerMailRow } from '#db/notifications/notification-tables.ts';
import type { BrandRow } from '#db/tables.ts';
import { findWorkItems } from '#db/work-items/work-items.ts';
import { readWorkReport } from '../work-items/read-work-report.ts';
import { timeZoneOfBrand } from '../accounts/brands.ts';
import type { ActionContext } from '../context.ts';
import { recordEvents } from '../events/events.ts';

const dayMs = 24 * 60 * 60_000;

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

interface CustomerMail {
  kind: CustomerMailKind;
  to: string;
  /** The name of the brand. */
  fromName: string;
  replyTo: string;
  subject: string;
  text: string;
  /** With the looks of the brand; null without any. */
  html: string | null;
  /** A data URL. */
  logo: string | null;
  /** The appointment as iCalendar text. */
  calendar: string | null;
  /** The work report to draw. */
  report: WorkReport | null;
}

/** Null when there is nothing to send: the records, the times or the settings changed meanwhile. */
export async function readCustomerMail(
  db: Database,
  { brandId, id }: Pick<ClaimedJob, 'brandId' | 'id'>,
  context: ActionContext,
): Promise<CustomerMail | null> {
  const row = await findCustomerMail(db, { brandId, id });
  const brand = row?.state === 'sending' ? await findBrand(db, brandId) : undefined;
  if (!row || !brand || brand.testOf !== null) return null;
  const settings = customerMailSettingsOf(brand);
  if (!isMailed(settings, row.kind)) return null;
  const found = await findRecipient(db, row);
  if (!found) return null;
  if (row.kind === 'report') return write(db, { brand, settings, row, told: null, ...found });
  if (found.customer.email === settings.replyTo) return null;
  const told = row.kind === 'receipt' ? null : await toldBefore(db, row);
  const isWanted =
    row.kind === 'receipt'
      ? await isFewReceipts(db, found.customer, context.now())
      : isCurrent(row, found.item, context.now()) && !isSameTime(told, row);
  if (!isWanted) return null;
  return write(db, { brand, settings, row, told, ...found });
}

interface Recipient {
  item: WorkItemRecord;
  customer: CustomerRecord;
}

async function findRecipient(
  db: Database,
  { brandId, workItemId, kind }: CustomerMailRow,
): Promise<Recipient | null> {
  const [item] = await findWorkItems(db, brandId, [workItemId]);
  if (!item || item.deletedAt !== null) return null;
  if (item.archivedAt !== null && kind !== 'report') return null;
  if (await isDoubtfulLead(db, { brandId, workItemId })) return null;
  const [customer] = await findCustomers(db, brandId, [item.customerId]);
  if (!customer || customer.deletedAt !== null || customer.email === '') return null;
  return { item, customer };
}

async function isFewReceipts(
  db: Database,
  { brandId, id: customerId }: CustomerRecord,
  now: number,
): Promise<boolean> {
  const most = receiptsPerCustomerPerDayMax;
  const count = await countReceipts(db, { brandId, customerId, since: now - dayMs, most });
  return count < most;
}

/** The last times that the customer was sent. */
async function toldBefore(db: Database, row: CustomerMailRow): Promise<Appointment | null> {
  const mails = await findMailsOfItem(db, row);
  const last = mails.findLast((one) => one.scheduledStart !== null && one.state === 'sent');
  return last?.scheduledStart ? { start: last.scheduledStart, end: last.scheduledEnd } : null;
}

/** A later change has a mail of its own. */
function isCurrent(row: CustomerMailRow, item: WorkItemRecord, now: number): boolean {
  return (
    isAppointment(item, now) &&
    item.scheduledStart === row.scheduledStart &&
    item.scheduledEnd === row.scheduledEnd
  );
}

function isSameTime(told: Appointment | null, row: CustomerMailRow): boolean {
  return told !== null && told.start === row.scheduledStart && told.end === row.scheduledEnd;
}

interface Written extends Recipient {
  brand: BrandRow;
  settings: CustomerMailSettings;
  row: CustomerMailRow;
  told: Appointment | null;
}

async function write(
  db: Database,
  { brand, settings, row, told, item, customer }: Written,
): Promise<CustomerMail> {
  const isAboutTime = row.kind === 'planned' || row.kind === 'moved';
  const kind = isAboutTime ? (told ? 'moved' : 'planned') : row.kind;
  const { addressId, title } = item;
  const language =
    (await findLeadLanguage(db, { brandId: brand.id, workItemId: item.id })) ??
    languageOf(brand.language, brand.country);
  const [place] = addressId === null ? [] : await findAddresses(db, brand.id, [addressId]);
  const address = place ? addressLine(place, brand.country) : '';
  const start = row.scheduledStart;
  const appointment = start === null ? null : { start, end: row.scheduledEnd };
  const values = placeholderValues({
    language,
    timeZone: timeZoneOfBrand(brand),
    business: brand.name,
    name: customer.name,
    firstName: customer.firstName,
    title,
    address,
    appointment,
    earlier: told,
  });
  const { subject, text } = fillIn(mailTextOf(settings, language, kind), values);
  const { name: business, trade, colour } = brand;
  const logo = await findBrandLogo(db, brand.id);
  const replyTo = settings.replyTo!;
  const file = { id: item.id, sequence: item.version, updatedAt: item.updatedAt, title, address };
  const calendar = appointment && {
    ...file,
    ...appointment,
    business,
    email: replyTo,
  };
  return {
    kind,
    to: customer.email,
    fromName: brand.name,
    replyTo,
    subject,
    text: `${text}\n`,
    html: mailHtml(text, { business, trade, colour, hasLogo: logo !== null }),
    logo,
    calendar: calendar && renderAppointment(calendar),
    report: kind === 'report' ? await reportOf(db, item, language) : null,
  };
}

async function reportOf(
  db: Database,
  { brandId, id }: WorkItemRecord,
  language: Language,
): Promise<WorkReport | null> {
  return (await readWorkReport(db, { brandId, id, language }))?.report ?? null;
}

interface Settlement {
  job: JobClaim;
  kind: CustomerMailKind;
  state: 'sent' | 'failed';
  /** The hash of its Message-ID: an answer is added to the lead. */
  messageKey: string;
}

/** Ends the job; the history shows what became of the mail. */
export function settleCustomerMail(
  db: Database,
  { job, kind, state, messageKey }: Settlement,
  context: ActionContext,
): Promise<void> {
  const { brandId, id } = job;
  return db.transaction(async (trx) => {
    // An erasure has deleted it.
    if (!(await dropJob(trx, job))) return;
    const row = await findCustomerMail(trx, { brandId, id });
    if (!row) return;
    const now = context.now();
    await updateCustomerMail(trx, { brandId, id, kind, state });
    if (state === 'sent') {
      const { workItemId } = row;
      await putMailMessages(trx, [{ brandId, messageKey, workItemId, createdAt: now }]);
    }
    await recordEvents(trx, [customerMailEvent({ ...row, kind, state }, now)], context);
  });
}

/** Ends the job of a mail that is not needed any more. */
export function dropCustomerMail(db: Database, job: JobClaim): Promise<void> {
  return db.transaction(async (trx) => {
    if (await dropJob(trx, job)) await deleteCustomerMail(trx, job);
  });
}
