// Attempts are settled whatever else happens to the same delivery, and none affects another.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { numberWaitingEvents } from '#actions/events/events.ts';
import { readNextEvents, readReplayedEvents } from '#actions/webhooks/outgoing-events.ts';
import { endRetry } from '#actions/webhooks/rest-webhook-jobs.ts';
import { type AttemptEnd, settleAttempts } from '#actions/webhooks/settle-attempts.ts';
import { sweep } from '#actions/installation/upkeep.ts';
import { replayDelivery, replaySince } from '#actions/webhooks/webhook-deliveries.ts';
import type { ClaimedJob } from '#core/job.ts';
import { readReplayJob } from '#core/webhooks/webhook-jobs.ts';
import type { DeliveryRecord } from '#core/webhooks/webhook-records.ts';
import type { Database } from '#db/database.ts';
import { lockJob } from '#db/jobs/jobs.ts';
import { findAttempts, findDeliveriesOfEvents } from '#db/webhooks/webhook-deliveries.ts';
import { systemContext } from '#runner/system-context.ts';
import { withEachTables } from '../support/each-database.ts';
import { newPostgresDatabase, type PostgresTestDatabase } from '../support/postgres-database.ts';
import { attemptThat, claimOf, happen, newEndpoint } from '../support/webhook-tables.ts';

const context = systemContext();
const retryInMs = 5_000;
const dayMs = 24 * 60 * 60 * 1000;
const notWaitingMsMax = 30_000;

interface Endpoint {
  brandId: string;
  endpointId: string;
}

/** The first attempt at the next event, sent and not yet settled. */
async function firstTry(
  db: Database,
  { brandId, endpointId }: Endpoint,
  attempt = attemptThat('succeeds'),
): Promise<AttemptEnd> {
  await happen(db, brandId);
  await numberWaitingEvents(db, { brandId }, context);
  const job = (await claimOf(db, 'deliverEvents')).find(({ id }) => id === endpointId)!;
  const next = (await readNextEvents(db, { brandId, endpointId, after: 0 }, context))!;
  const event = { ...next.events[0]!, eventPosition: next.events[0]!.eventPosition! };
  const { version } = next;
  return { job, endpointId, version, event, attempt, retryInMs, as: { kind: 'firstTry' } };
}

/** A full replay, up to the attempt to be settled. */
async function replayed(
  db: Database,
  { brandId, endpointId }: Endpoint,
  attempt: AttemptEnd['attempt'] = attemptThat('fails'),
): Promise<AttemptEnd> {
  await replaySince(db, { brandId, id: endpointId, since: 0 }, context);
  const job = (await claimOf(db, 'replayEvents')).find(({ subject }) => subject === endpointId)!;
  const range = readReplayJob(job.payload);
  const next = (await readReplayedEvents(db, { brandId, endpointId, ...range }, context))!;
  const event = { ...next.events[0]!, eventPosition: next.events[0]!.eventPosition! };
  const as = { kind: 'replay' as const, payload: job.payload };
  return { job, endpointId, version: next.version, event, attempt, retryInMs, as };
}

async function deliveryOf(db: Database, endpoint: Endpoint): Promise<DeliveryRecord> {
  const [delivery] = await findDeliveriesOfEvents(db, endpoint, [1]);
  return delivery!;
}

const retriesOf = (db: Database, { endpointId }: Endpoint) =>
  db.all<{ id: string; leasedUntil: number | null }>(
    `select id, leased_until as "leasedUntil" from jobs where subject = ? and kind = 'retryDelivery'`,
    endpointId,
  );

const claimRetry = async (
  db: Database,
  { endpointId }: Endpoint,
): Promise<ClaimedJob | undefined> =>
  (await claimOf(db, 'retryDelivery')).find(({ subject }) => subject === endpointId);

