// Claiming, renewing and releasing jobs takes PostgreSQL the same few statements, however many jobs
// there are.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import { claimJobs, releaseJobs, renewJobs, retryJobs } from '#actions/jobs.ts';
import type { ClaimedJob } from '#core/job.ts';
import { deleteJob, enqueueJobs } from '#db/jobs/jobs.ts';
import { systemContext } from '#runner/system-context.ts';
import { newPostgresDatabase, type PostgresTestDatabase } from '../support/postgres-database.ts';
import { statementsOf } from '../support/statements-of.ts';

const leaseMs = 60_000;
const limits = { total: 1_000, perBrand: 1_000, perLane: 1_000 };
const context = systemContext();

let database: PostgresTestDatabase;
let db: ReturnType<PostgresTestDatabase['open']>;
let brandIds: string[];
before(async () => {
  database = await newPostgresDatabase({ isMigrated: true });
  db = database.open({ connectionsMax: 1 });
  const brands = ['One', 'Two', 'Three'].map((name) =>
    createBrand(db, { name, country: 'NL' }, context),
  );
  brandIds = (await Promise.all(brands)).map(({ id }) => id);
});
after(() => database?.drop());

const add = (count: number) => {
  const now = context.now();
  return enqueueJobs(
    db,
    Array.from({ length: count }, (_, at) => {
      const [brandId, id] = [brandIds[at % brandIds.length]!, context.newId()];
      const about = { brandId, id, kind: 'fetchPhoto' as const, subject: id, lane: 'host' };
      return { ...about, payload: '{}', dueAt: now, createdAt: now };
    }),
  );
};
const claim = async () =>
  (await claimJobs(db, { kinds: ['fetchPhoto'], inFlight: [], limits, leaseMs }, context)).jobs;
const renew = (jobs: ClaimedJob[]) => renewJobs(db, { jobs, leaseMs }, context);

const retry = (jobs: ClaimedJob[]) =>
  retryJobs(
    db,
    jobs.map((job) => ({ job, failures: 1, inMs: 0 })),
    context,
  );
const release = (jobs: ClaimedJob[]) => releaseJobs(db, jobs, context);

test('releasing many jobs takes as many statements as one', async () => {
  await add(1);
  await retry(await claim());
  await release(await claim());
  const counted = async (count: number) => {
    await add(count - 1);
    let jobs = await claim();
    assert.equal(jobs.length, count);
    const retrying = await statementsOf(async () => {
      assert.deepEqual(await retry(jobs), Array(count).fill(true));
    });
    // Another worker may hold them now.
    assert.deepEqual(await retry(jobs), Array(count).fill(false));
    jobs = await claim();
    assert.equal(jobs.length, count);
    assert.ok(jobs.every(({ failures }) => failures === 1));
    const releasing = await statementsOf(() => release(jobs));
    return { retrying: retrying.length, releasing: releasing.length };
  };
  const forOne = await counted(1);
  assert.deepEqual(await counted(100), forOne);
  for (const job of await claim()) await deleteJob(db, job);
});

test('claiming and renewing many jobs takes as many statements as one', async () => {
  // The first use of a statement costs an extra round trip to describe it.
  await add(1);
  await renew(await claim());
  const counted = async (count: number) => {
    await add(count);
    let jobs: ClaimedJob[] = [];
    const claiming = await statementsOf(async () => (jobs = await claim()));
    assert.equal(jobs.length, count);
    const renewing = await statementsOf(async () => assert.deepEqual(await renew(jobs), []));
    return { jobs, claiming: claiming.length, renewing: renewing.length };
  };
  const { jobs: _one, ...forOne } = await counted(1);
  const { jobs, ...forMany } = await counted(100);
  assert.deepEqual(forMany, forOne);
  // One between begin and commit.
  assert.equal(forOne.renewing, 3);

  // Exactly the completed and the reclaimed jobs are reported.
  const [done, taken] = jobs.toSpliced(0, 50);
  await deleteJob(db, done!);
  await db.run('update jobs set claims = claims + 1 where id = ?', taken!.id);
  const lost = await renew(jobs);
  assert.deepEqual(lost.map(({ id }) => id).toSorted(), [done!.id, taken!.id].toSorted());
});
