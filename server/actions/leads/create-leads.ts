// Makes leads, a whole batch in one transaction. A lead that cannot be stored never takes others
// down with it: a batch that fails is done again lead by lead.
import type { Match } from '#contract/lead-batch-lists.ts';
import type { LeadSubmission } from '#contract/lead-submission.ts';
import { photosPendingMax } from '#contract/limits.ts';
import type { Author } from '#core/author.ts';
import { eventsOfIntake } from '#core/leads/intake-events.ts';
import type { NewJob } from '#core/job.ts';
import { personLocks } from '#core/customers/person-locks.ts';
import { photoJob } from '#core/photos/photo-job.ts';
import { type IntakePlan, type PlannedLead, planLeadIntake } from '#core/leads/plan-lead-intake.ts';
import { presentWorkItem } from '#core/present.ts';
import type { PhotoRecord } from '#core/records.ts';
import { answerToLead } from '#core/leads/remembered-answer.ts';
import { noteCreationTime } from '#db/lists/creation-order.ts';
import { type Database, DatabaseDamaged, DatabaseUnavailable } from '#db/database.ts';
import { countJobs, enqueueJobs } from '#db/jobs/jobs.ts';
import { insertLeadSubmissions } from '#db/leads/lead-submissions.ts';
import type { ActionContext } from '../context.ts';
import { recordEvents } from '../events/events.ts';
import { findAnswers, keyLocks, rememberAnswers } from './idempotency.ts';
import { noteRescues, type rescueLeadRoute } from './rescues.ts';
import { findKnownCustomers, intakesOf, writeIntake } from './write-intake.ts';

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
    isAnswerLeftOut?: boolean;
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
  /** `isDamaged` where the database met a page that cannot be right. */
  | { outcome: 'unavailable'; reason: string; isDamaged: boolean }
  | { outcome: 'failed'; reason: string };

type CreatedLead = Extract<LeadResult, { outcome: 'created' }>;

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
    const isDamaged = error instanceof DatabaseDamaged;
    // Other leads may need none of the damaged pages.
    if (error instanceof DatabaseUnavailable && (!isDamaged || requests.length === 1)) {
      return requests.map(() => ({ outcome: 'unavailable', reason, isDamaged }));
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
    const isGone = last?.outcome === 'unavailable' && !last.isDamaged;
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
  const left = new Map<LeadRequest, LeadResult>();
  const free = await lockOut(trx, requests, left, onContention);
  // The time is taken when the locks are held: who comes later is not created earlier.
  const now = context.now();
  // Another server may be waiting for the photos of the first call.
  const earlier = await findAnswers(trx, free, now, (one) => one.idempotency.photoWaitMs);
  const fresh = free.filter((request) => !earlier.has(request));

  const [known, intakes] = await Promise.all([
    findKnownCustomers(trx, fresh),
    intakesOf(trx, fresh, now, context),
  ]);
  const plan = planLeadIntake(known, intakes);
  await refusePhotosOverLimit(trx, plan);
  await noteCreationTime(trx, now);
  const jobs = photoJobsOf(plan, now, context);
  const events = plan.leads.flatMap((lead, at) => eventsOfIntake(lead, fresh[at]!.author));
  const created = new Map<LeadRequest, CreatedLead>();
  for (const [index, request] of fresh.entries()) {
    const { workItem, match, photos } = plan.leads[index]!;
    created.set(request, {
      outcome: 'created',
      workItemId: workItem.id,
      customerId: workItem.customerId,
      matched: match,
      body: JSON.stringify(presentWorkItem(workItem, photos)),
      photoJobIds: jobs.filter((job) => job.subject === workItem.id).map((job) => job.id),
    });
  }
  const remember = () =>
    rememberAnswers(trx, fresh, now, (request) => {
      const { route, photoWaitMs } = request.idempotency;
      const isInBatch = route === createLeadBatchRoute;
      return answerToLead(created.get(request)!, { isInBatch, photoWaitMs });
    });
  await writeIntake(trx, plan, [
    () => enqueueJobs(trx, jobs),
    () => writeSubmissions(trx, fresh, plan.leads, now),
    () => recordEvents(trx, events, context),
    remember,
  ]);
  await noteRescues(trx, fresh, plan.leads);
  trx.upkeep.tidyIndexes(fresh.length);
  return requests.map(
    (request) => created.get(request) ?? earlier.get(request) ?? left.get(request)!,
  );
}

/** Until the commit, no other server makes leads of the same people; returns those that can be made now. */
async function lockOut(
  trx: Database,
  requests: readonly LeadRequest[],
  left: Map<LeadRequest, LeadResult>,
  onContention: OnContention,
): Promise<readonly LeadRequest[]> {
  if (!trx.isShared) return requests;
  const people = requests.map(({ brandId, lead }) => personLocks(brandId, lead));
  const claims = requests.map(keyLocks);
  if (onContention === 'wait') await trx.waitForLocks([...new Set(people.flat())]);
  const held = await trx.tryLocks([...new Set([...people.flat(), ...claims.flat()])]);
  return requests.filter((request, index) => {
    const isClaimed = claims[index]!.every((name) => held.has(name));
    if (isClaimed && people[index]!.every((name) => held.has(name))) return true;
    left.set(request, isClaimed ? { outcome: 'contended' } : { outcome: 'under_way', waitMs: 0 });
    return false;
  });
}

// A brand whose photos are not fetched as fast as they come gets no more of them: the queue has an end.
async function refusePhotosOverLimit(trx: Database, plan: IntakePlan): Promise<void> {
  const wanted = plan.leads.flatMap((lead) => lead.photos.filter(isPending));
  const byBrand = Map.groupBy(wanted, (photo) => photo.brandId);
  const asked = { brandIds: [...byBrand.keys()], kind: 'fetchPhoto' } as const;
  const pending = await countJobs(trx, asked, photosPendingMax);
  for (const [brandId, photos] of byBrand) {
    const room = photosPendingMax - pending.get(brandId)!;
    for (const photo of photos.slice(room)) {
      photo.status = 'failed';
      photo.error = 'storage_failed';
    }
  }
}

function isPending(photo: PhotoRecord): boolean {
  return photo.status === 'pending';
}

function photoJobsOf(plan: IntakePlan, now: number, context: ActionContext): NewJob[] {
  const pending = plan.leads.flatMap((lead) => lead.photos.filter(isPending));
  return pending.map((photo) => photoJob(photo, { id: context.newId(), now }));
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
