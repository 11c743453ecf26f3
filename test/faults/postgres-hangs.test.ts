// PostgreSQL does not respond, or not in time: no caller waits longer than allowed.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { formatApiKey } from '#core/accounts/api-key-format.ts';
import { assertSound } from '../support/assert-sound.ts';
import { type Answer, call, createLead } from '../support/call.ts';
import { whileLeadsComeIn } from '../support/fault-outcome.ts';
import { whileWritesAreHeld } from '../support/held-writes.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { cannotHoldProcesses, holdProcesses } from '../support/postgres-processes.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { assertUnavailable } from '../support/shapes.ts';
import { assertInTime, eventually, timelyTest } from '../support/within.ts';

const answerMsMax = 2_000;
const healthyMsMax = 2_000;
const healthMsMax = 500;
const connectionsMax = 3;
const leadsAtOnce = 100;
const listsAtOnce = 20;
// Some arrive when all others are already waiting.
const waves = 4;
const waveEveryMs = 600;
const secretBytes = 64;

interface Timed {
  answer: Answer;
  tookMs: number;
}

let postgres: PostgresServer;
let server: TestServer;
let key: string;
before(async () => {
  postgres = await startPostgres();
  server = await startServer({
    databaseUrl: await postgres.createDatabase(),
    env: {
      DATABASE_CONNECTIONS_MAX: String(connectionsMax),
      RATE_LIMIT_PER_MINUTE: '1000000',
    },
  });
  key = await server.createKey();
  assert.equal((await createLead(server, key)).status, 201);
});
after(async () => {
  await server?.stop();
  await postgres?.close();
});

timelyTest('a server that hangs', hangsUnderLoad, { skip: cannotHoldProcesses });

async function hangsUnderLoad(t: TestContext): Promise<void> {
  const doneIn = (longestRecoveryMs: number) => ({
    fault: 'PostgreSQL that hangs (SIGSTOP)',
    times: 1,
    longestRecoveryMs,
  });
  await whileLeadsComeIn(server, doneIn, () => hangs(t));
}

async function hangs(t: TestContext): Promise<number> {
  const letGo = holdProcesses(postgres);
  let answers: Timed[];
  try {
    answers = await inWaves(() => [
      ...creates(leadsAtOnce / waves),
      ...lists(listsAtOnce / waves),
      timed(() => call(server, '/readyz')),
      // An unknown key must be looked up.
      timed(() => createLead(server, formatApiKey(randomBytes(secretBytes)))),
    ]);
    const health = await timed(() => call(server, '/healthz'));
    assert.equal(health.answer.status, 200);
    assertInTime(health.tookMs, healthMsMax, 'the health check');
  } finally {
    letGo();
  }
  const freeAt = performance.now();
  await eventually(async () => (await createLead(server, key)).status === 201);
  const healthyMs = Math.round(performance.now() - freeAt);
  const slowestMs = slowest(answers);
  t.diagnostic(`the slowest answer took ${slowestMs} ms; healthy after ${healthyMs} ms`);
  for (const { answer } of answers) assertUnavailable(answer);
  assertInTime(slowestMs, answerMsMax, 'an answer');
  assertInTime(healthyMs, healthyMsMax, 'to recover');
  return healthyMs;
}

timelyTest('all database connections are busy', async (t) => {
  const leadsBefore = await assertSound(server);
  const { made, listed } = await whileWritesAreHeld(server, async () => {
    const [madeInWaves, listedInWaves] = await Promise.all([
      inWaves(() => creates(leadsAtOnce / waves)),
      inWaves(() => lists(listsAtOnce / waves)),
    ]);
    return { made: madeInWaves, listed: listedInWaves };
  });
  const slowestMs = slowest([...made, ...listed]);
  const listedWell = listed.filter(({ answer }) => answer.status === 200).length;
  t.diagnostic(`the slowest answer took ${slowestMs} ms; ${listedWell} lists were read`);
  for (const { answer } of made) assertUnavailable(answer);
  for (const { answer } of listed) if (answer.status !== 200) assertUnavailable(answer);

  await eventually(async () => (await createLead(server, key)).status === 201);
  assert.ok((await assertSound(server)) >= leadsBefore + 1);
  assertInTime(slowestMs, answerMsMax, 'an answer');
});

async function inWaves(send: () => Promise<Timed>[]): Promise<Timed[]> {
  const sent: Promise<Timed>[] = [];
  for (let wave = 0; wave < waves; wave++) {
    sent.push(...send());
    await wait(waveEveryMs);
  }
  return Promise.all(sent);
}

function creates(count: number): Promise<Timed>[] {
  return Array.from({ length: count }, () => timed(() => createLead(server, key)));
}

function lists(count: number): Promise<Timed>[] {
  return Array.from({ length: count }, () => timed(() => call(server, '/v1/api/leads', { key })));
}

async function timed(send: () => Promise<Answer>): Promise<Timed> {
  const began = performance.now();
  const answer = await send();
  return { answer, tookMs: Math.round(performance.now() - began) };
}

function slowest(answers: readonly Timed[]): number {
  return Math.max(...answers.map(({ tookMs }) => tookMs));
}
