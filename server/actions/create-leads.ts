// Makes leads, a whole batch in one transaction. A lead that cannot be stored never takes others
// down with it: a batch that fails is done again lead by lead.
import type { Match } from '#contract/lead-batch-lists.ts';
import type { LeadSubmission } from '#contract/lead-submission.ts';
import { idempotencyHours, photosPendingMax } from '#contract/limits.ts';
import type { NewJob } from '#core/job.ts';
import { type Author, memberOf } from '#core/author.ts';
import { emailKeyOf, phoneKeyOf } from '#core/customer-matching.ts';
import {
  type IntakePlan,
  type KnownCustomer,
  type LeadIntake,
  type PlannedLead,
  planLeadIntake,
} from '#core/plan-lead-intake.ts';
import { eventsOfIntake } from '#core/intake-events.ts';
import { personLocks } from '#core/person-locks.ts';
import { photoJob } from '#core/photo-job.ts';
import { presentWorkItem } from '#core/present.ts';
import type { PhotoRecord } from '#core/records.ts';
import { wordsOfAddress, wordsOfWorkItem } from '#core/search-words.ts';
import { insertAddresses } from '#db/addresses.ts';
import { fillInCustomer, findCustomersByKeys, insertCustomers } from '#db/customers.ts';
import { noteCreationTime } from '#db/creation-order.ts';
import { type Database, DatabaseUnavailable } from '#db/database.ts';
import { findIdempotencyRows, insertIdempotencyRows } from '#db/idempotency.ts';
import { insertLeadSubmissions } from '#db/lead-submissions.ts';
import { countJobs, enqueueJobs } from '#db/jobs.ts';
import { insertPhotos } from '#db/photos.ts';
import type { IdempotencyRow } from '#db/tables.ts';
import { insertWorkItems } from '#db/work-items.ts';
import type { ActionContext } from './context.ts';
import { recordEvents } from './events.ts';
import { locateLeads } from './locate-leads.ts';
import { refreshSearch } from './refresh-search.ts';
import { noteRescues, type rescueLeadRoute } from './rescues.ts';

export interface LeadRequest {
  brandId: string;
  brandCountry: string;
  author: Author;
  lead: LeadSubmission;
  rawBody: string;
  idempotency: {
    route: LeadRoute;
    key: string;
    bodyHash: string;
    /** How long the first call may wait for its photos before it is answered. */
    photoWaitMs: number;
  } | null;
}

export type LeadResult =
  | {
      outcome: 'created';
      workItemId: string;
      customerId: string;
      matched: Match;
      body: string;
      photoJobIds: string[];
    }
  | { outcome: 'replayed'; workItemId: string; body: string }
  | { outcome: 'key_reused' }
  /** A call with the same Idempotency-Key is under way on another server, and waits this long for its photos. */
  | { outcome: 'under_way'; waitMs: number }
  /** Another server is making a lead of the same person: nothing is done yet. */
  | { outcome: 'contended' }
  | { outcome: 'unavailable' | 'failed'; reason: string };

type CreatedLead = Extract<LeadResult, { outcome: 'created' }>;

// Of a call that is still waiting for its photos.
const unansweredStatus = 202;
const idempotencyMs = idempotencyHours * 60 * 60 * 1000;
export const createLeadRoute = 'POST /v1/api/leads';
// Each lead of a batch is remembered by itself.
export const createLeadBatchRoute = 'POST /v1/api/leads/batch';
type LeadRoute = typeof createLeadRoute | typeof createLeadBatchRoute | typeof rescueLeadRoute;

/** Leads of a person whom another server is busy with are left alone, so that the others need not wait. */
export function createLeads(
  db: Database,
  requests: readonly LeadRequest[],
  context: ActionContext,
): Promise<LeadResult[]> {
  return create(db, requests, context, 'leave');
}