withEachTables('settling attempts', (db) => {
  let endpoint: Endpoint;
  let first: AttemptEnd;
  let key: { brandId: string; endpointId: string; id: string };
  beforeEach(async () => {
    endpoint = await newEndpoint(db);
    first = await firstTry(db, endpoint);
    assert.deepEqual(await settleAttempts(db, { ends: [first], sendsMail: false }, context), [
      'continue',
    ]);
    key = { ...endpoint, id: (await deliveryOf(db, endpoint)).id };
  });

  for (const isTakenUp of [false, true]) {
    const name = isTakenUp ? 'is being sent again' : 'is to be sent again';
    test(`a replay fails with a delivery that ${name} by itself`, async () => {
      const end = await replayed(db, endpoint);
      assert.equal((await replayDelivery(db, key, context)).outcome, 'begun');
      const taken = isTakenUp ? await claimRetry(db, endpoint) : undefined;
      // It is failing now, which changes the endpoint.
      assert.deepEqual(await settleAttempts(db, { ends: [end], sendsMail: false }, context), [
        'reload',
      ]);
      assert.equal((await findAttempts(db, key)).length, 2);
      assert.equal((await deliveryOf(db, endpoint)).status, 'pending');
      const retries = await retriesOf(db, endpoint);
      assert.deepEqual(
        retries.map(({ id, leasedUntil }) => [id, leasedUntil !== null]),
        [[key.id, isTakenUp]],
      );
      const claimed = await claimRetry(db, endpoint);
      assert.equal((taken ?? claimed)?.id, key.id);
      if (isTakenUp) assert.equal(claimed, undefined);
    });
  }

  test('an attempt that cannot be settled does not affect the others', async () => {
    const others = [await newEndpoint(db), await newEndpoint(db)];
    const good = [await firstTry(db, others[0]!), await firstTry(db, others[1]!)];
    // The first one already has a delivery.
    const [one, failed, two] = await settleAttempts(
      db,
      { ends: [good[0]!, first, good[1]!], sendsMail: false },
      context,
    );
    assert.deepEqual([one, two], ['continue', 'continue']);
    assert.match((failed as { failed: string }).failed, /unique/i);
    for (const other of others) {
      assert.equal((await deliveryOf(db, other)).status, 'delivered');
    }
    assert.equal((await findAttempts(db, key)).length, 1);
  });

  test('a retry without work stays when requested before its end', async () => {
    await replayDelivery(db, key, context);
    const retry = (await claimRetry(db, endpoint))!;
    const ask = { job: retry, endpointId: endpoint.endpointId };
    await endRetry(db, ask, context);
    const again = (await claimRetry(db, endpoint))!;
    assert.equal(again.id, key.id);
    await db.run(`update webhook_deliveries set status = 'delivered' where id = ?`, key.id);
    await endRetry(db, { ...ask, job: again }, context);
    assert.deepEqual(await retriesOf(db, endpoint), []);
  });

  test('a delivery is deleted after thirty days, with its attempts and its retry', async () => {
    await replayDelivery(db, key, context);
    const later = (days: number) => ({ ...context, now: () => Date.now() + days * dayMs });
    await sweep(db, null, later(29));
    assert.equal((await retriesOf(db, endpoint)).length, 1);
    assert.equal((await findAttempts(db, key)).length, 1);
    await sweep(db, null, later(31));
    assert.deepEqual(await retriesOf(db, endpoint), []);
    assert.deepEqual(await findAttempts(db, key), []);
    assert.equal(await deliveryOf(db, endpoint), undefined);
    // The event stays, and a replay makes a new delivery of it.
    const { event } = await replayed(db, endpoint);
    assert.deepEqual([event.eventPosition, event.deliveryId], [1, null]);
  });
});

describe('settling attempts on a shared PostgreSQL', () => {
  let database: PostgresTestDatabase;
  let db: Database;
  before(async () => {
    database = await newPostgresDatabase({ isMigrated: true });
    db = database.open();
  });
  after(() => database?.drop());

  test('a replay does not wait for the renewal of a retry’s lease', async () => {
    const endpoint = await newEndpoint(db);
    const failing = await firstTry(db, endpoint, attemptThat('fails'));
    await settleAttempts(db, { ends: [{ ...failing, retryInMs: 0 }], sendsMail: false }, context);
    const end = await replayed(db, endpoint, null);
    assert.ok(end.event.isPending);
    const retry = (await claimRetry(db, endpoint))!;
    await db.transaction(async (trx) => {
      assert.ok(await lockJob(trx, retry));
      const settled = settleAttempts(db, { ends: [end], sendsMail: false }, context);
      const late = AbortSignal.timeout(notWaitingMsMax);
      const isLate = new Promise((resolve) =>
        late.addEventListener('abort', () => resolve('it waits')),
      );
      assert.deepEqual(await Promise.race([settled, isLate]), ['continue']);
    });
  });
});
