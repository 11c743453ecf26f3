// Taking jobs up, holding on to them and giving them back. Ending one belongs to the action that does what
// the job was for, in the same transaction.
import { chooseJobs, fullPlaces, type JobLimits } from '#core/choose-jobs.ts';
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
import { endLeases, replanJobs } from '#db/work-items/job-plans.ts';
import type { ActionContext } from './context.ts';

interface ClaimRequest {
  /** A newer server may have left jobs that this one cannot do. */
  kinds: JobKind[];
  underWay: { brandId: string; lane: string; isSlow?: boolean }[];
  /** What jobs are about that are known to be slow. */
  slowSubjects?: string[];
  limits: JobLimits;
  leaseMs: number;
}

interface Claims {
  jobs: ClaimedJob[];
  /** More is due than fits now. */
  isMoreDue: boolean;
  /** Until the next job is due that is not due yet. */
  nextInMs: number | null;
}

// How many of the jobs that are due are looked at to find some that fit.
const candidatesMax = 200;
const none = { brandIds: [], lanes: [], subjects: [] };

export function claimJobs(
  db: Database,
  { kinds, underWay, slowSubjects = [], limits, leaseMs }: ClaimRequest,
  context: ActionContext,
): Promise<Claims> {
  return db.transaction(async (trx) => {
    const now = context.now();
    const { isFullOfSlow, ...places } = fullPlaces(underWay, limits);
    const full = { ...places, subjects: isFullOfSlow ? slowSubjects : [] };
    const slow = new Set(slowSubjects);
    const due = await findDueJobs(trx, { now, kinds, full, most: candidatesMax });
    const candidates = due.map((job) => ({
      job,
      brandId: job.brandId,
      lane: job.lane,
      isSlow: slow.has(job.subject),
    }));
    const chosen = chooseJobs(candidates, underWay, limits).map(({ job }) => job);
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

/** Returns those that were lost to another worker. */
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

/** After failures that may pass. False for a job that another worker has now. */
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

/** Gives jobs back unfinished, so that they can be taken up at once. */
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

// More than the clocks of two servers of one database differ.
const plannedAheadMsMax = 1_000;

/** At a start, and when the clock was set back: what was planned an hour ahead by mistake is not waited for. */
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

/** Where there can be only one server, all that was leased before its start is free. */
export async function endEarlierLeases(
  db: Database,
  _input: null,
  context: ActionContext,
): Promise<void> {
  await db.transaction((trx) => endLeases(trx, context.now()));
}