/** For what was left alone: waits until the other server is done. */
export function createContendedLeads(
  db: Database,
  requests: readonly LeadRequest[],
  context: ActionContext,
): Promise<LeadResult[]> {
  return create(db, requests, context, 'wait');
}

type OnContention = 'leave' | 'wait';

async function create(
  db: Database,
  requests: readonly LeadRequest[],
  context: ActionContext,
  onContention: OnContention,
): Promise<LeadResult[]> {
  try {
    return await db.transaction((trx) => createInTransaction(trx, requests, context, onContention));
  } catch (error) {
    const reason = (error as Error).message;
    if (error instanceof DatabaseUnavailable) {
      return requests.map(() => ({ outcome: 'unavailable', reason }));
    }
    if (requests.length === 1) return [{ outcome: 'failed', reason }];
    return createOneByOne(db, requests, context, onContention);
  }
}

async function createOneByOne(
  db: Database,
  requests: readonly LeadRequest[],
  context: ActionContext,
  onContention: OnContention,
): Promise<LeadResult[]> {
  const results: LeadResult[] = [];
  for (const request of requests) {
    // Once the database is gone it is gone for the rest too: each would only wait for the same lock.
    const last = results.at(-1);
    const isGone = last?.outcome === 'unavailable';
    results.push(...(isGone ? [last] : await create(db, [request], context, onContention)));
  }
  return results;
}

/** All of them or, throwing, none. */
export async function createInTransaction(
  trx: Database,
  requests: readonly LeadRequest[],
  context: ActionContext,
  onContention: OnContention,
): Promise<LeadResult[]> {
  const results = new Map<LeadRequest, LeadResult>();
  const fresh: LeadRequest[] = [];
  const free = await lockOut(trx, requests, results, onContention);
  // The time is taken when the locks are held: who comes later is not created earlier.
  const now = context.now();
  const earlier = await findEarlierAnswers(trx, free, now);
  for (const request of free) {
    const answer = earlier.get(request);
    if (answer) results.set(request, answer);
    else fresh.push(request);
  }

  const intakes = await intakesOf(trx, fresh, now, context);
  const plan = planLeadIntake(await findKnownCustomers(trx, intakes), intakes);
  await refusePhotosOverLimit(trx, plan);
  await noteCreationTime(trx, now);
  await writeIntake(trx, plan);
  const jobs = await enqueuePhotos(trx, plan, now, context);
  await writeSubmissions(trx, fresh, plan.leads, now);
  const events = plan.leads.flatMap((lead, at) => eventsOfIntake(lead, fresh[at]!.author));
  await recordEvents(trx, events, context);

  for (const [index, request] of fresh.entries()) {
    const { workItem, match, photos } = plan.leads[index]!;
    results.set(request, {
      outcome: 'created',
      workItemId: workItem.id,
      customerId: workItem.customerId,
      matched: match,
      body: JSON.stringify(presentWorkItem(workItem, photos)),
      photoJobIds: jobs.filter((job) => job.subject === workItem.id).map((job) => job.id),
    });
  }
  await rememberAnswers(trx, fresh, results, now);
  await noteRescues(trx, fresh, plan.leads);
  trx.upkeep.tidyIndexes();
  return requests.map((request) => results.get(request)!);
}

/** Until the commit, no other server makes leads of the same people; returns those that can be made now. */
async function lockOut(
  trx: Database,
  requests: readonly LeadRequest[],
  results: Map<LeadRequest, LeadResult>,
  onContention: OnContention,
): Promise<readonly LeadRequest[]> {
  if (!trx.isShared) return requests;
  const people = requests.map(({ brandId, lead }) => personLocks(brandId, lead));
  const claims = requests.map(claimLocks);
  if (onContention === 'wait') await trx.waitForLocks([...new Set(people.flat())]);
  const held = await trx.tryLocks([...new Set([...people.flat(), ...claims.flat()])]);
  return requests.filter((request, index) => {
    const isClaimed = claims[index]!.every((name) => held.has(name));
    if (isClaimed && people[index]!.every((name) => held.has(name))) return true;
    results.set(
      request,
      isClaimed ? { outcome: 'contended' } : { outcome: 'under_way', waitMs: 0 },
    );
    return false;
  });
}

