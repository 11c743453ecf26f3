// Tables of PostgreSQL are locked one after the other, each for less than a statement's timeout: a
// request is still answered in time, and a refused write does not happen later.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { type Answer, call, createLead, listAll } from '../support/call.ts';
import { answerOf, HttpConnection } from '../support/http-connection.ts';
import { leadRequest } from '../support/lead-load.ts';
import { dropDatabase } from '../support/postgres.ts';
import { createMigratedDatabase, postgresForTests } from '../support/postgres-for-tests.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { assertUnavailable } from '../support/shapes.ts';
import { assertInTime, eventually, timelyTest, TooSlow } from '../support/within.ts';

const answerMsMax = 2_000;
// A statement may wait for 1.35 s.
const stepMs = 900;
// Shorter: the queue learns from slow chunks, and refuses those that it expects to be late.
const chunkStepMs = 600;
const slowBodyMs = 1_050;
const databaseWaitMs = 1_500;
const leadsAtOnce = 8;
const pieces = 3;
const leadsInPiece = 32;

let databaseUrl: string;
let server: TestServer;
before(async () => {
  databaseUrl = await createMigratedDatabase();
  // Every request takes from the shared rate window, as in most installations.
  server = await startServer({ databaseUrl, env: { RATE_LIMIT_PER_MINUTE: '1000000' } });
});
after(async () => {
  await server?.stop();
  await dropDatabase(await postgresForTests(), databaseUrl);
});

timelyTest('stalls between the gate and the response', async (t) => {
  const { id: brandId } = await server.createBrand();
  const newKey = () => server.createKey({ brandId });
  const known = await newKey();
  const { body: item } = await createLead(server, known);
  const path = `/v1/api/work-items/${item.id}`;
  const batch = { leads: [{ customerName: 'A', title: 'Lead', email: 'batch@example.com' }] };
  // Each uses a key that the server has not cached.
  const sends: Record<string, (key: string) => Promise<Answer>> = {
    'a lead': (key) => createLead(server, key),
    'a lead that arrives slowly': (key) => slowLead(key),
    'a list': (key) => call(server, '/v1/api/leads', { key }),
    'a batch': (key) =>
      call(server, '/v1/api/leads/batch', {
        method: 'POST',
        key,
        body: batch,
        headers: { 'idempotency-key': 'batch' },
      }),
    'a change': (key) => call(server, path, { method: 'PATCH', key, body: { notes: 'x' } }),
  };
  const asked = await Promise.all(
    Object.entries(sends).map(async ([name, send]) => ({ name, send, key: await newKey() })),
  );
  const tables = ['api_keys', 'customers', 'work_items'];
  const answers = await whileStalled(tables, () =>
    Promise.all(asked.map(({ send, key }) => timed(() => send(key)))),
  );
  for (const [index, { answer, tookMs }] of answers.entries()) {
    t.diagnostic(`${asked[index]!.name} was answered after ${tookMs} ms`);
    // In a batch each lead has its own response.
    if (answer.status === 200) assert.equal(answer.body.data?.[0].error?.statusCode, 503);
    else assertUnavailable(answer);
  }
  assert.equal((await call(server, path, { key: known })).text, JSON.stringify(item));
  assert.equal((await listAll(server, known, '/v1/api/leads')).length, 1);
  for (const [index, { tookMs }] of answers.entries()) {
    assertInTime(tookMs, answerMsMax, asked[index]!.name);
  }
});

timelyTest('stalls within the transaction of a batch of leads', async (t) => {
  const key = await server.createKey();
  assert.equal((await createLead(server, key)).status, 201);
  const tables = ['customers', 'work_items', 'lead_submissions'];
  const answers = await whileStalled(tables, () =>
    Promise.all(Array.from({ length: leadsAtOnce }, () => timed(() => createLead(server, key)))),
  );
  const slowestMs = Math.max(...answers.map(({ tookMs }) => tookMs));
  t.diagnostic(`the slowest answer took ${slowestMs} ms`);
  for (const { answer } of answers) assertUnavailable(answer);
  assert.equal((await listAll(server, key, '/v1/api/leads')).length, 1, 'a lead was made later');
  assertInTime(slowestMs, answerMsMax, 'an answer');
});

timelyTest('a long batch whose chunks are each delayed a little', async (t) => {
  const key = await server.createKey();
  const leads = Array.from({ length: pieces * leadsInPiece }, (_, number) => ({
    customerName: 'A',
    title: 'Lead',
    email: `piece-${number}@example.com`,
  }));
  let holder = await holderOf('work_items');
  const answering = timed(() => call(server, '/v1/api/leads/batch', { key, body: { leads } }));
  for (let piece = 1; piece <= pieces; piece++) {
    await wait(chunkStepMs);
    await holder.end();
    // Takes the lock between this chunk and the next.
    if (piece < pieces) holder = await holderOf('work_items');
  }
  const { answer, tookMs } = await answering;
  t.diagnostic(`it took ${tookMs} ms`);
  assert.equal(answer.status, 200);
  // A chunk that was blocked for longer is refused.
  for (const { created, error } of answer.body.data) {
    if (error?.statusCode === 503) throw new TooSlow('a piece was refused');
    assert.equal(created, true);
  }
  assert.ok(tookMs > databaseWaitMs, 'nobody was held up');
});

/** All are locked from the start and released one after the other. */
async function whileStalled<T>(tables: readonly string[], work: () => Promise<T>): Promise<T> {
  const holders = await Promise.all(tables.map(holderOf));
  const working = work();
  for (const holder of holders) {
    await wait(stepMs);
    await holder.end();
  }
  const result = await working;
  await eventually(async () => (await call(server, '/readyz')).status === 200);
  return result;
}

async function holderOf(tables: string): Promise<Client> {
  const client = new Client(databaseUrl);
  await client.connect();
  await client.query(`begin; lock table ${tables} in access exclusive mode`);
  return client;
}

/** The body is sent once the gate has passed the request. */
async function slowLead(key: string): Promise<Answer> {
  const connection = (await HttpConnection.open(server))!;
  const request = leadRequest(key, JSON.stringify({ customerName: 'A', title: 'Lead' }));
  const bodyAt = request.indexOf('\r\n\r\n') + 4;
  connection.send(request.subarray(0, bodyAt));
  await wait(slowBodyMs);
  const answer = await connection.exchange(request.subarray(bodyAt));
  connection.close();
  return answerOf(answer!);
}

async function timed(send: () => Promise<Answer>): Promise<{ answer: Answer; tookMs: number }> {
  const began = performance.now();
  const answer = await send();
  return { answer, tookMs: Math.round(performance.now() - began) };
}
