// Claims jobs, renews their leases and releases them. The action that does a job's work also ends the
// job, in the same transaction.
import { chooseJobs, fullSlots, type JobLimits } from '#core/choose-jobs.ts';
import { type ClaimedJob, byBrandAndId, type JobClaim, type JobKind } from '#core/job.ts';
import { never } from '#core/webhooks/webhook-jobs.ts';
import type { Database } from '#db/database.ts';
import {
  findDueJobs,
  findNextDueTime,
  leaseJobs,
  postponeJobs,
  renewLeases,
} from '#db/jobs/jobs.ts';
import { endLeases, replanJobs } from '#db/jobs/job-plans.ts';
import type { ActionContext } from './context.ts';

interface ClaimRequest {
  /** The kinds this server can run: a newer server may have enqueued others. */
  kinds: JobKind[];
  inFlight: { brandId: string; lane: string; isSlow?: boolean }[];
  /** Subjects whose jobs are known to be slow. */
  slowSubjects?: string[];
  limits: JobLimits;
  leaseMs: number;
}

interface Claims {
  jobs: ClaimedJob[];
  /** More jobs are due than there are free slots. */
  isMoreDue: boolean;
  /** Time until the next job that is not due yet. */
  nextInMs: number | null;
}

// Due jobs read per claim, to find some that fit the limits.
const candidatesMax = 200;
const none = { brandIds: [], lanes: [], subjects: [] };

export function claimJobs(
  db: Database,
  { kinds, inFlight, slowSubjects = [], limits, leaseMs }: ClaimRequest,
  context: ActionContext,
): Promise<Claims> {
  return db.transaction(async (trx) => {
    const now = context.now();
    const { isFullOfSlow, ...slots } = fullSlots(inFlight, limits);
    const full = { ...slots, subjects: isFullOfSlow ? slowSubjects : [] };
    const slow = new Set(slowSubjects);
    const due = await findDueJobs(trx, { now, kinds, full, most: candidatesMax });
    const candidates = due.map((job) => ({
      job,
      brandId: job.brandId,
      lane: job.lane,
      isSlow: slow.has(job.subject),
    }));
    const chosen = chooseJobs(candidates, inFlight, limits).map(({ job }) => job);
    const areOurs = await leaseJobs(trx, chosen, { now, leaseMs });
    const jobs = chosen
      .filter((_, index) => areOurs[index])
      .map((job) => ({ ...job, claims: job.claims + 1 }));
    const [left] = await findDueJobs(trx, { now, kinds, full: none, most: 1 });
    const nextDueAt = await findNextDueTime(trx, now);
    const nextInMs = nextDueAt === null ? null : nextDueAt - now;
    return { jobs, isMoreDue: left !== undefined, nextInMs };
  });
}

/** Returns the jobs that were lost to another worker. */
export function renewJobs(
  db: Database,
  { jobs, leaseMs }: { jobs: JobClaim[]; leaseMs: number },
  context: ActionContext,
): Promise<JobClaim[]> {
  return db.transaction(async (trx) => {
    const inOrder = jobs.toSorted(byBrandAndId);
    const areOurs = await renewLeases(trx, inOrder, { now: context.now(), leaseMs });
    return inOrder.filter((_, index) => !areOurs[index]);
  });
}

export interface JobRetry {
  job: JobClaim;
  failures: number;
  inMs: number;
}

/** Postpones jobs after transient failures. Returns false for a job that another worker has claimed. */
export function retryJobs(
  db: Database,
  retries: readonly JobRetry[],
  context: ActionContext,
): Promise<boolean[]> {
  return db.transaction(async (trx) => {
    const now = context.now();
    const inOrder = retries.toSorted((one, other) => byBrandAndId(one.job, other.job));
    const areOurs = await postponeJobs(
      trx,
      inOrder.map(({ job, failures, inMs }) => ({ ...job, failures, dueAt: now + inMs })),
      now,
    );
    const postponed = new Set(inOrder.filter((_, index) => areOurs[index]));
    return retries.map((retry) => postponed.has(retry));
  });
}

/** Releases unfinished jobs, so that they can be claimed again immediately. */
export function releaseJobs(
  db: Database,
  jobs: (JobClaim & { failures: number })[],
  context: ActionContext,
): Promise<void> {
  return db.transaction(async (trx) => {
    const now = context.now();
    const released = jobs.toSorted(byBrandAndId).map((job) => ({ ...job, dueAt: now }));
    await postponeJobs(trx, released, now);
  });
}

// More than the clock skew between two servers of one database.
const plannedAheadMsMax = 1_000;

/** Replans jobs that were scheduled by a clock ahead of now: at start, and after the clock was set back. */
export function replanEarlyJobs(
  db: Database,
  _input: null,
  context: ActionContext,
): Promise<number> {
  return db.transaction((trx) => {
    const now = context.now();
    return replanJobs(trx, { now, plannedAfter: now + plannedAheadMsMax, never });
  });
}

/** Ends all leases from before the start, where only one server can run (SQLite). */
export async function endEarlierLeases(
  db: Database,
  _input: null,
  context: ActionContext,
): Promise<void> {
  await db.transaction((trx) => endLeases(trx, context.now()));
}
