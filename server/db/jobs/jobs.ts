// The queue of jobs. A worker leases the job that it claims. `claims` increases with each claim and
// fences off a worker whose lease has expired. Completed jobs are deleted.
import type { ClaimedJob, JobClaim, JobKind, NewJob } from '#core/job.ts';
import { columns, type Field, marks } from '../columns.ts';
import type { Database } from '../database.ts';
import { SqlText } from '../sql-text.ts';

const claimedFields: Field<'jobs'>[] = [
  'brandId',
  'id',
  'kind',
  'subject',
  'lane',
  'payload',
  'claims',
  'failures',
];
const isClaim = 'brand_id = ? and id = ? and claims = ?';

/** Call in the transaction that causes the jobs: they commit or roll back with it. */
export async function enqueueJobs(db: Database, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await db.insertRows(
    'jobs',
    jobs.map((job) => ({
      ...job,
      plannedAt: job.createdAt,
      leasedUntil: null,
      claims: 0,
      failures: 0,
    })),
  );
  await db.notify('jobs');
}

interface DueJobs {
  now: number;
  kinds: readonly JobKind[];
  /** Excluded from the search. */
  full: { brandIds: readonly string[]; lanes: readonly string[]; subjects: readonly string[] };
  most: number;
}

/** Counts each brand's jobs of a kind, up to `most`. */
export async function countJobs(
  db: Database,
  { brandIds, kind }: { brandIds: readonly string[]; kind: JobKind },
  most: number,
): Promise<Map<string, number>> {
  const rows = await db.allOf<{ brandId: string; found: number }>(
    `select ? as "brandId", count(*) as found
      from (select 1 from jobs where brand_id = ? and kind = ? limit ${most}) as j`,
    brandIds.map((brandId) => [brandId, brandId, kind]),
  );
  return new Map(rows.map(({ brandId, found }) => [brandId, found]));
}

/** Due jobs of these kinds, longest due first, except those of full brands, lanes and subjects. */
export function findDueJobs(
  db: Database,
  { now, kinds, full, most }: DueJobs,
): Promise<ClaimedJob[]> {
  const sql = new SqlText().add(
    `select ${columns('jobs', claimedFields)} from jobs where due_at <= ? and kind in (${marks(kinds)})`,
    now,
    ...kinds,
  );
  for (const [column, values] of [
    ['brand_id', full.brandIds],
    ['lane', full.lanes],
    ['subject', full.subjects],
  ] as const) {
    const listed = inFewLengths(values);
    if (listed.length > 0) sql.add(` and ${column} not in (${marks(listed)})`, ...listed);
  }
  sql.add(` order by due_at limit ?${db.dialect.forUpdateSkipLocked}`, most);
  return db.all(sql.text, ...(sql.values as (string | number)[]));
}

/**
 * Pads the list to a power of two by repeating the last value: each length would be a statement of
 * its own.
 */
function inFewLengths(values: readonly string[]): string[] {
  if (values.length === 0) return [];
  const length = 2 ** Math.ceil(Math.log2(values.length));
  return Array.from({ length }, (_, index) => values[Math.min(index, values.length - 1)]!);
}

/** The due time of the next job that is not due yet. */
export async function findNextDueTime(db: Database, now: number): Promise<number | null> {
  const next = await db.first<{ dueAt: number }>(
    'select due_at as "dueAt" from jobs where due_at > ? order by due_at limit 1',
    now,
  );
  return next?.dueAt ?? null;
}

interface Lease {
  now: number;
  leaseMs: number;
}

/** Claims the jobs, unless another worker has claimed them meanwhile. */
export function leaseJobs(
  db: Database,
  jobs: readonly JobClaim[],
  { now, leaseMs }: Lease,
): Promise<boolean[]> {
  const until = now + leaseMs;
  return db.updateEach(
    `update jobs set claims = claims + 1, due_at = ?, leased_until = ?, planned_at = ? where ${isClaim}`,
    jobs.map(({ brandId, id, claims }) => [until, until, now, brandId, id, claims]),
  );
}

/** Renews the leases that we still have. Pass the jobs in the order of `byBrandAndId`. */
export function renewLeases(
  db: Database,
  jobs: readonly JobClaim[],
  { now, leaseMs }: Lease,
): Promise<boolean[]> {
  const until = now + leaseMs;
  return db.updateEach(
    `update jobs set due_at = ?, leased_until = ?, planned_at = ?
      where ${isClaim} and leased_until is not null`,
    jobs.map(({ brandId, id, claims }) => [until, until, now, brandId, id, claims]),
  );
}

interface Plan {
  now: number;
  dueAt: number;
}

