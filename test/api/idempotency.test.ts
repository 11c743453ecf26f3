// A retry with the same Idempotency-Key creates nothing. Own servers: writes are blocked, and keys
// of all brands expire.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, createLead, listAll } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { whileWritesAreHeld } from '../support/held-writes.ts';
import { makeJob } from '../support/jobs-of-member.ts';
import { writesUnderWay } from '../support/metrics.ts';
import { makePicture } from '../support/sample-pictures.ts';
import type { TestServer } from '../support/server.ts';
import { assertError, assertRefused } from '../support/shapes.ts';
import { signInAs } from '../support/sign-in.ts';
import {
  addExpiredIdempotencyKeys,
  brandOfKey,
  expireIdempotencyKeys,
  idempotencyExpiries,
} from '../support/stored-keys.ts';
import { eventually } from '../support/within.ts';

withEachDatabase('Idempotency-Key', (start) => {
  let server: TestServer;
  before(async () => {
    server = await start();
  });
  after(() => server?.stop());

  const send = (key: string, idempotencyKey: string, lead: Record<string, unknown> = {}) =>
    createLead(server, key, lead, { 'idempotency-key': idempotencyKey });
  const countLeads = async (key: string) => (await listAll(server, key, '/v1/api/leads')).length;

  const assertReplay = (answer: Answer, first: Answer) => {
    assert.equal(answer.status, 201);
    assert.equal(answer.text, first.text);
    assert.equal(answer.headers.get('location'), first.headers.get('location'));
    assert.equal(answer.headers.get('content-type'), first.headers.get('content-type'));
    assert.equal(answer.headers.get('idempotent-replayed'), 'true');
    assert.notEqual(answer.headers.get('x-request-id'), first.headers.get('x-request-id'));
  };

  test('the same key and body replay the first response and create nothing', async () => {
    const key = await server.createKey();
    const lead = { email: 'jan@example.com', city: 'Utrecht', photoUrls: ['https://a.nl/1.jpg'] };
    const first = await send(key, 'one', lead);
    assert.equal(first.status, 201);
    assert.equal(first.headers.get('idempotent-replayed'), null);
    for (let times = 0; times < 3; times++) assertReplay(await send(key, 'one', lead), first);
    assert.equal(await countLeads(key), 1);
    assert.equal((await listAll(server, key, '/v1/api/address')).length, 1);
  });

  test('without the header, or with another key, every call creates a lead', async () => {
    const key = await server.createKey();
    await createLead(server, key);
    await createLead(server, key);
    await send(key, 'a');
    await send(key, 'b');
    await send(key, 'A');
    assert.equal(await countLeads(key), 5);
  });

  test('a key reused for another body is refused with 422 and creates nothing', async () => {
    const key = await server.createKey();
    const first = await send(key, 'one', { title: 'First' });
    const second = await send(key, 'one', { title: 'Second' });
    assertError(second, 422);
    assert.equal(second.headers.get('idempotent-replayed'), null);
    assertReplay(await send(key, 'one', { title: 'First' }), first);
    assert.equal(await countLeads(key), 1);
  });

  test('a key may be bare or quoted and up to 255 characters long', async () => {
    const long = 'k'.repeat(255);
    const cases: [one: string, same: string][] = [
      ['bare', '"bare"'],
      ['"quoted"', 'quoted'],
      [' padded ', 'padded'],
      ['8e03978e-40d5-43dd-bc93-6894a57f9324', '"8e03978e-40d5-43dd-bc93-6894a57f9324"'],
      [long, `"${long}"`],
      ['"with \\"quotes\\""', 'with "quotes"'],
    ];
    for (const [one, same] of cases) {
      const key = await server.createKey();
      const first = await send(key, one);
      assertReplay(await send(key, same), first);
    }
    const key = await server.createKey();
    for (const wrong of ['k'.repeat(256), `"${'k'.repeat(256)}"`, '', '""', '  ']) {
      assertRefused(await send(key, wrong), 'Idempotency-Key');
    }
    assert.equal(await countLeads(key), 0);
  });

  test('keys belong to the brand, not to the API key', async () => {
    const [{ id: mine }, { id: theirs }] = [await server.createBrand(), await server.createBrand()];
    const [one, other] = [
      await server.createKey({ brandId: mine }),
      await server.createKey({ brandId: mine }),
    ];
    const foreign = await server.createKey({ brandId: theirs });
    const first = await send(one, 'shared');
    assertReplay(await send(other, 'shared'), first);
    const elsewhere = await send(foreign, 'shared');
    assert.equal(elsewhere.headers.get('idempotent-replayed'), null);
    assert.equal(elsewhere.body.brandId, theirs);
  });

  test('a refused call is not stored', async () => {
    const key = await server.createKey();
    assertRefused(await send(key, 'again', { title: '' }), 'title');
    const answer = await send(key, 'again', { title: 'Better' });
    assert.equal(answer.status, 201);
    assert.equal(answer.headers.get('idempotent-replayed'), null);
  });

  test('a key expires after 24 hours', async () => {
    const key = await server.createKey();
    const first = await send(key, 'daily', { title: 'Monday' });
    const dayMs = 24 * 60 * 60 * 1000;
    assert.deepEqual(await idempotencyExpiries(server, await brandOfKey(server, key)), [
      Date.parse(first.body.createdAt) + dayMs,
    ]);
    await expireIdempotencyKeys(server, await brandOfKey(server, key));
    const second = await send(key, 'daily', { title: 'Tuesday' });
    assert.equal(second.status, 201);
    assert.equal(second.headers.get('idempotent-replayed'), null);
    assertReplay(await send(key, 'daily', { title: 'Tuesday' }), second);
    assert.equal(await countLeads(key), 2);
  });

  test('a member’s key is kept for 30 days, for what a phone could not send', async () => {
    const me = await signInAs(server);
    const id = await makeJob(me, 'Boiler');
    const picture = Buffer.from(await makePicture('jpeg', { number: 61 }));
    const headers = { 'idempotency-key': 'from the van' };
    const photos = { ...headers, 'content-type': 'image/jpeg' };
    const sendAll = () =>
      Promise.all([
        me.call('/v1/api/leads', { headers, body: { customerName: 'Jan', title: 'Tap' } }),
        me.call(`/v1/api/work-items/${id}/notes`, { headers, body: { text: 'Valve replaced' } }),
        me.call(`/v1/api/work-items/${id}/photos`, { headers: photos, rawBody: picture }),
      ]);
    const replayed = (answers: Answer[]) =>
      answers.map(({ headers: sent }) => sent.get('idempotent-replayed'));
    const first = await sendAll();
    assert.deepEqual(
      first.map(({ status }) => status),
      [201, 201, 201],
    );
    const dayMs = 24 * 60 * 60 * 1000;
    const kept = await idempotencyExpiries(server, me.brandId);
    assert.equal(kept.length, 3);
    assert.ok(kept.every((at) => Math.abs(at - Date.now() - 30 * dayMs) < 60_000));
    await expireIdempotencyKeys(server, me.brandId, Date.now() + 60_000);
    const again = await sendAll();
    assert.deepEqual(replayed(again), ['true', 'true', 'true']);
    assert.deepEqual(
      again.map(({ body }) => body),
      first.map(({ body }) => body),
    );
    await expireIdempotencyKeys(server, me.brandId);
    assert.deepEqual(replayed(await sendAll()), [null, null, null]);
  });

  test('expired keys are deleted, however many, and no others', async (t) => {
    const folder = temporaryFolder();
    t.after(() => folder.remove());
    const first = await start({ dataDir: folder.path });
    const headers = { 'idempotency-key': 'living' };
    assert.equal((await createLead(first, await first.createKey(), {}, headers)).status, 201);
    await addExpiredIdempotencyKeys(first, 1_800);
    assert.equal((await idempotencyExpiries(first)).length, 1_801);
    await first.stop();
    const second = await start({ dataDir: folder.path });
    t.after(() => second.stop());
    await eventually(async () => (await idempotencyExpiries(second)).length <= 1);
    const [expiresAt = 0] = await idempotencyExpiries(second);
    assert.ok(expiresAt > Date.now());
  });

  test('while the first call is in flight the second gets 409', async () => {
    const key = await server.createKey();
    await createLead(server, key);
    const first = await whileWritesAreHeld(server, async () => {
      const underWay = send(key, 'slow');
      await eventually(async () => (await writesUnderWay(server)) > 0);
      const second = await send(key, 'slow');
      assertError(second, 409, 'idempotency_in_progress');
      assert.match(second.headers.get('retry-after') ?? '', /^\d+$/);
      assertError(await send(key, '"slow"', { title: 'Another body' }), 409);
      return { underWay };
    });
    const made = await first.underWay;
    assert.equal(made.status, 201);
    assertReplay(await send(key, 'slow'), made);
    assert.equal(await countLeads(key), 2);
  });

  test('a call that failed with 503 is not stored', async () => {
    const key = await server.createKey();
    await createLead(server, key);
    const failed = await whileWritesAreHeld(server, () => send(key, 'retry', { title: 'Again' }));
    assertError(failed, 503);
    assert.match(failed.headers.get('retry-after') ?? '', /^\d+$/);
    const retried = await send(key, 'retry', { title: 'Again' });
    assert.equal(retried.status, 201);
    assert.equal(retried.headers.get('idempotent-replayed'), null);
    assert.equal(await countLeads(key), 2);
  });

  test('concurrent calls with one key create one lead', async () => {
    const key = await server.createKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(key, 'burst')));
    const made = answers.filter((answer) => answer.status === 201);
    assert.ok(made.length > 0);
    assert.equal(new Set(made.map((answer) => answer.text)).size, 1);
    for (const answer of answers) assert.ok([201, 409].includes(answer.status));
    assert.equal(await countLeads(key), 1);
  });
});
