// What a mail to a customer says, read when it is sent.
import type { Language } from '#contract/account-lists.ts';
import { languageOf } from '#core/accounts/language.ts';
import { addressLine } from '#core/addresses/address-line.ts';
import { renderAppointment } from '#core/calendar/appointment.ts';
import { fillIn } from '#contract/customer-mail-text.ts';
import { receiptsPerCustomerPerDayMax } from '#contract/limits.ts';
import type { CustomerMailKind } from '#contract/notification-lists.ts';
import { isAppointment, isCalledOff } from '#core/notifications/customer-mail-jobs.ts';
import {
  type CustomerMailSettings,
  customerMailSettingsOf,
  isMailed,
  mailTextOf,
} from '#core/notifications/customer-mail-settings.ts';
import { type Appointment, placeholderValues } from '#core/notifications/customer-mail-texts.ts';
import { mailHtml } from '#core/notifications/mail-html.ts';
import type { ClaimedJob } from '#core/job.ts';
import type { WorkReport } from '#core/reports/work-report.ts';
import type { CustomerRecord, WorkItemRecord } from '#core/records.ts';
import { findAddresses } from '#db/addresses/addresses.ts';
import { findBrand, findBrandLogo } from '#db/accounts/brands.ts';
import { findCustomers } from '#db/customers/customers.ts';
import { findFamilyIds } from '#db/customers/merged-customers.ts';
import type { Database } from '#db/database.ts';
import { isDoubtfulLead } from '#db/intakes/doubts.ts';
import { findLeadLanguage } from '#db/leads/lead-submissions.ts';
import {
  countReceipts,
  findAppointmentMails,
  findCustomerMail,
} from '#db/notifications/customer-mails.ts';
import type { CustomerMailRow } from '#db/notifications/notification-tables.ts';
import type { BrandRow } from '#db/tables.ts';
import { findWorkItems } from '#db/work-items/work-items.ts';
import { readWorkReport } from '../work-items/read-work-report.ts';
import { timeZoneOfBrand } from '../accounts/brands.ts';
import type { ActionContext } from '../context.ts';

const dayMs = 24 * 60 * 60_000;
// While an earlier mail about the same job is being sent.
const waitForEarlierMs = 5_000;

interface CustomerMail {
  kind: CustomerMailKind;
  customerId: string;
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
  /** The times that it names. */
  appointment: Appointment | null;
  /** The appointment as iCalendar text. */
  calendar: string | null;
  /** The work report to draw. */
  report: WorkReport | null;
}

/**
 * Null when there is nothing to send: the records, the times or the settings changed meanwhile. Or how
 * long to wait.
 */
export async function readCustomerMail(
  db: Database,
  { brandId, id }: Pick<ClaimedJob, 'brandId' | 'id'>,
  context: ActionContext,
): Promise<CustomerMail | { inMs: number } | null> {
  const row = await findCustomerMail(db, { brandId, id });
  const brand = row?.state === 'sending' ? await findBrand(db, brandId) : undefined;
  if (!row || !brand || brand.testOf !== null) return null;
  const settings = customerMailSettingsOf(brand);
  if (!isMailed(settings, row.kind)) return null;
  const found = await findRecipient(db, row);
  if (!found) return null;
  const mail = { brand, settings, row, ...found };
  if (row.kind === 'report') return write(db, { ...mail, told: null });
  if (found.customer.email === settings.replyTo) return null;
  const now = context.now();
  if (row.kind === 'receipt') {
    const isFew = await isFewReceipts(db, row, found.customer.id, now);
    return isFew ? write(db, { ...mail, told: null }) : null;
  }
  const mails = await findAppointmentMails(db, row, now);
  // A later change has a mail of its own.
  if (mails.at(-1)?.id !== id || !isCurrent(row, found.item, now)) return null;
  const others = mails.slice(0, -1);
  // Whether it will have told the customer these times is not known yet.
  if (others.some((one) => one.isInFlight)) return { inMs: waitForEarlierMs };
  const told = toldBy(others, await findFamilyIds(db, brandId, found.customer.id));
  if (row.kind !== 'cancelled') return isSameTime(told, row) ? null : write(db, { ...mail, told });
  // Times that the customer does not know need not be called off.
  if (told === null || told.start <= now) return null;
  const known = { ...row, scheduledStart: told.start, scheduledEnd: told.end };
  return write(db, { ...mail, row: known, told: null });
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
  { brandId, id }: CustomerMailRow,
  customerId: string,
  now: number,
): Promise<boolean> {
  const most = receiptsPerCustomerPerDayMax;
  const count = await countReceipts(db, { brandId, customerId, since: now - dayMs, id, most });
  return count < most;
}

/** The times that the customer knows, or one that was merged into it. */
function toldBy(
  mails: readonly CustomerMailRow[],
  customerIds: readonly string[],
): Appointment | null {
  const last = mails.findLast(
    ({ state, customerId }) => state === 'sent' && customerIds.includes(customerId),
  );
  if (last?.kind === 'cancelled') return null;
  return last?.scheduledStart ? { start: last.scheduledStart, end: last.scheduledEnd } : null;
}

function isCurrent(row: CustomerMailRow, item: WorkItemRecord, now: number): boolean {
  if (row.kind === 'cancelled') return isCalledOff(item);
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
    isCancelled: kind === 'cancelled',
  };
  return {
    kind,
    customerId: customer.id,
    to: customer.email,
    fromName: brand.name,
    replyTo,
    subject,
    text: `${text}\n`,
    html: mailHtml(text, { business, trade, colour, hasLogo: logo !== null }),
    logo,
    appointment,
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