const rest = `update jobs set due_at = ?, planned_at = ?, leased_until = null, failures = ?
  where ${isClaim} and leased_until is not null`;

/**
 * Releases jobs until they are due again. Pass them in the order of `byBrandAndId`. Returns for
 * each whether we still had the lease, and notifies `jobEnded`.
 */
export async function postponeJobs(
  db: Database,
  jobs: readonly (JobClaim & { failures: number; dueAt: number })[],
  now: number,
): Promise<boolean[]> {
  const areOurs = await db.updateEach(
    rest,
    jobs.map(({ brandId, id, claims, failures, dueAt }) => [
      dueAt,
      now,
      failures,
      brandId,
      id,
      claims,
    ]),
  );
  for (const [index, job] of jobs.entries())
    if (areOurs[index]) await db.notify('jobEnded', job.id);
  return areOurs;
}

/** The same for one job, without a notification. */
export async function deferJob(
  db: Database,
  job: JobClaim,
  { now, dueAt }: Plan,
  failures = 0,
): Promise<boolean> {
  const changed = await db.run(rest, dueAt, now, failures, job.brandId, job.id, job.claims);
  return changed === 1;
}

/** Returns false when another worker has claimed the job. Notifies `jobEnded`. */
export async function deleteJob(db: Database, job: JobClaim): Promise<boolean> {
  const isOurs = await dropJob(db, job);
  if (isOurs) await db.notify('jobEnded', job.id);
  return isOurs;
}

/** The same without a notification. */
export async function dropJob(db: Database, job: JobClaim): Promise<boolean> {
  const changed = await db.run(
    `delete from jobs where ${isClaim}`,
    job.brandId,
    job.id,
    job.claims,
  );
  return changed === 1;
}

/** Locks the job until the transaction ends; false when another worker has claimed it. */
export async function lockJob(db: Database, job: JobClaim): Promise<boolean> {
  const locked = await db.first(
    `select id from jobs where ${isClaim}${db.dialect.forUpdate}`,
    job.brandId,
    job.id,
    job.claims,
  );
  return locked !== undefined;
}

/** Saves the progress of a job of several steps. */
export async function updateJobPayload(
  db: Database,
  job: JobClaim,
  payload: string,
): Promise<void> {
  await db.run(
    `update jobs set payload = ? where ${isClaim}`,
    payload,
    job.brandId,
    job.id,
    job.claims,
  );
}

export interface JobsOfLanes {
  brandId: string;
  lanes: readonly string[];
}

export async function hasJobs(db: Database, { brandId, lanes }: JobsOfLanes): Promise<boolean> {
  const found = await db.first(
    `select id from jobs where brand_id = ? and lane in (${marks(lanes)}) limit 1`,
    brandId,
    ...lanes,
  );
  return found !== undefined;
}

/** Fences off the workers of these jobs. */
export async function deleteJobsOf(db: Database, { brandId, lanes }: JobsOfLanes): Promise<void> {
  await deleteInOrder(db, `brand_id = ? and lane in (${marks(lanes)})`, [brandId, ...lanes]);
}

/** Fences off the workers of these jobs, and notifies `jobEnded`. */
export async function deleteJobsAbout(
  db: Database,
  { brandId, kind, subjects }: { brandId: string; kind: JobKind; subjects: readonly string[] },
): Promise<void> {
  const where = `brand_id = ? and kind = ? and subject in (${marks(subjects)})`;
  const deleted = await deleteInOrder(db, where, [brandId, kind, ...subjects]);
  for (const id of deleted) await db.notify('jobEnded', id);
}

/** The same for all jobs of the brand of these kinds. */
export async function deleteJobsOfKinds(
  db: Database,
  { brandId, kinds }: { brandId: string; kinds: readonly JobKind[] },
): Promise<void> {
  const where = `brand_id = ? and kind in (${marks(kinds)})`;
  const deleted = await deleteInOrder(db, where, [brandId, ...kinds]);
  for (const id of deleted) await db.notify('jobEnded', id);
}

/** Every transaction locks jobs in this order, which prevents deadlocks. */
async function deleteInOrder(db: Database, where: string, values: string[]): Promise<string[]> {
  const locked = await db.all<{ id: string }>(
    `select id from jobs where ${where} order by id${db.dialect.forUpdate}`,
    ...values,
  );
  await db.run(`delete from jobs where ${where}`, ...values);
  return locked.map(({ id }) => id);
}

export async function hasWaitingJob(
  db: Database,
  { brandId, kind }: Pick<NewJob, 'brandId' | 'kind'>,
): Promise<boolean> {
  const found = await db.first(
    'select id from jobs where brand_id = ? and kind = ? and leased_until is null limit 1',
    brandId,
    kind,
  );
  return found !== undefined;
}
