// The request log: written in batches, read by the brand, kept for a month.
import { requestLogDays } from '#contract/limits.ts';
import { intakeOfRequest } from '#core/intakes/refused-request.ts';
import {
  type ListedRequestRecord,
  presentListedRequest,
  presentRequest,
} from '#core/requests/present-request.ts';
import type { IntakeRecord } from '#core/records.ts';
import { nilUuid, uuidBoundAt } from '#core/uuid-v7.ts';
import { brandIdsAfter } from '#db/accounts/brands.ts';
import type { Database } from '#db/database.ts';
import {
  countAllRequests,
  deleteOldRequests,
  findLoggedRequest,
  findLoggedRequests,
  findRequestsEdge,
  insertLoggedRequests,
  type OtherRequestRow,
  type PlainRequestRow,
  type RequestFilters,
} from '#db/requests/logged-requests.ts';
import { findIntake, insertIntakes } from '#db/intakes/intakes.ts';
import {
  type DroppedLeads,
  dropOldestRefusedLeads,
  findKeptLeads,
  type KeptLead,
  type RefusedLeadsExcess,
  sumRefusedLeads,
} from '#db/intakes/refused-leads.ts';
import type { ActionContext } from './context.ts';
import { recordEvents } from './events/events.ts';
import { eventOf } from './intakes/keep-intake.ts';
import { type ListPage, listBody } from './list-page.ts';

/** The fields of a logged request as a tuple: arrays are cloned between threads faster than objects. */
export type LoggedRequestCells = [
  brandId: string,
  id: string,
  keyId: string | null,
  memberId: string | null,
  method: string,
  route: string | null,
  path: string | null,
  status: number,
  durationMs: number,
  message: string | null,
  body: string | null,
];

/** A refused lead becomes an intake with the id of its request. */
export function recordRequests(
  db: Database,
  requests: readonly LoggedRequestCells[],
  context: ActionContext,
): Promise<void> {
  const plain: PlainRequestRow[] = [];
  const others: OtherRequestRow[] = [];
  const intakes: IntakeRecord[] = [];
  for (const cells of requests) {
    const [brandId, id, keyId, memberId, method, route, path, status, durationMs, ...details] =
      cells;
    const row = { brandId, id, keyId, method, route, path, status, durationMs };
    const [message, body] = details;
    if (memberId === null && message === null) plain.push(row);
    else others.push({ ...row, memberId, message });
    if (body !== null) intakes.push(intakeOfRequest({ brandId, id, message, body }));
  }
  return db.transaction(async (trx) => {
    await insertLoggedRequests(trx, plain, others);
    if (intakes.length === 0) return;
    await insertIntakes(trx, intakes);
    const now = context.now();
    const events = intakes.map((intake) => eventOf(intake, now));
    await recordEvents(trx, events, context);
  });
}

// Most filters have no index: one call scans this many requests, and the next page continues after them.
const scannedMax = 20_000;

interface RequestListInput {
  brandId: string;
  filters: RequestFilters;
  /** The last request of the previous page. */
  beforeId: string | undefined;
  limit: number;
}

export async function listLoggedRequests(
  db: Database,
  { limit, ...range }: RequestListInput,
): Promise<ListPage> {
  const { requestId, keyId, route, method, statuses } = range.filters;
  const mayBeRare = [keyId, route, method, statuses].some((filter) => filter !== undefined);
  const edge =
    mayBeRare && requestId === undefined
      ? await findRequestsEdge(db, { ...range, most: scannedMax })
      : undefined;
  const found = await findLoggedRequests(db, { ...range, fromId: edge, most: limit + 1 });
  const rows = found.slice(0, limit);
  const lastId = found.length > limit ? rows.at(-1)!.id : edge;
  const refusedIds = rows.filter(({ status }) => status >= 400).map(({ id }) => id);
  const kept = await findKeptLeads(db, range.brandId, refusedIds);
  const shown = rows.map((row) => presentListedRequest(withLead(row, kept.get(row.id))));
  return {
    body: listBody(
      shown.map((one) => Buffer.from(JSON.stringify(one))),
      limit,
    ),
    next: lastId === undefined ? null : { value: 0, id: lastId },
  };
}

