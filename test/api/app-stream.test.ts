// Open pages receive the events of their brand. Own servers: their log is read, and they are
// stopped.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { listen } from '../support/event-stream.ts';
import type { TestServer } from '../support/server.ts';
import { assertError, assertRefused } from '../support/shapes.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { assertInTime, eventually, timelyTest } from '../support/within.ts';

const seenWithinMs = 1_000;
const endsWithinMs = 4_000;
const streamsPerAccountMax = 6;

withEachDatabase('the stream of events', (start) => {
  let server: TestServer;
  let me: SignedIn;
  let key: string;
  before(async () => {
    server = await start();
    me = await signInAs(server);
    key = await server.createKey({ brandId: me.brandId });
  });
  after(() => server?.stop());

  const isAbout = (id: string) => (message: { data: { recordId?: string } }) =>
    message.data.recordId === id;

  timelyTest('a new lead is sent immediately, to its own brand only', async () => {
    const stranger = await signInAs(server);
    const [page, other] = await Promise.all([listen(server, me), listen(server, stranger)]);
    assert.match(page.headers.get('content-type')!, /^text\/event-stream/);
    assert.match(page.headers.get('cache-control')!, /no-store/);
    assert.equal(page.headers.get('x-accel-buffering'), 'no');
    assert.equal(page.headers.get('content-encoding'), null);
    const hello = await page.until(({ event }) => event === 'hello');
    assert.deepEqual(hello.data, { isComplete: true, brandId: me.brandId, role: 'owner' });

    const { body } = await createLead(server, key, { email: `told-${randomUUID()}@example.com` });
    const answeredAt = performance.now();
    const told = await page.until(isAbout(body.id));
    assert.deepEqual(told.data, { type: 'lead.created', recordId: body.id, eventId: told.id });
    const customer = await page.until(isAbout(body.customerId));
    assert.equal(customer.data.type, 'customer.created');

    // The stranger's own event comes later, so nothing else was pending.
    const strangersKey = await server.createKey({ brandId: stranger.brandId });
    const own = await createLead(server, strangersKey);
    await other.until(isAbout(own.body.id));
    const strange = other.messages.filter((message) => isAbout(body.id)(message));
    assert.deepEqual(strange, []);
    const linesOfStreams = () =>
      server
        .output()
        .split('\n')
        .filter((line) => line.includes('"route":"/v1/app/stream"')).length;
    const linesBefore = linesOfStreams();
    page.close();
    other.close();
    // A stream that the client closes is logged like any other request.
    await eventually(async () => linesOfStreams() === linesBefore + 2);
    assertInTime(told.at - answeredAt, seenWithinMs, 'to be told');
  });

  test('a reconnecting client gets missed events, without gaps or duplicates', async () => {
    const first = await listen(server, me);
    const { body } = await createLead(server, key, { email: 'first@example.com' });
    const { id: seen } = await first.until(isAbout(body.id));
    first.close();
    const missed: string[] = [];
    for (let n = 0; n < 5; n++) missed.push((await createLead(server, key)).body.id);
    // More events arrive while the page catches up.
    const [page, ...later] = await Promise.all([
      listen(server, me, seen!),
      ...Array.from({ length: 5 }, () => createLead(server, key)),
    ]);
    const last = (await createLead(server, key)).body.id;
    await page.until(isAbout(last));
    const ids = page.messages
      .filter(({ event }) => event === 'changed')
      .map(({ id }) => Number(id));
    const expected = Array.from({ length: ids.length }, (_, n) => Number(seen) + 1 + n);
    assert.deepEqual(ids, expected);
    for (const id of [...missed, ...later.map((lead) => lead.body.id)]) {
      assert.ok(page.messages.some(isAbout(id)), 'a lead was not told');
    }
    page.close();
  });

  test('a page gets the events since its session was read', async () => {
    const { eventsUpTo } = (await me.call('/v1/app/session')).body;
    const { body } = await createLead(server, key);
    const page = await listen(server, me, undefined, `?after=${eventsUpTo}`);
    const hello = await page.until(({ event }) => event === 'hello');
    assert.equal(hello.data.isComplete, true);
    await page.until(isAbout(body.id));
    page.close();
  });

  test('a client that missed too much is told to reload', async () => {
    // A number beyond the last event: from another brand, or from before a backup was restored.
    const page = await listen(server, me, '999999999');
    const hello = await page.until(({ event }) => event === 'hello');
    assert.deepEqual(hello.data, { isComplete: false, brandId: me.brandId, role: 'owner' });
    const { body } = await createLead(server, key);
    await page.until(isAbout(body.id));
    page.close();
  });

  test('a client at the replay limit gets all events or a reload', async () => {
    const member = await signInAs(server);
    const first = await listen(server, member);
    const { id: start } = await first.until(({ event }) => event === 'hello');
    first.close();
    const leads = Array.from({ length: 450 }, (_, n) => ({
      customerName: `Customer ${n}`,
      title: 'Leaking tap',
      email: `missed${n}@example.com`,
    }));
    // Each lead makes two events, its own and its customer's.
    const made = await member.call('/v1/api/leads/batch', { body: { leads } });
    assert.equal(made.status, 200);
    const end = Number(start) + 2 * leads.length;
    for (const missed of [100, 250, 550, 2 * leads.length]) {
      const page = await listen(server, member, String(end - missed));
      const hello = await page.until(({ event }) => event === 'hello');
      const { body } = await member.call('/v1/api/leads', {
        body: { customerName: 'Jan Jansen', title: `After ${missed}` },
      });
      await page.until(isAbout(body.id));
      const told = page.messages
        .filter(({ event }) => event === 'changed')
        .map(({ id }) => Number(id));
      const from = hello.data.isComplete ? end - missed + 1 : told[0]!;
      assert.deepEqual(
        told,
        Array.from({ length: told.length }, (_, n) => from + n),
      );
      page.close();
    }
  });

  timelyTest('ending a session ends its streams', async () => {
    const member = await signInAs(server, { brandId: me.brandId, role: 'member' });
    const page = await listen(server, member);
    const began = performance.now();
    assert.equal((await member.call('/v1/app/sign-out', { method: 'POST' })).status, 204);
    const bye = await page.until(({ event }) => event === 'bye');
    assert.deepEqual(bye.data, { reason: 'signed_out' });
    await page.ended;
    assertInTime(performance.now() - began, endsWithinMs, 'the end');
    assertError(await member.call('/v1/app/stream'), 401);
  });

  test('beyond an account’s limit the oldest stream ends', async () => {
    const member = await signInAs(server, { brandId: me.brandId, role: 'member' });
    const pages = [];
    for (let n = 0; n <= streamsPerAccountMax; n++) pages.push(await listen(server, member));
    const [oldest, ...others] = pages;
    const bye = await oldest!.until(({ event }) => event === 'bye');
    assert.deepEqual(bye.data, { reason: 'replaced' });
    const { body } = await createLead(server, key);
    for (const page of others) await page.until(isAbout(body.id));
    for (const page of others) page.close();
  });

  test('keys, parameters and other methods are refused', async () => {
    assertError(await call(server, '/v1/app/stream', { key }), 403);
    assertError(await call(server, '/v1/app/stream'), 401);
    assertRefused(await me.call('/v1/app/stream?since=1'), 'since');
    assertRefused(await me.call('/v1/app/stream?after=now'), 'after');
    assertError(await me.call('/v1/app/stream', { method: 'POST' }), 405);
    assert.equal((await me.call('/v1/app/stream', { method: 'HEAD' })).status, 405);
  });

  timelyTest('a closing server ends streams immediately', async () => {
    const closing = await start();
    const page = await listen(closing, await signInAs(closing));
    const began = performance.now();
    const stopped = closing.stop();
    const bye = await page.until(({ event }) => event === 'bye');
    assert.deepEqual(bye.data, { reason: 'closing' });
    assert.equal(await stopped, 0);
    assertInTime(performance.now() - began, endsWithinMs, 'the stop');
  });
});
