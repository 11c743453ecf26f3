// What a notice says, read when it is sent. Null when there is nothing to send any more: the member has
// left, the browser was removed, or the record was deleted or erased.
import type { Language } from '#contract/account-lists.ts';
import { minutesPerDay } from '#contract/limits.ts';
import { languageOf } from '#core/accounts/language.ts';
import { quietUntil } from '#core/notifications/clock-hours.ts';
import type { Notice, PushPayload } from '#core/notifications/notice-jobs.ts';
import { type NoticeItem, type NoticeText, noticeText } from '#core/notifications/notice-text.ts';
import {
  type NotificationSettings,
  settingsOf,
} from '#core/notifications/notification-settings.ts';
import { wants, type Way } from '#core/notifications/plan-notices.ts';
import type { JobClaim } from '#core/job.ts';
import type { CustomerRecord, WorkItemRecord } from '#core/records.ts';
import { findAddresses } from '#db/addresses/addresses.ts';
import { findBrand } from '#db/accounts/brands.ts';
import { findAccount } from '#db/accounts/accounts.ts';
import { findMember, listMemberships } from '#db/accounts/members.ts';
import { findCustomers } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import { findListedIntakes } from '#db/intakes/intakes.ts';
import { dropJob } from '#db/jobs/jobs.ts';
import { findNotificationSettings } from '#db/notifications/notification-settings.ts';
import {
  deleteSubscription,
  findSubscription,
  type PushKeys,
  findPushKeys,
} from '#db/notifications/push-subscriptions.ts';
import type { BrandRow } from '#db/tables.ts';
import { findWorkItems } from '#db/work-items/work-items.ts';
import { timeZoneOfBrand } from '../accounts/brands.ts';
import type { ActionContext } from '../context.ts';

interface PushToSend {
  endpoint: string;
  p256dh: string;
  auth: string;
  keys: PushKeys;
  language: Language;
  text: NoticeText;
  /** For the button that calls; empty for none. */
  phone: string;
  /** A later notice with the same tag replaces this one. */
  tag: string;
}

interface NoticeToSend {
  email: string;
  language: Language;
  brandName: string;
  text: NoticeText;
  item: NoticeItem | null;
}

interface NoticeMailToSend {
  to: string;
  language: Language;
  brandName: string;
  text: NoticeText;
}

/** The member's quiet hours last that long. */
interface Deferred {
  inMs: number;
}

export async function readPush(
  db: Database,
  { brandId, notice }: { brandId: string; notice: PushPayload },
  context: ActionContext,
): Promise<PushToSend | Deferred | null> {
  const { accountId, subscriptionId: id } = notice;
  const subscription = await findSubscription(db, { accountId, id });
  const keys = await findPushKeys(db);
  const said = subscription && (await readText(db, { brandId, notice, way: 'push' }, context));
  if (!said || !keys) return null;
  if ('inMs' in said) return said;
  const { endpoint, p256dh, auth } = subscription;
  const { language, text, item } = said;
  const tag = item ? `${notice.kind} ${item.id}` : notice.kind;
  return { endpoint, p256dh, auth, keys, language, text, phone: item?.phone ?? '', tag };
}

export async function readNoticeMail(
  db: Database,
  { brandId, notice }: { brandId: string; notice: Notice },
  context: ActionContext,
): Promise<NoticeMailToSend | Deferred | null> {
  const said = await readText(db, { brandId, notice, way: 'email' }, context);
  return said && ('inMs' in said ? said : { to: said.email, ...said });
}

/** For a browser that the push service no longer knows. */
export async function dropPushSubscription(
  db: Database,
  { job, accountId, id }: { job: JobClaim; accountId: string; id: string },
): Promise<void> {
  await db.transaction(async (trx) => {
    await deleteSubscription(trx, { accountId, id });
    await dropJob(trx, job);
  });
}

async function readText(
  db: Database,
  { brandId, notice, way }: { brandId: string; notice: Notice; way: Way },
  context: ActionContext,
): Promise<NoticeToSend | Deferred | null> {
  const { accountId, kind, subjectIds } = notice;
  const brand = await findBrand(db, brandId);
  const member = await findMember(db, { brandId, accountId });
  const account = await findAccount(db, accountId);
  const [row] = await findNotificationSettings(db, { brandId, accountIds: [accountId] });
  const settings = settingsOf(row);
  if (!brand || !member || !account || !wants(settings[way], kind)) return null;
  if (kind === 'unanswered' && member.role !== 'owner') return null;
  const items = kind === 'toCheck' ? [] : await findItems(db, brandId, notice);
  const count = kind === 'toCheck' ? await countOpen(db, brandId, subjectIds) : items.length;
  if (count === 0) return null;
  const item = items.length === 1 ? await readItem(db, items[0]!) : null;
  const inMs = quietMs(settings, brand, context.now());
  if (inMs !== null) return { inMs };
  const { email, language } = account;
  // A mail names it anyway.
  const isNamed = way === 'push' && (await listMemberships(db, accountId)).length > 1;
  const brandName = isNamed ? brand.name : null;
  const facts = { kind, count, item, timeZone: timeZoneOfBrand(brand), brandName };
  const text = noticeText(language ?? languageOf(brand.language, brand.country), facts);
  return { email, language, brandName: brand.name, text, item };
}

/** A retry, or a job that waited while the server was down, may fall in the quiet hours. */
function quietMs(settings: NotificationSettings, brand: BrandRow, now: number): number | null {
  const { quietFrom, quietUntil: until } = settings;
  // They never end, so what waited for midnight is sent.
  if (quietFrom === 0 && until === minutesPerDay) return null;
  const end = quietUntil(settings, timeZoneOfBrand(brand), now);
  return end === null ? null : end - now;
}

async function countOpen(db: Database, brandId: string, ids: readonly string[]): Promise<number> {
  const intakes = await findListedIntakes(db, brandId, ids);
  return intakes.filter(({ state, discardedAt }) => state !== 'lead' && discardedAt === null)
    .length;
}

interface FoundItem {
  item: WorkItemRecord;
  customer: CustomerRecord;
}

async function findItems(
  db: Database,
  brandId: string,
  { kind, subjectIds }: Notice,
): Promise<FoundItem[]> {
  const items = (await findWorkItems(db, brandId, subjectIds)).filter(
    ({ status, deletedAt, archivedAt }) =>
      deletedAt === null && archivedAt === null && (kind !== 'unanswered' || status === 'request'),
  );
  const ids = [...new Set(items.map(({ customerId }) => customerId))];
  const customers = await findCustomers(db, brandId, ids);
  const customersById = new Map(customers.map((customer) => [customer.id, customer]));
  return items.flatMap((item) => {
    const customer = customersById.get(item.customerId);
    // Erased, unless it was merged into another a moment ago.
    return customer && customer.deletedAt === null ? [{ item, customer }] : [];
  });
}

async function readItem(db: Database, { item, customer }: FoundItem): Promise<NoticeItem> {
  const { addressId } = item;
  const [address] = addressId === null ? [] : await findAddresses(db, item.brandId, [addressId]);
  const { id, status, phase, title, scheduledStart, receivedAt } = item;
  return {
    id,
    status,
    phase,
    title,
    scheduledStart,
    receivedAt,
    customer: shortName(customer),
    phone: customer.phone,
    place: address?.city || address?.street || '',
  };
}

function shortName({
  name,
  firstName,
  companyName,
}: {
  name: string;
  firstName: string;
  companyName: string;
}): string {
  return firstName || companyName || (name.split(' ')[0] ?? '');
}
