// The request log while the database is away, at shutdown, and at expiry.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { LoggedRequestCells } from '#actions/logged-requests.ts';
import { DatabaseUnavailable } from '#db/database.ts';
import { RequestLog } from '#http/request-log.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { uuidBoundAt } from '#core/uuid-v7.ts';
import { call, createLead, listAll } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { whileWritesAreHeld } from '../support/held-writes.ts';
import { importThatEnded } from '../support/imports.ts';
import { metric } from '../support/metrics.ts';
import type { TestServer } from '../support/server.ts';
import { eventually } from '../support/within.ts';

const databaseWaitMs = 3_000;
const askEveryMs = 100;
const dayMs = 24 * 60 * 60 * 1000;

withEachDatabase('the request log', (start) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vakwerk-test-'));
  let server: TestServer;
  before(async () => {
    server = await start({ dataDir, env: { DATABASE_WAIT_MS: String(databaseWaitMs) } });
  });
  after(async () => {
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const idsIn = async (key: string) =>
    (await listAll(server, key, '/v1/api/requests')).map(({ id }) => id);

  test('waits for an unavailable database without delaying requests', async () => {
    const key = await server.createKey();
    await eventually(async () => (await call(server, '/v1/api/leads', { key })).status === 200);
    const ids: string[] = [];
    await whileWritesAreHeld(server, async () => {
      const printed = server.output().length;
      const hasFailed = () => server.output().slice(printed).includes('requests were not logged');
      while (!hasFailed()) {
        const answer = await call(server, '/v1/api/work-items', { key });
        assert.equal(answer.status, 200);
        ids.push(answer.headers.get('x-request-id')!);
        await wait(askEveryMs);
      }
    });
    assert.ok(ids.length > 5, `${ids.length} requests were answered while the log waited`);
    // Polling over HTTP would add entries, and a full batch does not wait.
    await eventually(async () => {
      const rows = await server.withDatabase((db) =>
        db.all<{ id: string }>('select id from logged_requests'),
      );
      const logged = new Set(rows.map(({ id }) => id));
      return ids.every((id) => logged.has(id));
    });
    // Each exactly once.
    const listed = await idsIn(key);
    assert.equal(new Set(listed).size, listed.length);
  });

  test('is flushed at shutdown; the next start deletes entries older than a month', async () => {
    const key = await server.createKey();
    // The key is cached from here on.
    await eventually(async () => (await call(server, '/v1/api/leads', { key })).status === 200);
    const answers = await Promise.all(
      Array.from({ length: 600 }, () => createLead(server, key, { title: '' })),
    );
    // Brand by brand, and imports too.
    const brandIds: string[] = [];
    for (let n = 0; n < 3; n++) brandIds.push((await server.createBrand()).id);
    const rowAt = (brandId: string, time: number) => ({
      brandId,
      id: uuidBoundAt(time).replace(/-0000-0000-(?=\w{12}$)/, '-7000-8000-'),
      keyId: brandId,
      memberId: null,
      method: 'POST',
      route: '/v1/api/leads',
      path: null,
      status: 400,
      durationMs: 1,
      message: '"no"',
      body: '{}',
      rescuedAs: null,
    });
    const now = Date.now();
    const old = brandIds.flatMap((brandId) =>
      Array.from({ length: 1_100 }, (_, n) => rowAt(brandId, now - 30 * dayMs - 1 - n)),
    );
    // Does not expire while the test runs.
    const young = brandIds.map((brandId) => rowAt(brandId, now - 30 * dayMs + 600_000));
    const imports = [now - 30 * dayMs - 1, now - 30 * dayMs + 600_000].map((time) =>
      importThatEnded(brandIds[0]!, time),
    );
    await server.withDatabase((db) =>
      db.transaction(async (trx) => {
        await trx.insertRows('loggedRequests', [...old, ...young]);
        await trx.insertRows('imports', imports);
      }),
    );
    assert.equal(await server.stop(), 0);
    server = await start({ dataDir });
    const logged = new Set(await idsIn(key));
    const missing = answers.filter(({ headers }) => !logged.has(headers.get('x-request-id')!));
    assert.equal(missing.length, 0);
    assert.equal(await metric(server, 'vakwerk_unlogged_requests_total'), 0);

    const left = () =>
      server.withDatabase((db) =>
        db.all<{ id: string }>(
          'select id from logged_requests where key_id in (?, ?, ?)',
          ...brandIds,
        ),
      );
    await eventually(async () => (await left()).length <= young.length);
    assert.deepEqual(
      (await left()).map(({ id }) => id).toSorted(),
      young.map(({ id }) => id).toSorted(),
    );
    const importsLeft = () =>
      server.withDatabase((db) => db.all<{ id: string }>('select id from imports'));
    await eventually(async () => (await importsLeft()).length < imports.length);
    assert.deepEqual(
      (await importsLeft()).map(({ id }) => id),
      [imports[1]!.id],
    );
  });
});

describe('pending entries', () => {
  const entry = (n: number): LoggedRequestCells => [
    'brand',
    String(n),
    'key',
    null,
    'GET',
    null,
    null,
    200,
    1,
    null,
    null,
  ];

  /** A database that can be away. */
  function withDatabase(run: (batch: LoggedRequestCells[]) => Promise<void>) {
    const written: string[] = [];
    let lost = 0;
    const runner = {
      async run(_name: string, batch: LoggedRequestCells[]) {
        await run(batch);
        written.push(...batch.map(([, id]) => id));
      },
    } as unknown as ActionRunner;
    const log = new RequestLog(runner, {
      onError() {},
      onLost: (count) => (lost += count),
    });
    return { log, written, lost: () => lost };
  }

  test('are bounded: the oldest are dropped', async () => {
    let isAway = true;
    const { log, written, lost } = withDatabase(async () => {
      if (isAway) throw new DatabaseUnavailable('away');
    });
    const count = 30_000;
    for (let n = 0; n < count; n++) log.add(entry(n));
    await new Promise(setImmediate);
    isAway = false;
    await log.close();
    assert.equal(written.length + lost(), count);
    assert.ok(written.length <= 20_500 && written.length > 15_000, `${written.length}`);
    assert.equal(written.at(-1), String(count - 1));
  });

  test('continue after a batch that the database rejects', async () => {
    let calls = 0;
    const { log, written, lost } = withDatabase(async () => {
      if (++calls === 1) throw new Error('poison');
    });
    for (let n = 0; n < 600; n++) log.add(entry(n));
    await log.close();
    assert.deepEqual([lost(), written.length], [500, 100]);
  });

  test('entries that arrive during a slow batch are written next, however few', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const longerThanPauseMs = 1_000;
    const first = Promise.withResolvers<void>();
    let calls = 0;
    const { log, written } = withDatabase(() =>
      ++calls === 1 ? first.promise : Promise.resolve(),
    );
    log.add(entry(0));
    t.mock.timers.tick(longerThanPauseMs);
    log.add(entry(1));
    t.mock.timers.tick(longerThanPauseMs);
    first.resolve();
    await new Promise(setImmediate);
    t.mock.timers.tick(longerThanPauseMs);
    await new Promise(setImmediate);
    assert.deepEqual(written, ['0', '1']);
    await log.close();
  });

  test('one batch is in flight at a time', async () => {
    let underWay = 0;
    let most = 0;
    const { log, written } = withDatabase(async () => {
      most = Math.max(most, ++underWay);
      await new Promise(setImmediate);
      underWay--;
    });
    for (let n = 0; n < 5_000; n++) log.add(entry(n));
    await log.close();
    assert.deepEqual([most, written.length], [1, 5_000]);
    assert.deepEqual(
      written.map(Number),
      Array.from({ length: 5_000 }, (_, n) => n),
    );
  });
});
