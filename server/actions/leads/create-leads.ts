// Creates leads, one transaction per batch. A batch that fails is retried lead by lead, so one bad
// lead never fails another.
import type { Match } from '#contract/lead-batch-lists.ts';
import type { Language } from '#contract/account-lists.ts';
import type { LeadSubmission } from '#contract/lead-submission.ts';
import { photosPendingMax } from '#contract/limits.ts';
import type { Author } from '#core/author.ts';
import { eventsOfIntake } from '#core/leads/intake-events.ts';
import type { NewJob } from '#core/job.ts';
import { planReceipt } from '#core/notifications/customer-mail-jobs.ts';
import { personLocks } from '#core/customers/person-locks.ts';
import { provokedByPhotoUrl } from '#core/leads/test-inputs.ts';
import { photoJob } from '#core/photos/photo-job.ts';
import { type IntakePlan, type PlannedLead, planLeadIntake } from '#core/leads/plan-lead-intake.ts';
import { presentWorkItem } from '#core/present.ts';
import type { UploadedFile } from '#core/photos/upload-url.ts';
import type { PhotoRecord } from '#core/records.ts';
import { answerToLead } from '#core/leads/idempotency-record.ts';
import { noteCreationTime } from '#db/lists/creation-order.ts';
import { type Database, DatabaseDamaged, DatabaseUnavailable } from '#db/database.ts';
import { countJobs, enqueueJobs } from '#db/jobs/jobs.ts';
import { insertLeadSubmissions } from '#db/leads/lead-submissions.ts';
import type { ActionContext } from '../context.ts';
import { recordEvents } from '../events/events.ts';
import { findAnswers, keyLocks, rememberAnswers } from './idempotency.ts';
import {
  type acceptIntakeRoute,
  type channelRoute,
  type LeadOrigin,
  settleIntakes,
} from '../intakes/settle-intakes.ts';
import { readMailingBrands, writeCustomerMails } from '../notifications/customer-mails.ts';
import { noteDoubts } from '../intakes/note-doubts.ts';
import { withoutFormerAssignees } from '../work-items/assignees.ts';
import { planFollowUps } from '../work-items/follow-ups.ts';
import type { LeadStatus } from '#contract/work-item-lists.ts';
import { findKnownCustomers, intakesOf, writeIntake } from './write-intake.ts';

export interface LeadRequest {
  brandId: string;
  brandCountry: string;
  /** On the test side, where test inputs have an effect. */
  isTest?: boolean;
  brandLanguage: Language;
  author: Author;
  lead: LeadSubmission;
  /** Earlier than now, for a lead that was held. */
  receivedAt?: number;
  /** Of the form that the visitor saw. */
  language?: Language | null;
  /** How far it got elsewhere; `request` by default. */
  status?: LeadStatus;
  /** Pictures that came with it. */
  files?: readonly UploadedFile[];
  /** Set when it came in through a channel, or was held or refused before. */
  origin?: LeadOrigin;
  rawBody: string;
  idempotency: {
    route: LeadRoute;
    key: string;
    bodyHash: string;
    /** How long the first call may wait for its photos before it responds. */
    photoWaitMs: number;
    isAnswerOmitted?: boolean;
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
  /** A call with the same Idempotency-Key is pending on another server; `waitMs` is for its photos. */
  | { outcome: 'in_flight'; waitMs: number }
  /** Another server holds the lock of the same person: nothing was created yet. */
  | { outcome: 'contended' }
  /** `isDamaged` when the database found a corrupt page. */
  | { outcome: 'unavailable'; reason: string; isDamaged: boolean }
  | { outcome: 'failed'; reason: string };

type CreatedLead = Extract<LeadResult, { outcome: 'created' }>;

export const createLeadRoute = 'POST /v1/api/leads';
// Each lead of a batch has a stored response of its own.
export const createLeadBatchRoute = 'POST /v1/api/leads/batch';
type LeadRoute =
  | typeof createLeadRoute
  | typeof createLeadBatchRoute
  | typeof acceptIntakeRoute
  | typeof channelRoute;

/** Skips leads of a person whom another server has locked, so that the other leads need not wait. */
export function createLeads(
  db: Database,
  requests: readonly LeadRequest[],
  context: ActionContext,
): Promise<LeadResult[]> {
  return create(db, requests, context, 'skip');
}

/** Creates the leads that `createLeads` skipped: waits for the other server's lock. */
export function createContendedLeads(
  db: Database,
  requests: readonly LeadRequest[],
  context: ActionContext,
): Promise<LeadResult[]> {
  return create(db, requests, context, 'wait');
}

type OnContention = 'skip' | 'wait';

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
    // Other leads may not touch the damaged pages.
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
    // An unavailable database fails the rest too: each lead would only wait for the same lock.
    const last = results.at(-1);
    const isGone = last?.outcome === 'unavailable' && !last.isDamaged;
    results.push(...(isGone ? [last] : await create(db, [request], context, onContention)));
  }
  return results;
}