function claimLocks({ brandId, idempotency }: LeadRequest): string[] {
  return idempotency ? [`idempotency ${brandId} ${idempotency.route} ${idempotency.key}`] : [];
}

async function findEarlierAnswers(
  trx: Database,
  requests: readonly LeadRequest[],
  now: number,
): Promise<Map<LeadRequest, LeadResult>> {
  const answers = new Map<LeadRequest, LeadResult>();
  for (const group of claimGroups(requests)) {
    const [{ brandId, idempotency }] = group;
    const idempotencyKeys = group.map((request) => request.idempotency.key);
    const claims = { brandId, route: idempotency.route, idempotencyKeys };
    const rows = await findIdempotencyRows(trx, claims, now);
    const rowOf = new Map(rows.map((row) => [row.idempotencyKey, row]));
    for (const request of group) {
      const row = rowOf.get(request.idempotency.key);
      if (row) answers.set(request, answerFrom(row, request.idempotency, now, trx.isShared));
    }
  }
  return answers;
}

function answerFrom(
  row: IdempotencyRow,
  { bodyHash, photoWaitMs }: ClaimingRequest['idempotency'],
  now: number,
  isShared: boolean,
): LeadResult {
  if (row.bodyHash !== bodyHash) return { outcome: 'key_reused' };
  const madeAt = row.expiresAt - idempotencyMs;
  // Another server may be waiting for the photos. One that died meanwhile is not waited for for ever.
  const waitMs = row.responseStatus === unansweredStatus ? madeAt + photoWaitMs - now : 0;
  if (isShared && waitMs > 0) return { outcome: 'under_way', waitMs };
  return { outcome: 'replayed', workItemId: row.workItemId, body: row.responseBody };
}

type ClaimingRequest = LeadRequest & { idempotency: NonNullable<LeadRequest['idempotency']> };

/** By brand and route. */
function claimGroups(requests: readonly LeadRequest[]): [ClaimingRequest, ...ClaimingRequest[]][] {
  const claiming = requests.filter((request) => request.idempotency !== null) as ClaimingRequest[];
  const groups = Map.groupBy(
    claiming,
    ({ brandId, idempotency }) => `${brandId} ${idempotency.route}`,
  );
  return [...groups.values()] as [ClaimingRequest, ...ClaimingRequest[]][];
}

async function intakesOf(
  trx: Database,
  requests: readonly LeadRequest[],
  now: number,
  context: ActionContext,
): Promise<LeadIntake[]> {
  const locations = await locateLeads(trx, requests, context.places);
  return requests.map(({ brandId, brandCountry, author, lead }, index) => ({
    brandId,
    brandCountry,
    customerId: context.newId(),
    addressId: context.newId(),
    workItemId: context.newId(),
    receivedAt: now,
    createdBy: memberOf(author),
    lead,
    location: locations[index] ?? null,
  }));
}

export async function findKnownCustomers(
  trx: Database,
  intakes: readonly LeadIntake[],
): Promise<KnownCustomer[]> {
  const known: KnownCustomer[] = [];
  for (const [brandId, group] of Map.groupBy(intakes, (intake) => intake.brandId)) {
    const emailKeys = group.map(({ lead }) => emailKeyOf(lead.email)).filter((key) => key !== null);
    const phoneKeys = group.map(({ lead }) => phoneKeyOf(lead.phone)).filter((key) => key !== null);
    known.push(...(await findCustomersByKeys(trx, { brandId, emailKeys, phoneKeys })));
  }
  return known;
}

