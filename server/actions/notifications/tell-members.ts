// Reads the new events of a brand and enqueues what members are to be told, in one transaction with the
// position in the events: each event is told once.
import { answerMinutesOf, workingHoursOf } from '#core/notifications/brand-settings.ts';
import { quietUntil, workingDeadline } from '#core/notifications/clock-hours.ts';
import {
  type Notice,
  noticeMailJob,
  pushJob,
  readTellingJob,
  reminderJob,
  type Telling,
} from '#core/notifications/notice-jobs.ts';
import { settingsOf } from '#core/notifications/notification-settings.ts';
import {
  type Listener,
  planNotices,
  toldTypes,
  type ToldItem,
  type Way,
} from '#core/notifications/plan-notices.ts';
import type { ClaimedJob, NewJob } from '#core/job.ts';
import { never } from '#core/webhooks/webhook-jobs.ts';
import { findBrand } from '#db/accounts/brands.ts';
import { listMembers } from '#db/accounts/members.ts';
import type { PushSubscriptionRow } from '#db/accounts/account-tables.ts';
import type { Database } from '#db/database.ts';
import { findEventsAfter, lastPosition, lockNumbering } from '#db/events/events.ts';
import { deferJob, enqueueJobs, lockJob, updateJobPayload } from '#db/jobs/jobs.ts';
import { findNotificationSettings } from '#db/notifications/notification-settings.ts';
import { findSubscriptions } from '#db/notifications/push-subscriptions.ts';
import type { BrandRow, EventRow } from '#db/tables.ts';
import { findWorkItems } from '#db/work-items/work-items.ts';
import type { ActionContext } from '../context.ts';
import { timeZoneOfBrand } from '../accounts/brands.ts';

// Events that arrive within that time are told together.
export const gatheringMs = 2_000;
const eventsAtOnce = 200;
// Events scanned per step: there is no index by type.
const scannedMax = 10_000;

interface TellStep {
  job: Pick<ClaimedJob, 'brandId' | 'id' | 'claims' | 'payload'>;
  /** Without mail settings no worker would ever run the mail jobs. */
  sendsMail: boolean;
}

/**
 * Tells the next events. The job then rests until an event wakes it. Only that takes the numbering
 * lock, which closes the race as in restDelivering: the brand's events are numbered meanwhile.
 */
export async function tellMembers(
  db: Database,
  step: TellStep,
  context: ActionContext,
): Promise<void> {
  const told = await db.transaction((trx) => tellNext(trx, step, context));
  if (!told) return;
  await db.transaction(async (trx) => {
    await lockNumbering(trx, step.job.brandId);
    const isMore = (await lastPosition(trx, step.job.brandId)) > told.after;
    const now = context.now();
    const dueAt = isMore ? now + gatheringLeftMs(told, now) : never;
    await deferJob(trx, step.job, { now, dueAt });
  });
}

/** Returns how far it came; null when another worker has claimed the job. */
async function tellNext(
  trx: Database,
  { job, sendsMail }: TellStep,
  context: ActionContext,
): Promise<Telling | null> {
  const { brandId } = job;
  const brand = await findBrand(trx, brandId);
  if (!brand || !(await lockJob(trx, job))) return null;
  const now = context.now();
  const telling = readTellingJob(job.payload);
  const last = await lastPosition(trx, brandId);
  if (last <= telling.after || gatheringLeftMs(telling, now) > 0) return telling;
  const { events, upTo } = await readEvents(trx, brandId, telling, last);
  await tell(trx, { brand, events, sendsMail }, context);
  // What waits already is read immediately: it has gathered.
  const told = { after: upTo, at: upTo < last ? 0 : now };
  await updateJobPayload(trx, job, JSON.stringify(told satisfies Telling));
  return told;
}

/** None after the clock was set back. */
function gatheringLeftMs({ at }: Telling, now: number): number {
  return now < at ? 0 : Math.max(0, at + gatheringMs - now);
}

