// Lists of what came in, what is done with it, and the events about it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { IntakeRecord } from '#core/records.ts';
import { call, createLead, listAll } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { refusedIntake } from '../support/refused-intake.ts';
import { makePicture } from '../support/sample-pictures.ts';
import { assertError } from '../support/shapes.ts';
import { signInAs } from '../support/sign-in.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';
import { webhookApi } from '../support/webhooks.ts';
import { eventually } from '../support/within.ts';

const intakes = '/v1/api/intakes';
const minuteMs = 60_000;

await withEachServer('lists of intakes', (server) => {
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver({ isShared: true });
  });
  after(() => receiver?.close());

  const newBrand = async () => {
    const { id: brandId } = await server.createBrand();
    return { brandId, key: await server.createKey({ brandId }) };
  };
  const store = async (records: IntakeRecord[]) => {
    await server.withDatabase((db) => db.insertRows('intakes', records));
  };
  const decide = (key: string, id: string, what: string, body?: object) =>
    call(server, `${intakes}/${id}/${what}`, { key, method: 'POST', ...(body && { body }) });
  const idsOf = async (key: string, query: string) =>
    (await listAll(server, key, `${intakes}${query}`)).map(({ id }) => id);

  test('are listed newest first, by state, source, channel and time, page by page', async () => {
    const { brandId, key } = await newBrand();
    const channelId = randomUUID();
    const now = Date.now();
    const made = (minutes: number, fields: Partial<IntakeRecord> = {}): IntakeRecord => ({
      ...refusedIntake({ brandId, channelId, at: now - minutes * minuteMs, sent: { n: minutes } }),
      ...fields,
    });
    const refused = [1, 2, 3].map((minutes) => made(minutes));
    const held = made(4, { state: 'held', reason: 'honeypot', refusal: null });
    const lead = made(5, { state: 'lead', channelId: null, source: 'import', refusal: null });
    const discarded = made(6, { discardedAt: now });
    await store([discarded, ...refused, held, lead]);
    const ids = (records: IntakeRecord[]) => records.map(({ id }) => id);
    const all = [...refused, held, lead, discarded];
    const at = (minutes: number) => new Date(now - minutes * minuteMs).toISOString();
    const expected: [query: string, records: IntakeRecord[]][] = [
      ['', all],
      ['?limit=2', all],
      ['?state=refused', refused],
      ['?state=held', [held]],
      ['?state=held,refused&limit=1', [...refused, held]],
      ['?state=lead', [lead]],
      ['?state=discarded', [discarded]],
      ['?source=import', [lead]],
      [`?channelId=${channelId}`, all.filter((one) => one !== lead)],
      [`?channelId=${randomUUID()}`, []],
      [`?since=${at(2)}`, refused.slice(0, 2)],
      [`?before=${at(4)}`, [lead, discarded]],
    ];
    for (const [query, records] of expected) {
      assert.deepEqual(await idsOf(key, query), ids(records), query);
    }
    for (const query of ['?state=open', '?limit=0', '?sort=id', '?since=yesterday']) {
      assertError(await call(server, `${intakes}${query}`, { key }), 400);
    }
  });

  test('a page of large ones is short, and the next one continues', async () => {
    const { brandId, key } = await newBrand();
    const notes = 'x'.repeat(250_000);
    const large = Array.from({ length: 20 }, (_, n) =>
      refusedIntake({ brandId, channelId: null, at: Date.now() - n, sent: { notes } }),
    );
    await store(large);
    const page = await call(server, intakes, { key });
    assert.ok(page.body.data.length < 10, String(page.body.data.length));
    assert.equal((await idsOf(key, '')).length, 20);
  });

  test('a discarded one is kept until it is restored; then it becomes a lead once', async () => {
    const { brandId, key } = await newBrand();
    const at = Date.now() - 60 * minuteMs;
    const sent = { customerName: 'Jan', titel: 'Tap' };
    const intake = refusedIntake({ brandId, channelId: null, at, sent });
    await store([intake]);
    const { id } = intake;
    assertError(await decide(key, id, 'restore'), 409, 'intake_not_discarded');
    const discarded = await decide(key, id, 'discard');
    assert.deepEqual([discarded.status, discarded.body.state], [200, 'discarded']);
    assert.equal((await decide(key, id, 'discard')).body.state, 'discarded');
    assertError(await decide(key, id, 'accept', { title: 'Tap' }), 409, 'intake_discarded');
    const restored = await decide(key, id, 'restore');
    assert.deepEqual([restored.status, restored.body.state], [200, 'refused']);

    const empty = { key, method: 'POST', rawBody: '' };
    const withoutBody = await call(server, `${intakes}/${id}/accept`, empty);
    for (const answer of [await decide(key, id, 'accept'), withoutBody]) {
      const messages = ['title is required: send a non-empty string'];
      assert.deepEqual(assertError(answer, 400), messages);
    }
    const tries = Array.from({ length: 5 }, () => decide(key, id, 'accept', { title: 'Tap' }));
    const answers = await Promise.all(tries);
    const made = answers.find(({ status }) => status === 201);
    assert.equal(answers.filter(({ status }) => status === 409).length, 4);
    assert.equal(Date.parse(made!.body.receivedAt), at);
    for (const what of ['accept', 'discard']) {
      assertError(await decide(key, id, what, { title: 'Tap' }), 409, 'intake_is_lead');
    }
    const { body } = await call(server, `${intakes}/${id}`, { key });
    assert.deepEqual([body.state, body.workItemId], ['lead', made!.body.id]);
    assert.equal((await listAll(server, key, '/v1/api/leads')).length, 1);
  });

  test('only those of the brand, and only with the scope', async () => {
    const { brandId, key } = await newBrand();
    const intake = refusedIntake({ brandId, channelId: null, at: Date.now(), sent: {} });
    await store([intake]);
    const other = await newBrand();
    const [reader, writer] = [
      await server.createKey({ brandId, scopes: ['leads:read'] }),
      await server.createKey({ brandId, scopes: ['leads:write'] }),
    ];
    for (const id of [intake.id, 'nonsense']) {
      assertError(await call(server, `${intakes}/${id}`, { key: other.key }), 404);
      for (const what of ['accept', 'discard', 'restore']) {
        assertError(await decide(other.key, id, what), 404);
      }
    }
    assertError(await decide(reader, intake.id, 'discard'), 403);
    assertError(await call(server, intakes, { key: writer }), 403);
    assert.equal((await call(server, intakes, { key: reader })).body.data.length, 1);
    assert.equal((await decide(writer, intake.id, 'discard')).status, 200);
    assert.equal((await call(server, intakes, { key })).body.data[0].state, 'discarded');
  });

  test('a refused lead is an event, in the feed and for webhooks', async () => {
    const { key } = await newBrand();
    const eventTypes = ['intake.refused'];
    const path = `/intakes-${randomUUID()}`;
    await webhookApi(server, key).create(receiver.url(path), { eventTypes });
    const refused = await createLead(server, key, { title: '' });
    const id = refused.headers.get('x-request-id');
    const [message] = await receiver.until(path, 1);
    const { type, data } = message!.event;
    assert.deepEqual(
      [type, data.id, data.state, data.source],
      ['intake.refused', id, 'refused', 'api'],
    );
    assert.equal(data.lead.customerName, 'Jan Jansen');
    const feed = (await call(server, '/v1/api/events?type=intake.refused', { key })).body.data;
    assert.deepEqual(feed[0].data, data);
    assert.equal(feed[0].subjectId, id);
  });

  test('without personal data, neither the words nor the messages are shown', async () => {
    const { brandId, key } = await newBrand();
    await createLead(server, key, { title: '' });
    await eventually(async () => (await idsOf(key, '')).length === 1);
    const scopes = ['leads:read' as const];
    const quiet = await server.createKey({ brandId, scopes, isImpersonal: true });
    assertError(await call(server, intakes, { key: quiet }), 403);
    const { body } = await call(server, '/v1/api/events?type=intake.refused', { key: quiet });
    const [{ data }] = body.data;
    assert.deepEqual([data.state, data.errorCode], ['refused', 'validation_failed']);
    assert.ok(!JSON.stringify(body).includes('Jansen'));
  });

  test('a picture that came along is stored with the lead, and only there', async () => {
    const { brandId, key } = await newBrand();
    const sent = { customerName: 'Jan', title: 'Roof' };
    const intake = refusedIntake({ brandId, channelId: null, at: Date.now(), sent });
    const pictures = [await makePicture('png'), Buffer.from('no picture')];
    const files = pictures.map((bytes, position) => ({
      brandId,
      intakeId: intake.id,
      position,
      name: `${position} of 2.png`,
      contentType: 'image/png',
      sizeBytes: bytes.length,
      bytes: bytes.toString('base64'),
    }));
    await store([{ ...intake, fileCount: files.length }]);
    await server.withDatabase((db) => db.insertRows('intakeFiles', files));
    const names = async () =>
      (await call(server, `${intakes}/${intake.id}`, { key })).body.files.map(
        ({ name }: { name: string }) => name,
      );
    assert.deepEqual(await names(), ['0 of 2.png', '1 of 2.png']);
    const { body } = await decide(key, intake.id, 'accept');
    const photos = async () =>
      (await call(server, `/v1/api/leads/${body.id}`, { key })).body.photos;
    await eventually(async () =>
      (await photos()).every(({ status }: { status: string }) => status !== 'pending'),
    );
    const [stored, failed] = await photos();
    assert.deepEqual([stored.status, stored.width], ['stored', 64]);
    assert.deepEqual([failed.status, failed.error], ['failed', 'not_an_image']);
    // What cannot be shown as a picture is kept as it came.
    assert.deepEqual(await names(), ['1 of 2.png']);
  });

  test('a member accepts one, and is named', async () => {
    const me = await signInAs(server);
    const sent = { customerName: 'Jan' };
    const intake = refusedIntake({ brandId: me.brandId, channelId: null, at: Date.now(), sent });
    await store([intake]);
    const path = `${intakes}/${intake.id}/accept`;
    const made = await me.call(path, { body: { title: 'Tap' } });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.body.createdBy, me.accountId);
  });
});
