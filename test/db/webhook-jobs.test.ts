// An endpoint's job never sleeps while there is something to send; and a worker whose lease expired
// changes nothing.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { numberWaitingEvents } from '#actions/events/events.ts';
import { readNextEvents } from '#actions/webhooks/outgoing-events.ts';
import { restDelivering } from '#actions/webhooks/rest-webhook-jobs.ts';
import { settleAttempts } from '#actions/webhooks/settle-attempts.ts';
import type { Database } from '#db/database.ts';
import { systemContext } from '#runner/system-context.ts';
import { withEachTables } from '../support/each-database.ts';
import { newPostgresDatabase, type PostgresTestDatabase } from '../support/postgres-database.ts';
import { attemptThat, claimOf, happen, newEndpoint } from '../support/webhook-tables.ts';

const context = systemContext();
// Long enough for anything that is not blocked.
const settleMs = 300;

const claim = (db: Database) => claimOf(db, 'deliverEvents');

withEachTables('jobs of webhooks', (db) => {
  let brandId: string;
  let endpointId: string;
  beforeEach(async () => {
    ({ brandId, endpointId } = await newEndpoint(db));
  });
  const happened = async () => {
    await happen(db, brandId);
    await numberWaitingEvents(db, { brandId }, context);
  };
  const next = () => readNextEvents(db, { brandId, endpointId, after: 0 }, context);

  test('an event wakes the job; idle it sleeps until the next one', async () => {
    assert.deepEqual(await claim(db), []);
    await happened();
    const [job] = await claim(db);
    assert.equal(job!.id, endpointId);
    assert.deepEqual(await claim(db), []);
    await restDelivering(db, { job: job!, endpointId, upTo: 1 }, context);
    assert.deepEqual(await claim(db), []);
    assert.deepEqual((await next())!.events, []);
    await happened();
    assert.equal((await claim(db)).length, 1);
  });

  test('an event during the job’s run is not missed', async () => {
    await happened();
    const [job] = await claim(db);
    await happened();
    await restDelivering(db, { job: job!, endpointId, upTo: 1 }, context);
    assert.equal((await claim(db)).length, 1);
    assert.equal((await next())!.events.length, 1);
  });

  test('a worker that lost its lease settles nothing', async () => {
    await happened();
    const [job] = await claim(db);
    const { events, version } = (await next())!;
    const [event] = events;
    const end = (claims: number) => ({
      job: { ...job!, claims },
      endpointId,
      version,
      event: { ...event!, eventPosition: event!.eventPosition! },
      attempt: attemptThat('succeeds'),
      retryInMs: null,
      as: { kind: 'firstTry' as const },
    });
    assert.deepEqual(
      await settleAttempts(db, { ends: [end(job!.claims - 1)], sendsMail: false }, context),
      ['stop'],
    );
    assert.equal((await next())!.events.length, 1);
    assert.deepEqual(
      await settleAttempts(db, { ends: [end(job!.claims)], sendsMail: false }, context),
      ['continue'],
    );
    assert.deepEqual((await next())!.events, []);
  });
});

describe('jobs of webhooks on a shared PostgreSQL', () => {
  let database: PostgresTestDatabase;
  let db: Database;
  before(async () => {
    database = await newPostgresDatabase({ isMigrated: true });
    db = database.open();
  });
  after(() => database?.drop());

  test('a job that goes idle while events are numbered is due afterwards', async () => {
    const { brandId, endpointId } = await newEndpoint(db);
    await happen(db, brandId);
    await numberWaitingEvents(db, { brandId }, context);
    const [job] = await claim(db);
    await happen(db, brandId);
    let resting: Promise<void> | undefined;
    await db.transaction(async (trx) => {
      // It finds the job claimed, and leaves the check to its holder.
      await numberWaitingEvents(trx, { brandId }, context);
      resting = restDelivering(db, { job: job!, endpointId, upTo: 1 }, context);
      await wait(settleMs);
    });
    await resting;
    assert.equal((await claim(db)).length, 1);
  });
});