async function readEvents(
  trx: Database,
  brandId: string,
  { after }: Telling,
  last: number,
): Promise<{ events: EventRow[]; upTo: number }> {
  const upTo = Math.min(last, after + scannedMax);
  const wanted = { brandId, after, upTo, types: toldTypes, most: eventsAtOnce };
  // Imported leads are old, and the person who imported them knows about them.
  const events = await findEventsAfter(trx, { ...wanted, withoutImports: true });
  return { events, upTo: events.length === eventsAtOnce ? events.at(-1)!.position : upTo };
}

interface Told {
  brand: BrandRow;
  events: readonly EventRow[];
  sendsMail: boolean;
}

async function tell(
  trx: Database,
  { brand, events, sendsMail }: Told,
  context: ActionContext,
): Promise<void> {
  if (events.length === 0) return;
  const ids = [...new Set(events.map(({ subjectId }) => subjectId))];
  const items = await findWorkItems(trx, brand.id, ids);
  const itemsById = new Map<string, ToldItem>(items.map((item) => [item.id, item]));
  const members = await readListeners(trx, brand.id);
  const notices = planNotices(events, itemsById, members.listeners);
  const jobs = jobsOf(notices, { brand, sendsMail, ...members }, context);
  await enqueueJobs(trx, [...jobs, ...remindersOf(brand, events, items, context)]);
}

interface Members {
  listeners: Listener[];
  quietOf: Map<string, { quietFrom: number | null; quietUntil: number | null }>;
  subscriptionsOf: Map<string, PushSubscriptionRow[]>;
}

export async function readListeners(trx: Database, brandId: string): Promise<Members> {
  const members = await listMembers(trx, brandId);
  const accountIds = members.map(({ id }) => id);
  const rows = await findNotificationSettings(trx, { brandId, accountIds });
  const rowOf = new Map(rows.map((row) => [row.accountId, row]));
  const subscriptions = await findSubscriptions(trx, accountIds);
  const settings = members.map(({ id, role }) => ({
    accountId: id,
    role,
    ...settingsOf(rowOf.get(id)),
  }));
  return {
    listeners: settings,
    quietOf: new Map(settings.map((one) => [one.accountId, one])),
    subscriptionsOf: Map.groupBy(subscriptions, ({ accountId }) => accountId),
  };
}

/** A push for each browser of the member, or a mail; after the member's quiet hours. */
export function jobsOf(
  notices: readonly (Notice & { way: Way })[],
  {
    brand,
    sendsMail,
    quietOf,
    subscriptionsOf,
  }: { brand: BrandRow; sendsMail: boolean } & Pick<Members, 'quietOf' | 'subscriptionsOf'>,
  context: ActionContext,
): NewJob[] {
  const now = context.now();
  const timeZone = timeZoneOfBrand(brand);
  return notices.flatMap(({ way, ...notice }) => {
    const quiet = quietOf.get(notice.accountId)!;
    const quietEnd = quietUntil(quiet, timeZone, now);
    const timing = () => ({ id: context.newId(), now, dueAt: quietEnd ?? now });
    const planned = quietEnd === null ? notice : { ...notice, isDelayed: true as const };
    if (way === 'email') return sendsMail ? [noticeMailJob(brand.id, planned, timing())] : [];
    return (subscriptionsOf.get(notice.accountId) ?? []).map(({ id, endpoint }) => {
      const lane = `push ${new URL(endpoint).host}`;
      return pushJob(brand.id, { ...planned, subscriptionId: id }, { ...timing(), lane });
    });
  });
}

function remindersOf(
  brand: BrandRow,
  events: readonly EventRow[],
  items: readonly { id: string; createdAt: number }[],
  context: ActionContext,
): NewJob[] {
  const minutes = answerMinutesOf(brand);
  if (minutes === 0) return [];
  const created = new Set(
    events.filter(({ type }) => type === 'lead.created').map(({ subjectId }) => subjectId),
  );
  const now = context.now();
  const hours = { ...workingHoursOf(brand), timeZone: timeZoneOfBrand(brand) };
  return items
    .filter(({ id }) => created.has(id))
    .map(({ id, createdAt }) => {
      const dueAt = workingDeadline(createdAt, minutes, hours);
      return reminderJob(brand.id, id, { id: context.newId(), now, dueAt });
    });
}