/** The row has a body itself when it is from before there were intakes. */
function withLead<Row extends ListedRequestRecord>(row: Row, lead: KeptLead | undefined): Row {
  return lead ? { ...row, hasBody: true, rescuedAs: lead.workItemId ?? row.rescuedAs } : row;
}

interface FoundRequest {
  rescuedAs: string | null;
  keptBody: string | null;
  /** The refused lead. */
  intake: IntakeRecord | null;
  /** Whether the intake is stored, besides the body. */
  isKept: boolean;
  body: string;
}

/** Returns null for an unknown or expired request. */
export async function getLoggedRequest(
  db: Database,
  key: { brandId: string; id: string },
): Promise<FoundRequest | null> {
  const row = await findLoggedRequest(db, key);
  if (!row) return null;
  const stored = row.status < 400 ? undefined : await findIntake(db, key);
  const keptBody = stored ? (stored.body ?? stored.lead) : row.body;
  const { message } = row;
  const ofRow = keptBody === null ? null : intakeOfRequest({ ...key, message, body: keptBody });
  const shown = { ...withLead(row, stored), body: keptBody };
  return {
    rescuedAs: shown.rescuedAs,
    keptBody,
    intake: stored ?? ofRow,
    isKept: stored !== undefined,
    body: JSON.stringify(presentRequest(shown)),
  };
}

const keptMs = requestLogDays * 24 * 60 * 60 * 1000;
const brandsAtOnce = 100;
const deletedAtOnceMax = 1_000;

interface RequestLogEdges {
  /** By brand that has reached its limit: the oldest request it keeps. */
  edges: Record<string, string>;
  /** The number of requests of the largest brand, capped at the limit. */
  largest: number;
}

/** Finds the edges of the next batch of brands. */
export async function findRequestLogEdges(
  db: Database,
  { afterBrandId, requestsMax }: { afterBrandId: string | null; requestsMax: number },
): Promise<RequestLogEdges> {
  const edges: Record<string, string> = {};
  let largest = 0;
  for (const brandId of await brandIdsAfter(db, afterBrandId ?? nilUuid, brandsAtOnce)) {
    const all = { brandId, filters: {}, beforeId: undefined };
    const edge = await findRequestsEdge(db, { ...all, most: requestsMax });
    if (edge !== undefined) edges[brandId] = edge;
    const count = edge === undefined ? await countAllRequests(db, brandId) : requestsMax;
    largest = Math.max(largest, count);
  }
  return { edges, largest };
}

interface SweptLogs {
  /** The brand to continue after; null at the end. */
  afterBrandId: string | null;
  /** Requests deleted because a brand was over its limit. */
  dropped: number;
}

/** Deletes requests that have expired or lie beyond their brand's edge, brand by brand. */
export async function sweepLoggedRequests(
  db: Database,
  { afterBrandId, edges }: { afterBrandId: string | null; edges: Record<string, string> },
  context: ActionContext,
): Promise<SweptLogs> {
  const brandIds = await brandIdsAfter(db, afterBrandId ?? nilUuid, brandsAtOnce);
  const old = uuidBoundAt(context.now() - keptMs);
  return db.transaction(async (trx) => {
    let done = afterBrandId;
    let room = deletedAtOnceMax;
    let dropped = 0;
    for (const brandId of brandIds) {
      const edge = edges[brandId] ?? old;
      const beforeId = edge > old ? edge : old;
      const deleted = await deleteOldRequests(trx, { brandId, beforeId, most: room });
      if (beforeId === edge && edge !== old) dropped += deleted;
      room -= deleted;
      // The batch is full and this brand may have more, so the next call starts with it again.
      if (room <= 0) return { afterBrandId: done ?? nilUuid, dropped };
      done = brandId;
    }
    return { afterBrandId: brandIds.length < brandsAtOnce ? null : done, dropped };
  });
}

export function measureRefusedLeads(
  db: Database,
  { brandId }: { brandId: string },
): Promise<number> {
  return sumRefusedLeads(db, brandId);
}

/** Drops a batch of the oldest. */
export function dropRefusedLeads(db: Database, excess: RefusedLeadsExcess): Promise<DroppedLeads> {
  return db.transaction((trx) => dropOldestRefusedLeads(trx, excess));
}
