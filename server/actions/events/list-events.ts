// The feed of a brand, and the history of one record.
import type { Event } from '#contract/event.ts';
import type { EventType } from '#contract/event-lists.ts';
import type { Phase } from '#contract/work-item-lists.ts';
import { phaseOf } from '#contract/work-item-moves.ts';
import { presentHistoryEntry } from '#core/present-event.ts';
import type { Database } from '#db/database.ts';
import { findEventsAfter, findEventsOf, lastPosition } from '#db/events/events.ts';
import type { EventRow } from '#db/tables.ts';
import { findWorkItems } from '#db/work-items/work-items.ts';
import type { ActionContext } from '../context.ts';
import { numberWaitingEvents } from './events.ts';
import { loadEvents } from './load-events.ts';

interface EventsRequest {
  brandId: string;
  /** Only events after this number. */
  after: number;
  limit: number;
}

// Events scanned per call: there is no index by type.
const scannedMax = 10_000;

export interface EventsPage {
  body: string;
  /** The number to continue after; null at the end. */
  next: number | null;
}

/** Read your writes: the events of a change that was answered are in the list. */
export async function listEvents(
  db: Database,
  {
    brandId,
    after,
    types,
    phases,
    limit,
  }: Omit<EventsRequest, 'after'> & {
    after: number | 'latest';
    types: readonly EventType[];
    phases: readonly Phase[];
  },
  context: ActionContext,
): Promise<EventsPage> {
  await numberWaitingEvents(db, { brandId }, context);
  const last = await lastPosition(db, brandId);
  const from = after === 'latest' ? last : after;
  const upTo = Math.min(last, from + scannedMax);
  const rows = await findEventsAfter(db, { brandId, after: from, upTo, types, most: limit + 1 });
  const { page, next: nextOfPage } = pageOf(rows, limit);
  const isMore = upTo < last || after === 'latest';
  const next = nextOfPage ?? (isMore ? upTo : null);
  const events = await loadEvents(db, page);
  const shown = events.map((event) => ({ ...event, data: dataFor(event, phases) }));
  return { body: JSON.stringify({ data: shown, limit }), next };
}

// A lead may have become a job, which the caller may not be allowed to read.
function dataFor({ data }: Event, phases: readonly Phase[]): object | null {
  const status = data && 'customerId' in data && 'status' in data ? data.status : undefined;
  return status === undefined || phases.includes(phaseOf(status as never)) ? data : null;
}

export async function listWorkItemHistory(
  db: Database,
  { brandId, id, after, limit }: EventsRequest & { id: string },
  context: ActionContext,
): Promise<(EventsPage & { phase: Phase }) | null> {
  const [item] = await findWorkItems(db, brandId, [id]);
  if (!item || item.deletedAt !== null) return null;
  await numberWaitingEvents(db, { brandId }, context);
  const rows = await findEventsOf(db, { brandId, subjectIds: [id], after, most: limit + 1 });
  const { page, next } = pageOf(rows, limit);
  const body = JSON.stringify({ data: page.map(presentHistoryEntry), limit });
  return { phase: item.phase, body, next };
}

function pageOf(
  rows: readonly EventRow[],
  limit: number,
): { page: EventRow[]; next: number | null } {
  const page = rows.slice(0, limit);
  return { page, next: rows.length > limit ? page.at(-1)!.position : null };
}