// Addresses first, work items last: each row refers only to rows that are there.
export async function writeIntake(trx: Database, plan: IntakePlan): Promise<void> {
  await insertAddresses(trx, plan.addresses);
  await insertCustomers(trx, plan.customers);
  for (const fillIn of plan.fillIns) await fillInCustomer(trx, fillIn);
  await insertWorkItems(
    trx,
    plan.leads.map((lead) => lead.workItem),
  );
  await insertPhotos(
    trx,
    plan.leads.flatMap((lead) => lead.photos),
  );
  await trx.addressSearch.addNewest(
    plan.addresses.map((address) => ({ ...address, words: wordsOfAddress(address) })),
  );
  await trx.workItemSearch.addNewest(
    plan.leads.map(({ workItem, customer }) => ({
      brandId: workItem.brandId,
      id: workItem.id,
      words: wordsOfWorkItem(workItem, customer),
    })),
  );
  // A customer who got a phone number is found by it on all earlier work items too.
  for (const { brandId, id, phone } of plan.fillIns) {
    if (phone !== undefined) await refreshSearch(trx, { brandId, customerId: id });
  }
}

// A brand whose photos are not fetched as fast as they come gets no more of them: the queue has an end.
async function refusePhotosOverLimit(trx: Database, plan: IntakePlan): Promise<void> {
  const wanted = plan.leads.flatMap((lead) => lead.photos.filter(isPending));
  for (const [brandId, photos] of Map.groupBy(wanted, (photo) => photo.brandId)) {
    const kind = 'fetchPhoto';
    const pending = await countJobs(trx, { brandId, kind }, photosPendingMax);
    const room = photosPendingMax - pending;
    for (const photo of photos.slice(room)) {
      photo.status = 'failed';
      photo.error = 'storage_failed';
    }
  }
}

function isPending(photo: PhotoRecord): boolean {
  return photo.status === 'pending';
}

async function enqueuePhotos(
  trx: Database,
  plan: IntakePlan,
  now: number,
  context: ActionContext,
): Promise<NewJob[]> {
  const pending = plan.leads.flatMap((lead) => lead.photos.filter(isPending));
  const jobs = pending.map((photo) => photoJob(photo, { id: context.newId(), now }));
  await enqueueJobs(trx, jobs);
  return jobs;
}

function writeSubmissions(
  trx: Database,
  requests: readonly LeadRequest[],
  leads: readonly PlannedLead[],
  receivedAt: number,
): Promise<void> {
  return insertLeadSubmissions(
    trx,
    requests.map(({ brandId, rawBody, author }, index) => ({
      brandId,
      workItemId: leads[index]!.workItem.id,
      body: rawBody,
      apiKeyId: author.actor === 'key' ? author.actorId : null,
      requestId: author.requestId!,
      receivedAt,
    })),
  );
}

async function rememberAnswers(
  trx: Database,
  requests: readonly LeadRequest[],
  results: ReadonlyMap<LeadRequest, LeadResult>,
  now: number,
): Promise<void> {
  for (const group of claimGroups(requests)) {
    const rows = group.flatMap((request) => {
      const result = results.get(request)!;
      if (result.outcome !== 'created') return [];
      const { brandId, idempotency } = request;
      const { route, key, bodyHash, photoWaitMs } = idempotency;
      return {
        brandId,
        route,
        idempotencyKey: key,
        bodyHash,
        responseStatus: isAnsweredLater(result, photoWaitMs) ? unansweredStatus : 201,
        responseBody: route === createLeadBatchRoute ? batchAnswerOf(result) : result.body,
        workItemId: result.workItemId,
        expiresAt: now + idempotencyMs,
      };
    });
    await insertIdempotencyRows(trx, rows, now);
  }
}

function isAnsweredLater(result: CreatedLead, photoWaitMs: number): boolean {
  return photoWaitMs > 0 && result.photoJobIds.length > 0;
}

/** What a batch answers for one lead. */
export function batchAnswerOf({ matched, customerId, body }: CreatedLead): string {
  return `{"matched":"${matched}","customerId":"${customerId}","workItem":${body}}`;
}
