// Graceful shutdown on SIGTERM: in-flight requests finish, new ones are refused before they are
// sent, and no client can delay the end.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { assertSound } from '../support/assert-sound.ts';
import { createLead } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { settleLoad } from '../support/fault-outcome.ts';
import { isLongRun } from '../support/fault-record.ts';
import { whileWritesAreHeld } from '../support/held-writes.ts';
import { HttpConnection } from '../support/http-connection.ts';
import { LeadLoad, leadRequest } from '../support/lead-load.ts';
import { writesUnderWay } from '../support/metrics.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { eventually } from '../support/within.ts';

const connections = 32;
const leadsBeforeClosing = 150;
const closings = isLongRun ? 20 : 2;

const getReady = 'GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n';

const data = temporaryFolder();
after(() => data.remove());

test('under load every request gets a response', async (t) => {
  let server = await startServer({ dataDir: data.path });
  t.after(() => server.stop());
  const key = await server.createKey();
  const load = new LeadLoad({ key, connections });
  for (let closing = 0; closing < closings; closing++) {
    load.start(server);
    await load.untilAcknowledged(leadsBeforeClosing);
    assert.equal(await server.stop(), 0);
    await load.ended();
    assertLogIsFoldedIn(server);
    server = await startServer({ dataDir: data.path });
  }
  t.diagnostic(`${load.leads.length} leads sent`);

  const unanswered = load.leads.filter((lead) => lead.status !== 201);
  assert.deepEqual(
    unanswered.map(({ email, status }) => ({ email, status })),
    [],
  );
  const done = { fault: 'SIGTERM under load', times: closings };
  assert.equal(await settleLoad(server, key, load, done), load.acknowledged.length);
  assert.equal(await assertSound(server), load.acknowledged.length);
});

test('with a lead in flight the server is not ready, responds and exits', async (t) => {
  const server = await startServer();
  t.after(() => server.stop());
  const key = await server.createKey();
  const watching = (await HttpConnection.open(server))!;
  assert.equal((await watching.exchange(getReady))?.status, 200);

  const { create, stopped } = await whileWritesAreHeld(server, async () => {
    const create = createLead(server, key);
    await eventually(async () => (await writesUnderWay(server)) > 0);
    // An idle connection is closed; one with half a request is answered. Sent later on another
    // connection: once that is answered, the half has arrived.
    watching.send(getReady.slice(0, -2));
    const other = (await HttpConnection.open(server))!;
    assert.ok(await other.exchange(getReady));
    const stopped = server.stop();
    await eventually(async () => (await HttpConnection.open(server)) === null);
    const answer = await watching.exchange(getReady.slice(-2));
    assert.equal(answer?.status, 503);
    assert.match(answer.head, /^connection: close/im);
    return { create, stopped };
  });

  const answer = await create;
  assert.equal(answer.status, 201);
  assert.equal(answer.headers.get('connection'), 'close');
  assert.equal(await stopped, 0);
});

test('a half-sent request can be completed', async (t) => {
  const server = await startServer();
  t.after(() => server.stop());
  const key = await server.createKey();
  const request = leadRequest(key, JSON.stringify({ customerName: 'Half', title: 'Half' }));
  const half = (await HttpConnection.open(server))!;
  half.send(request.subarray(0, request.length - 5));
  // Sent later on another connection: once it is answered, the first has arrived.
  assert.equal((await createLead(server, key)).status, 201);
  const stopped = server.stop();
  await eventually(async () => (await HttpConnection.open(server)) === null);
  // Long enough to close the database too early.
  await wait(500);
  assert.equal((await half.exchange(request.subarray(request.length - 5)))?.status, 201);
  assert.equal(await stopped, 0);
});

test('idle connections do not delay the shutdown', async (t) => {
  const server = await startServer({ env: { SHUTDOWN_WAIT_MS: '120000' } });
  t.after(() => server.stop());
  const used = (await HttpConnection.open(server))!;
  assert.equal((await used.exchange(getReady))?.status, 200);
  const neverUsed = (await HttpConnection.open(server))!;
  const began = performance.now();
  assert.equal(await server.stop(), 0);
  await Promise.all([used.gone, neverUsed.gone]);
  // Long before the shutdown deadline and the idle timeout.
  assert.ok(performance.now() - began < 9_000, 'it waited for them');
});

test('incomplete requests delay the shutdown for a bounded time', async (t) => {
  const env = { SHUTDOWN_WAIT_MS: '1000' };
  const server = await startServer({ dataDir: data.path, env });
  t.after(() => server.stop());
  const key = await server.createKey();
  const request = leadRequest(key, JSON.stringify({ customerName: 'Slow', title: 'Slow' }));
  const unfinished = await Promise.all(
    [10, request.length - 5].map(async (length) => {
      const connection = (await HttpConnection.open(server))!;
      connection.send(request.subarray(0, length));
      return connection;
    }),
  );
  // Sent later: once it is answered, the others have arrived.
  assert.equal((await createLead(server, key)).status, 201);
  const dribble = setInterval(() => unfinished[0]!.send('x'), 50);
  t.after(() => clearInterval(dribble));

  const began = performance.now();
  assert.equal(await server.stop(), 0);
  for (const connection of unfinished) await connection.gone;
  assertLogIsFoldedIn(server);
  // Long before the requests would time out.
  assert.ok(performance.now() - began < 9_000, 'it waited for them');
});

function assertLogIsFoldedIn({ databaseFile }: TestServer): void {
  assert.ok(existsSync(databaseFile));
  assert.ok(!existsSync(`${databaseFile}-wal`), 'the write-ahead log is still there');
}
