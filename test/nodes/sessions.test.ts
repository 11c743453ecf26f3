// A session is valid on every server and ends on all of them; password guesses are counted
// together.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { listen } from '../support/event-stream.ts';
import { listeners } from '../support/listeners.ts';
import { type Nodes, startNodes } from '../support/nodes.ts';
import { assertError } from '../support/shapes.ts';
import { samePage, type SignedIn, signInAs } from '../support/sign-in.ts';
import { assertInTime, eventually, timelyTest, within } from '../support/within.ts';

const endMsMax = 1_000;
// Long before a server would poll.
const toldMsMax = 1_000;

let nodes: Nodes;
before(async () => {
  nodes = await startNodes({ env: { TRUST_PROXY: 'loopback' } });
});
after(() => nodes?.stop());

const elsewhere = (me: SignedIn, path = '/v1/api/leads') =>
  call(nodes.all[1], path, { headers: { cookie: me.cookie } });

test('a session of one server is valid on the other, also after switching brands', async () => {
  const me = await signInAs(nodes.all[0]);
  assert.equal((await elsewhere(me)).status, 200);
  const { body } = await elsewhere(me, '/v1/app/session');
  assert.equal(body.brand.id, me.brandId);
});

for (const isHeard of [true, false]) {
  const title = isHeard ? 'the servers are told' : 'nobody hears of it';
  timelyTest(`a session that is ended stops on both within a second when ${title}`, async () => {
    const me = await signInAs(nodes.all[0]);
    assert.equal((await elsewhere(me)).status, 200);
    await eventually(async () => (await listeners(nodes).count()) === nodes.all.length);
    if (!isHeard) await listeners(nodes).end();
    assert.equal((await me.call('/v1/app/sign-out', { method: 'POST' })).status, 204);
    assertError(await me.call('/v1/api/leads'), 401);
    await within(endMsMax, async () => (await elsewhere(me)).status === 401);
  });
}

timelyTest(
  'a member who is sent away is out on the other server too, and a role changes there',
  async () => {
    const owner = await signInAs(nodes.all[0]);
    const member = await signInAs(nodes.all[0], { brandId: owner.brandId, role: 'member' });
    const path = `/v1/app/members/${member.accountId}`;
    const statusThere = async (what: string) => (await elsewhere(member, what)).status;
    assert.equal(await statusThere('/v1/app/keys'), 403);
    await owner.call(path, { method: 'PATCH', body: { role: 'owner' } });
    await within(endMsMax, async () => (await statusThere('/v1/app/keys')) === 200);
    assert.equal((await owner.call(path, { method: 'DELETE' })).status, 204);
    await within(endMsMax, async () => (await statusThere('/v1/app/keys')) === 401);
  },
);

timelyTest(
  'an open page is told of what happens on the other server, and ends with its session',
  async () => {
    const me = await signInAs(nodes.all[0]);
    const key = await nodes.all[0].createKey({ brandId: me.brandId });
    await eventually(async () => (await listeners(nodes).count()) === nodes.all.length);
    const page = await listen(nodes.all[1], me);
    const { body } = await createLead(nodes.all[0], key);
    const answeredAt = performance.now();
    const told = await page.until(({ data }) => data.recordId === body.id);
    assert.equal(told.data.type, 'lead.created');
    const tookMs = told.at - answeredAt;
    assert.equal((await me.call('/v1/app/sign-out', { method: 'POST' })).status, 204);
    const bye = await page.until(({ event }) => event === 'bye');
    assert.deepEqual(bye.data, { reason: 'signed_out' });
    await page.ended;
    assertInTime(tookMs, toldMsMax, 'to be told');
  },
);

test('guesses on both servers are counted together', async () => {
  const me = await signInAs(nodes.all[0]);
  const headers = { ...samePage, 'x-forwarded-for': '192.0.2.77' };
  const guess = (n: number) =>
    call(nodes.next(), '/v1/app/sign-in', {
      body: { email: me.email, password: `guess number ${n}` },
      headers,
    });
  const answers = await Promise.all(Array.from({ length: 13 }, (_, n) => guess(n)));
  const refused = answers.filter(({ status }) => status === 429).length;
  assert.equal(refused, 3, answers.map(({ status }) => status).join());
});