/** Creates all leads or, by throwing, none. */
export async function createInTransaction(
  trx: Database,
  requests: readonly LeadRequest[],
  context: ActionContext,
  onContention: OnContention,
): Promise<LeadResult[]> {
  const skipped = new Map<LeadRequest, LeadResult>();
  const free = await lockPeople(trx, requests, skipped, onContention);
  // Read the clock under the locks, so that creation times follow lock order.
  const now = context.now();
  // The first call may still be waiting for its photos on another server.
  const earlier = await findAnswers(trx, free, now, (one) => one.idempotency.photoWaitMs);
  const fresh = free.filter((request) => !earlier.has(request));

  const [known, intakes, mailing] = await Promise.all([
    findKnownCustomers(trx, fresh),
    intakesOf(trx, fresh, now, context),
    readMailingBrands(trx, fresh),
  ]);
  const plan = planLeadIntake(known, await withoutFormerAssignees(trx, intakes));
  for (const [at, { status = 'request' }] of fresh.entries())
    plan.leads[at]!.workItem.status = status;
  await refusePhotosOverLimit(trx, plan);
  await noteCreationTime(trx, now);
  const jobs = photoJobsOf(plan, fresh, now, context);
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
  const receipts = plan.leads.flatMap((lead, at) => planReceipt(lead, fresh[at]!, now) ?? []);
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
    () =>
      planFollowUps(
        trx,
        plan.leads.map(({ workItem }) => workItem),
        context,
      ),
    () => writeCustomerMails(trx, receipts, { mailing, context }),
    remember,
  ]);
  await settleIntakes(trx, fresh, plan.leads, now);
  await noteDoubts(trx, plan.leads);
  trx.upkeep.tidyIndexes(fresh.length);
  return requests.map(
    (request) => created.get(request) ?? earlier.get(request) ?? skipped.get(request)!,
  );
}

/** Locks people and Idempotency-Keys until the commit; returns the requests that got all their locks. */
async function lockPeople(
  trx: Database,
  requests: readonly LeadRequest[],
  skipped: Map<LeadRequest, LeadResult>,
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
    skipped.set(
      request,
      isClaimed ? { outcome: 'contended' } : { outcome: 'in_flight', waitMs: 0 },
    );
    return false;
  });
}

// Bounds a brand's photo queue: photos beyond the limit fail immediately.
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

function photoJobsOf(
  plan: IntakePlan,
  requests: readonly LeadRequest[],
  now: number,
  context: ActionContext,
): NewJob[] {
  return plan.leads.flatMap(({ photos }, index) => {
    const { isTest = false } = requests[index]!;
    const staysPending = (url: string) => isTest && provokedByPhotoUrl(url) === 'pending';
    return photos
      .filter((photo) => isPending(photo) && !staysPending(photo.url))
      .map((photo) => photoJob(photo, { id: context.newId(), now, isTest }));
  });
}

function writeSubmissions(
  trx: Database,
  requests: readonly LeadRequest[],
  leads: readonly PlannedLead[],
  now: number,
): Promise<void> {
  return insertLeadSubmissions(
    trx,
    requests.map(({ brandId, rawBody, author, receivedAt = now, language = null }, index) => ({
      brandId,
      workItemId: leads[index]!.workItem.id,
      body: rawBody,
      apiKeyId: author.actor === 'key' ? author.actorId : null,
      requestId: author.requestId!,
      receivedAt,
      language,
    })),
  );
}
