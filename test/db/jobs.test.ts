// A job has one holder at a time, whatever happens to the one before.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { createBrand } from '#actions/brands.ts';
import { claimJobs, endEarlierLeases, releaseJobs, renewJobs, retryJob } from '#actions/jobs.ts';
import { prepareTables } from '#actions/prepare-installation.ts';
import type { ClaimedJob } from '#core/job.ts';
import type { Database } from '#db/database.ts';
import { deleteJob, enqueueJobs } from '#db/jobs.ts';
import { openSqlite } from '#db/sqlite/open.ts';
import { systemContext } from '#runner/system-context.ts';

const leaseMs = 1_000;
const limits = { total: 10, perBrand: 10, perLane: 10 };
let time = 1_000_000;
const context = { ...systemContext(), now: () => time };
let db: Database;
let brandId: string;

beforeEach(async () => {
  db = openSqlite(':memory:');
  await prepareTables(db, null, context);
  brandId = (await createBrand(db, { name: 'Brand', country: 'NL' }, context)).id;
});
afterEach(() => db.close());

const add = (id: string, lane = 'host', dueAt = time) =>
  enqueueJobs(db, [
    {
      brandId,
      id,
      kind: 'fetchPhoto',
      subject: 'lead',
      lane,
      payload: '{}',
      dueAt,
      createdAt: time,
    },
  ]);
const claim = async (underWay: ClaimedJob[] = [], most = limits) =>
  claimJobs(db, { underWay, limits: most, leaseMs }, context);

test('a job is claimed once, and again when its lease is over', async () => {
  await add('one');
  const first = await claim();
  assert.deepEqual(
    first.jobs.map(({ id, claims, failures }) => ({ id, claims, failures })),
    [{ id: 'one', claims: 1, failures: 0 }],
  );
  assert.equal(first.nextInMs, leaseMs);
  assert.deepEqual((await claim()).jobs, []);
  time += leaseMs;
  const [second] = (await claim()).jobs;
  assert.equal(second!.claims, 2);

  // The first holder comes back: it can do nothing any more.
  const [stale] = first.jobs;
  assert.equal(await deleteJob(db, stale!), false);
  assert.equal(await retryJob(db, { job: stale!, failures: 1, inMs: 0 }, context), false);
  assert.deepEqual(await renewJobs(db, { jobs: [stale!, second!], leaseMs }, context), [stale!]);
  assert.equal(await deleteJob(db, second!), true);
  assert.equal(await deleteJob(db, second!), false);
});

test('a lease that is renewed goes on', async () => {
  await add('one');
  const { jobs } = await claim();
  time += leaseMs - 1;
  assert.deepEqual(await renewJobs(db, { jobs, leaseMs }, context), []);
  time += leaseMs - 1;
  assert.deepEqual((await claim()).jobs, []);
});

test('a job that failed is due later; one that is given back is due at once', async () => {
  await add('one');
  const [job] = (await claim()).jobs;
  assert.equal(await retryJob(db, { job: job!, failures: 1, inMs: 5_000 }, context), true);
  assert.deepEqual(await claim(), { jobs: [], isMoreDue: false, nextInMs: 5_000 });
  time += 5_000;
  const [again] = (await claim()).jobs;
  assert.equal(again!.failures, 1);
  await releaseJobs(db, [again!], context);
  assert.equal((await claim()).jobs.length, 1);
});

test('a start that has the database to itself frees what was leased, not what waits', async () => {
  await add('leased');
  await add('waiting', 'host', time + 60_000);
  await claim();
  await endEarlierLeases(db, null, context);
  assert.deepEqual(
    (await claim()).jobs.map(({ id }) => id),
    ['leased'],
  );
});

test('a lane that is full does not stand in the way of others', async () => {
  for (let index = 0; index < 300; index++) await add(`slow ${index}`, 'slow', time - 1_000);
  const few = { ...limits, perLane: 2 };
  const first = await claim([], few);
  assert.equal(first.jobs.length, 2);
  assert.equal(first.isMoreDue, true);
  await add('quick', 'quick');
  assert.deepEqual(
    (await claim(first.jobs, few)).jobs.map(({ id }) => id),
    ['quick'],
  );
});
