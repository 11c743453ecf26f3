// The jobs of all kinds. A job is leased to the worker that takes it up; `claims` counts up each time and
// fences off a worker whose lease ran out. A job that is done is no more.
import type { ClaimedJob, JobClaim, JobKind, NewJob } from '#core/job.ts';
import { columns, type Field, marks } from './columns.ts';
import type { Database } from './database.ts';
import { SqlText } from './sql-text.ts';

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

/** Belongs into the transaction that calls for them: then none is lost, and none made for nothing. */
export async function enqueueJobs(db: Database, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await db.insertRows(
    'jobs',
    jobs.map((job) => ({ ...job, leasedUntil: null, claims: 0, failures: 0 })),
  );
  await db.notify('jobs');
}

interface DueJobs {
  now: number;
  kinds: readonly JobKind[];
  /** Brands and lanes that are left out. */
  full: { brandIds: readonly string[]; lanes: readonly string[] };
  most: number;
}

/** How many jobs a brand has, counted to that many. */
export async function countJobs(db: Database, brandId: string, most: number): Promise<number> {
  const row = await db.first<{ found: number }>(
    'select count(*) as found from (select 1 from jobs where brand_id = ? limit ?) as j',
    brandId,
    most,
  );
  return row!.found;
}

/** Those of these kinds that are due, the longest due first, but for brands and lanes that are full. */
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
  ] as const) {
    if (values.length > 0) sql.add(` and ${column} not in (${marks(values)})`, ...values);
  }
  sql.add(` order by due_at limit ?${db.dialect.takingFreeRows}`, most);
  return db.all(sql.text, ...(sql.values as (string | number)[]));
}

/** When the next job is due that is not due yet. */
export async function findNextDueTime(db: Database, now: number): Promise<number | null> {
  const next = await db.first<{ dueAt: number }>(
    'select due_at as "dueAt" from jobs where due_at > ? order by due_at limit 1',
    now,
  );
  return next?.dueAt ?? null;
}

/** As long as nobody else has claimed it meanwhile. */
export async function leaseJob(db: Database, job: JobClaim, until: number): Promise<boolean> {
  const changed = await db.run(
    `update jobs set claims = claims + 1, due_at = ?, leased_until = ? where ${isClaim}`,
    until,
    until,
    job.brandId,
    job.id,
    job.claims,
  );
  return changed === 1;
}

export async function renewLease(db: Database, job: JobClaim, until: number): Promise<boolean> {
  const changed = await db.run(
    `update jobs set due_at = ?, leased_until = ? where ${isClaim} and leased_until is not null`,
    until,
    until,
    job.brandId,
    job.id,
    job.claims,
  );
  return changed === 1;
}

/** Gives it back, to be taken up again at that time. */
export async function postponeJob(
  db: Database,
  job: JobClaim,
  dueAt: number,
  failures: number,
): Promise<boolean> {
  const changed = await db.run(
    `update jobs set due_at = ?, leased_until = null, failures = ? where ${isClaim}`,
    dueAt,
    failures,
    job.brandId,
    job.id,
    job.claims,
  );
  if (changed === 1) await db.notify('jobEnded', job.id);
  return changed === 1;
}

/** False when another worker has it now. */
export async function deleteJob(db: Database, job: JobClaim): Promise<boolean> {
  const changed = await db.run(
    `delete from jobs where ${isClaim}`,
    job.brandId,
    job.id,
    job.claims,
  );
  if (changed === 1) await db.notify('jobEnded', job.id);
  return changed === 1;
}

/** For a start that knows that every earlier worker is dead. */
export function endLeases(db: Database, now: number): Promise<number> {
  return db.run(
    'update jobs set due_at = ?, leased_until = null where leased_until is not null',
    now,
  );
}
