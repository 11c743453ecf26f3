// State that servers share: limits, revoked keys, stored responses.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, call, createLead, listAll, nextLinkOf } from '../support/call.ts';
import { listeners } from '../support/listeners.ts';
import { type Nodes, startNodes } from '../support/nodes.ts';
import { assertError } from '../support/shapes.ts';
import { revokeKey } from '../support/stored-keys.ts';
import { assertInTime, eventually, timelyTest } from '../support/within.ts';

const limit = 20;
const failuresPerMinuteMax = 60;
const attemptsAtOnce = 10;
const revocationMsMax = 1_000;

let nodes: Nodes;
before(async () => {
  nodes = await startNodes({
    env: {
      RATE_LIMIT_PER_MINUTE: String(limit),
      TRUST_PROXY: 'loopback',
      // A server that gets no response within a part of it counts by itself.
      DATABASE_WAIT_MS: '20000',
    },
  });
});
after(() => nodes?.stop());

test('a key has one limit over all servers', async () => {
  const key = await nodes.all[0].createKey();
  const inTurn = await alternate(limit / 2, () => call(nodes.next(), '/v1/api/leads', { key }));
  const atOnce = await Promise.all(
    Array.from({ length: limit }, () => call(nodes.next(), '/v1/api/leads', { key })),
  );
  const statuses = [...inTurn, ...atOnce].map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200).length, limit);
  assert.equal(statuses.filter((status) => status === 429).length, limit / 2);
  const refused = await call(nodes.next(), '/v1/api/leads', { key });
  assertError(refused, 429);
  assert.match(refused.headers.get('ratelimit') ?? '', /^"default";r=0;t=\d+$/);
  assert.equal((await call(nodes.next(), '/v1/api/leads', await anotherKey())).status, 200);
});

test('a cursor of one server is valid on the other', async () => {
  const [one, other] = nodes.all;
  const key = await one.createKey();
  for (const title of ['One', 'Two']) await createLead(one, key, { title });
  const { headers, body } = await call(one, '/v1/api/leads?limit=1', { key });
  const { search } = new URL(nextLinkOf(headers)!, 'http://localhost');
  const next = await call(other, `/v1/api/leads${search}`, { key });
  assert.equal(next.status, 200, next.text);
  assert.notEqual(next.body.data[0].id, body.data[0].id);
});

for (const isHeard of [true, false]) {
  const title = isHeard ? 'the servers are told' : 'nobody hears of it';
  timelyTest(`a revoked key stops on both within a second when ${title}`, async (t) => {
    const key = await nodes.all[0].createKey();
    for (const node of nodes.all) {
      assert.equal((await call(node, '/v1/api/leads', { key })).status, 200);
    }
    await eventually(async () => (await listeners(nodes).count()) === nodes.all.length);
    if (!isHeard) await listeners(nodes).end();
    await revokeKey(nodes.all[0], key);
    const revokedAt = performance.now();
    const tookMs = await Promise.all(
      nodes.all.map(async (node) => {
        await eventually(async () => {
          return (await call(node, '/v1/api/leads', { key })).status === 401;
        });
        return Math.round(performance.now() - revokedAt);
      }),
    );
    t.diagnostic(`it took ${tookMs.join(' and ')} ms`);
    for (const node of nodes.all) assertError(await call(node, '/v1/api/leads', { key }), 401);
    assertInTime(Math.max(...tookMs), revocationMsMax, 'the revocation');
  });
}

test('concurrent calls with one Idempotency-Key on both create one lead', async () => {
  const key = await nodes.all[0].createKey();
  const lead = { email: 'once@example.com', phone: '0612345678' };
  const headers = { 'idempotency-key': 'once' };
  const answers = await Promise.all(
    Array.from({ length: attemptsAtOnce }, () => createLead(nodes.next(), key, lead, headers)),
  );
  const made = answers.filter(isMade);
  assert.equal(made.length, 1, statusesOf(answers));
  for (const answer of answers) {
    if (answer.status !== 201) assertError(answer, 409);
    else assert.equal(answer.text, made[0]!.text);
  }
  for (const node of nodes.all) {
    const replay = await createLead(node, key, lead, headers);
    assert.equal(replay.status, 201);
    assert.equal(replay.headers.get('idempotent-replayed'), 'true');
    assert.equal(replay.text, made[0]!.text);
    assertError(await createLead(node, key, { ...lead, notes: 'x' }, headers), 422);
  }
  assert.equal((await listAll(nodes.all[1], key, '/v1/api/leads')).length, 1);
});

test('failed authentication has one limit per client address', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  const answers = await alternate(failuresPerMinuteMax + 2, () =>
    call(nodes.next(), '/v1/api/leads', { key: 'vk_wrong', headers }),
  );
  const statuses = answers.map(({ status }) => status);
  assert.deepEqual(statuses.slice(0, failuresPerMinuteMax), Array(failuresPerMinuteMax).fill(401));
  assert.deepEqual(statuses.slice(failuresPerMinuteMax), [429, 429]);
  assert.equal((await call(nodes.next(), '/v1/api/leads', await anotherKey())).status, 200);
});

function isMade({ status, headers }: Answer): boolean {
  return status === 201 && !headers.has('idempotent-replayed');
}

function statusesOf(answers: readonly Answer[]): string {
  return answers.map(({ status }) => status).join();
}

async function anotherKey(): Promise<{ key: string }> {
  return { key: await nodes.all[0].createKey() };
}

/** One after the other. */
async function alternate(times: number, send: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < times) answers.push(await send());
  return answers;
}
