// Times stored by a clock that was an hour ahead are not trusted.
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import { claimJobs, replanEarlyJobs, retryJobs } from '#actions/jobs.ts';
import { takeFromRateWindow } from '#actions/rate-windows.ts';
import {
  idempotencyOutcome,
  idempotencyRecord,
  inFlightStatus,
} from '#core/leads/idempotency-record.ts';
import { never } from '#core/webhooks/webhook-jobs.ts';
import { enqueueJobs } from '#db/jobs/jobs.ts';
import { systemContext } from '#runner/system-context.ts';
import { withEachTables } from '../support/each-database.ts';

const [second, hour] = [1_000, 3_600_000];
const leaseMs = 30 * second;
const retryMs = 5 * second;
const limits = { total: 10, perBrand: 10, perLane: 10 };
let time = 1_700_000_000_000;
const context = { ...systemContext(), now: () => time };

withEachTables('a clock that was ahead', (db) => {
  let brandId: string;
  before(async () => (brandId = (await createBrand(db, { name: 'B', country: 'NL' }, context)).id));
  beforeEach(() => db.execute('delete from jobs'));

  const take = (limit = 2) =>
    takeFromRateWindow(db, { subject: 'key one', limit, windowMs: 60 * second, share: 1 }, context);
  const add = async (dueAt = time) => {
    const id = context.newId();
    const about = { brandId, id, kind: 'fetchPhoto' as const, subject: id, lane: 'host' };
    await enqueueJobs(db, [{ ...about, payload: '{}', dueAt, createdAt: time }]);
    return id;
  };
  const claim = () =>
    claimJobs(db, { kinds: ['fetchPhoto'], inFlight: [], limits, leaseMs }, context);

  test('a window that starts in an hour is reset', async () => {
    for (const granted of [1, 1, 0]) assert.equal((await take()).granted, granted);
    time -= hour;
    assert.deepEqual(await take(), { granted: 1, remaining: 1, leftMs: 60 * second });
    // Clocks of two servers always differ slightly.
    time -= 500;
    assert.equal((await take()).remaining, 0);
    time += 500;
    assert.equal((await take()).granted, 0);
  });

  test('jobs do not wait an hour longer', async () => {
    const due = await add();
    const [leased, retried] = [await add(), await add()];
    const { jobs } = await claim();
    assert.equal(jobs.length, 3);
    const jobOf = (id: string) => jobs.find((job) => job.id === id)!;
    await retryJobs(db, [{ job: jobOf(due), failures: 1, inMs: 0 }], context);
    await retryJobs(db, [{ job: jobOf(retried), failures: 1, inMs: retryMs }], context);
    const resting = await add(never);

    time -= hour;
    assert.deepEqual((await claim()).jobs, []);
    assert.equal(await replanEarlyJobs(db, null, context), 3);
    assert.equal(await replanEarlyJobs(db, null, context), 0);
    const dueNow = async () => (await claim()).jobs.map(({ id }) => id);
    assert.deepEqual(await dueNow(), [due]);
    time += retryMs;
    assert.deepEqual(await dueNow(), [retried]);
    time += leaseMs - retryMs;
    // Leased to a worker that no longer exists.
    assert.ok((await dueNow()).includes(leased));
    const row = await db.first<{ dueAt: number }>(
      'select due_at as "dueAt" from jobs where id = ?',
      resting,
    );
    assert.equal(row!.dueAt, never);
  });

  test('jobs planned by a right clock are left alone', async () => {
    await add(time + hour);
    time -= 900;
    assert.equal(await replanEarlyJobs(db, null, context), 0);
  });

  test('a call that started in the future is not in progress', () => {
    const idempotency = { route: 'r', key: 'k', bodyHash: 'h' };
    const answer = { responseStatus: inFlightStatus, responseBody: '{}', workItemId: brandId };
    const row = idempotencyRecord({ brandId, idempotency }, answer, time);
    const repeat = (now: number) =>
      idempotencyOutcome(row, { bodyHash: 'h', inFlightMsMax: 10 * second, now, isShared: true })
        .outcome;
    assert.equal(repeat(time), 'in_flight');
    assert.equal(repeat(time - 500), 'in_flight');
    assert.equal(repeat(time - hour), 'replayed');
  });
});
