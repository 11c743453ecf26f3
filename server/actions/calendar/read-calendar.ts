// The iCalendar text behind a calendar link.
import type { WorkItemRecord } from '#core/records.ts';
import { type CalendarJob, renderCalendar } from '#core/calendar/render-calendar.ts';
import { timeZoneOf } from '#core/time-zone.ts';
import { findAddresses } from '#db/addresses/addresses.ts';
import { findPlanChanges, findPlannedJobs, findUnplannedJobs } from '#db/calendar/calendar-jobs.ts';
import { findCalendarByTokenHash } from '#db/calendar/calendar-links.ts';
import { findCustomers } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import { findWorkItems } from '#db/work-items/work-items.ts';
import type { ActionContext } from '../context.ts';

const dayMs = 24 * 60 * 60 * 1000;
const pastMs = 90 * dayMs;
const comingMs = 2 * 365 * dayMs;
// How long a cancelled job stays in the calendar as cancelled.
const cancelledShownMs = 30 * dayMs;
const pastMax = 500;
const comingMax = 1_300;
const unplannedMax = 200;
const loadedAtOnce = 200;

/** Returns null for an unknown or revoked link. */
export async function readCalendar(
  db: Database,
  { tokenHash, publicUrl }: { tokenHash: string; publicUrl: string | null },
  context: ActionContext,
): Promise<{ linkId: string; text: string } | null> {
  const owner = await findCalendarByTokenHash(db, tokenHash);
  if (!owner) return null;
  const { brandId, country } = owner;
  const now = context.now();
  const window = { from: now - pastMs, to: now + comingMs };
  const plannedIds = await findPlannedJobs(
    db,
    { brandId, now, ...window, deletedSince: now - cancelledShownMs },
    { pastMax, comingMax },
  );
  const former = await findFormerPlans(db, brandId, now - cancelledShownMs);
  const items = await loadItems(db, brandId, [...plannedIds, ...former.keys()]);
  const planned = items.flatMap((item) => {
    const plan = planOf(item, former.get(item.id));
    const isShown = plan && plan.start >= window.from && plan.start < window.to;
    return isShown ? { item, plan } : [];
  });
  const jobs = await withPeopleAndPlaces(db, brandId, planned);
  const text = renderCalendar({
    name: owner.brandName,
    country,
    timeZone: timeZoneOf(owner.timeZone, country),
    publicUrl,
    jobs: jobs.sort(
      (one, other) => one.start - other.start || (one.item.id < other.item.id ? -1 : 1),
    ),
  });
  return { linkId: owner.linkId, text };
}

interface Plan {
  start: number;
  end: number | null;
}

/** Returns the last plan of jobs that are no longer planned. */
async function findFormerPlans(
  db: Database,
  brandId: string,
  since: number,
): Promise<Map<string, Plan>> {
  const ids = await findUnplannedJobs(db, { brandId, changedSince: since, most: unplannedMax });
  const plans = new Map<string, Plan>();
  for (const { subjectId, changes } of await findPlanChanges(db, { brandId, ids, since })) {
    const { scheduledStart, scheduledEnd } = JSON.parse(changes) as ChangesOfPlan;
    if (!scheduledStart?.before || scheduledStart.after !== null) continue;
    plans.set(subjectId, {
      start: Date.parse(scheduledStart.before),
      end: scheduledEnd?.before ? Date.parse(scheduledEnd.before) : null,
    });
  }
  return plans;
}

type ChangesOfPlan = Partial<
  Record<'scheduledStart' | 'scheduledEnd', { before: string | null; after: string | null }>
>;

function planOf(
  item: WorkItemRecord,
  former: Plan | undefined,
): (Plan & { isCancelled: boolean }) | undefined {
  if (item.scheduledStart === null) return former && { ...former, isCancelled: true };
  const isCancelled = item.status === 'cancelled' || item.deletedAt !== null;
  return { start: item.scheduledStart, end: item.scheduledEnd, isCancelled };
}

// In chunks: prepared statements are cached per number of ids.
async function loadItems(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<WorkItemRecord[]> {
  const items = await inChunks(ids, (some) => findWorkItems(db, brandId, some));
  return items.filter((item) => item.phase === 'job');
}

async function inChunks<Row>(
  ids: readonly string[],
  load: (ids: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < ids.length; at += loadedAtOnce) {
    rows.push(...(await load(ids.slice(at, at + loadedAtOnce))));
  }
  return rows;
}

async function withPeopleAndPlaces(
  db: Database,
  brandId: string,
  planned: readonly { item: WorkItemRecord; plan: Plan & { isCancelled: boolean } }[],
): Promise<CalendarJob[]> {
  const customerIds = [...new Set(planned.map(({ item }) => item.customerId))];
  const addressIds = [...new Set(planned.flatMap(({ item }) => item.addressId ?? []))];
  const customers = await inChunks(customerIds, (ids) => findCustomers(db, brandId, ids));
  const addresses = await inChunks(addressIds, (ids) => findAddresses(db, brandId, ids));
  const customerOf = new Map(customers.map((customer) => [customer.id, customer]));
  const addressOf = new Map(addresses.map((address) => [address.id, address]));
  return planned.map(({ item, plan }) => ({
    item,
    customer: customerOf.get(item.customerId)!,
    address: (item.addressId !== null && addressOf.get(item.addressId)) || null,
    ...plan,
  }));
}
