// The latest events of a brand without their data, for clients that only need to know what changed.
import type { EventType } from '#contract/event-lists.ts';
import type { Database } from '#db/database.ts';
import { findEventsAfter, lastPosition } from '#db/events/events.ts';

export interface FeedEvent {
  position: number;
  type: EventType;
  recordId: string;
}

interface FeedRequest {
  brandId: string;
  after: number;
  /** The last event number to read. */
  upTo?: number;
  most: number;
}

export async function readFeed(db: Database, request: FeedRequest): Promise<FeedEvent[]> {
  const rows = await findEventsAfter(db, { ...request, types: null });
  return rows.map(({ position, type, subjectId }) => ({ position, type, recordId: subjectId }));
}

/** Returns the number of the latest event. */
export function readFeedEnd(db: Database, { brandId }: { brandId: string }): Promise<number> {
  return lastPosition(db, brandId);
}
