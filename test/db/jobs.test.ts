// A job has one holder at a time, whatever happens to the previous one.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { before, beforeEach, test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import { claimJobs, endEarlierLeases, releaseJobs, renewJobs, retryJobs } from '#actions/jobs.ts';
import type { ClaimedJob } from '#core/job.ts';
import { deleteJob, enqueueJobs } from '#db/jobs/jobs.ts';
import { systemContext } from '#runner/system-context.ts';
import { withEachTables } from '../support/each-database.ts';

const leaseMs = 1_000;
const limits = { total: 10, perBrand: 10, perLane: 10 };
let time = 1_000_000;
const context = { ...systemContext(), now: () => time };

// Makes a valid id from a name.
const idOf = (name: string) =>
  hash('sha1', name).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');

withEachTables('jobs', (db) => {
  let brandId: string;
  before(async () => {
    brandId = (await createBrand(db, { name: 'Brand', country: 'NL' }, context)).id;
  });
  beforeEach(() => db.execute('delete from jobs'));

  const add = (name: string, lane = 'host', dueAt = time) =>
    enqueueJobs(db, [
      {
        brandId,
        id: idOf(name),
        kind: 'fetchPhoto',
        subject: idOf('lead'),
        lane,
        payload: '{}',
        dueAt,
        createdAt: time,
      },
    ]);
  const claim = async (inFlight: ClaimedJob[] = [], most = limits) =>
    claimJobs(db, { kinds: ['fetchPhoto'], inFlight, limits: most, leaseMs }, context);

  test('a job is claimed once, and again when its lease expires', async () => {
    await add('one');
    const first = await claim();
    assert.deepEqual(
      first.jobs.map(({ id, claims, failures }) => ({ id, claims, failures })),
      [{ id: idOf('one'), claims: 1, failures: 0 }],
    );
    assert.equal(first.nextInMs, leaseMs);
    assert.deepEqual((await claim()).jobs, []);
    time += leaseMs;
    const [second] = (await claim()).jobs;
    assert.equal(second!.claims, 2);

    // The first holder comes back, and can no longer change the job.
    const [stale] = first.jobs;
    assert.equal(await deleteJob(db, stale!), false);
    assert.deepEqual(await retryJobs(db, [{ job: stale!, failures: 1, inMs: 0 }], context), [
      false,
    ]);
    assert.deepEqual(await renewJobs(db, { jobs: [stale!, second!], leaseMs }, context), [stale!]);
    assert.equal(await deleteJob(db, second!), true);
    assert.equal(await deleteJob(db, second!), false);
  });

  test('a renewed lease is extended', async () => {
    await add('one');
    const { jobs } = await claim();
    time += leaseMs - 1;
    assert.deepEqual(await renewJobs(db, { jobs, leaseMs }, context), []);
    time += leaseMs - 1;
    assert.deepEqual((await claim()).jobs, []);
  });

  test('a failed job is due later; a released one immediately', async () => {
    await add('one');
    const [job] = (await claim()).jobs;
    assert.deepEqual(await retryJobs(db, [{ job: job!, failures: 1, inMs: 5_000 }], context), [
      true,
    ]);
    assert.deepEqual(await claim(), { jobs: [], isMoreDue: false, nextInMs: 5_000 });
    time += 5_000;
    const [again] = (await claim()).jobs;
    assert.equal(again!.failures, 1);
    await releaseJobs(db, [again!], context);
    assert.equal((await claim()).jobs.length, 1);
  });

  test('a start with exclusive access frees leases, not pending jobs', async () => {
    await add('leased');
    await add('waiting', 'host', time + 60_000);
    await claim();
    await endEarlierLeases(db, null, context);
    assert.deepEqual(
      (await claim()).jobs.map(({ id }) => id),
      [idOf('leased')],
    );
  });

  test('slow jobs do not block others', async () => {
    const named = (name: string, dueAt: number) => ({
      brandId,
      id: idOf(name),
      kind: 'fetchPhoto' as const,
      subject: idOf(`subject ${name}`),
      lane: name,
      payload: '{}',
      dueAt,
      createdAt: time,
    });
    const slow = Array.from({ length: 300 }, (_, index) => `slow ${index}`);
    await enqueueJobs(
      db,
      slow.map((name) => named(name, time - 1_000)),
    );
    const asked = {
      kinds: ['fetchPhoto' as const],
      limits: { total: 100, perBrand: 100, perLane: 1, slow: 3 },
      slowSubjects: slow.map((name) => idOf(`subject ${name}`)),
      leaseMs,
    };
    const first = await claimJobs(db, { ...asked, inFlight: [] }, context);
    assert.equal(first.jobs.length, 3);
    await enqueueJobs(db, [named('quick', time)]);
    const inFlight = first.jobs.map((job) => ({ ...job, isSlow: true }));
    const { jobs } = await claimJobs(db, { ...asked, inFlight }, context);
    assert.deepEqual(
      jobs.map(({ id }) => id),
      [idOf('quick')],
    );
    // One of them has completed.
    const next = await claimJobs(db, { ...asked, inFlight: inFlight.slice(1) }, context);
    assert.equal(next.jobs.length, 1);
  });

  test('a full lane does not block others', async () => {
    for (let index = 0; index < 300; index++) await add(`slow ${index}`, 'slow', time - 1_000);
    const few = { ...limits, perLane: 2 };
    const first = await claim([], few);
    assert.equal(first.jobs.length, 2);
    assert.equal(first.isMoreDue, true);
    await add('quick', 'quick');
    assert.deepEqual(
      (await claim(first.jobs, few)).jobs.map(({ id }) => id),
      [idOf('quick')],
    );
  });
});
