// A refused lead is not lost: with corrections it becomes a lead, exactly once.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Answer, call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { assertError, assertShape, workItemShape } from '../support/shapes.ts';
import { brandOfKey, expireIdempotencyKeys } from '../support/stored-keys.ts';
import { submissionOf } from '../support/stored-records.ts';
import { eventually } from '../support/within.ts';

await withEachServer('a refused lead', (server) => {
  let host: PictureHost;
  let key: string;
  before(async () => {
    host = await startPictureHost({ isShared: true });
    key = await server.createKey();
  });
  after(() => host?.close());

  const rescue = (id: string, body: unknown, as = key) =>
    call(server, `/v1/api/requests/${id}/rescue`, { key: as, body });
  const entry = async (id: string, as = key) =>
    (await call(server, `/v1/api/requests/${id}`, { key: as })).body;

  /** Returns the request id once the log has it. */
  async function refuse(rawBody: string, headers: Record<string, string> = {}): Promise<string> {
    const answer = await call(server, '/v1/api/leads', { key, rawBody, headers });
    assert.ok([400, 415].includes(answer.status), answer.text);
    const id = answer.headers.get('x-request-id')!;
    await eventually(async () => (await entry(id)).id === id);
    return id;
  }

  const sent = {
    customerName: 'Jan Jansen',
    titel: 'Tap',
    email: 'jan',
    city: 'Utrecht',
    extra: 1,
  };

  test('becomes a lead with corrections', async () => {
    const id = await refuse(JSON.stringify(sent));
    const corrections = { title: 'Leaking tap', email: 'rescued@example.com', titel: null };
    const made = await rescue(id, corrections);
    assert.equal(made.status, 201, made.text);
    assertShape(made.body, workItemShape);
    assert.equal(made.headers.get('location'), `/v1/api/work-items/${made.body.id}`);
    assert.deepEqual([made.body.title, made.body.status], ['Leaking tap', 'request']);
    assert.notEqual(made.body.addressId, null);

    const submission = await submissionOf(server, made.body.id);
    const merged = { ...sent, ...corrections } as Record<string, unknown>;
    delete merged['titel'];
    assert.deepEqual(JSON.parse(submission.body), merged);
    assert.equal(submission.requestId, made.headers.get('x-request-id'));
    assert.equal((await entry(id)).rescuedAs, made.body.id);

    const again = await createLead(server, key, { email: 'RESCUED@example.com' });
    assert.equal(again.body.customerId, made.body.customerId);
  });

  test('of a batch has its own entry, and becomes a lead with corrections', async () => {
    const as = await server.createKey();
    const listed = async () =>
      (await call(server, '/v1/api/requests?route=/v1/api/leads&status=4xx', { key: as })).body
        .data;
    const batch = (leads: unknown[], more = {}, headers = {}) =>
      call(server, '/v1/api/leads/batch', { key: as, body: { leads, ...more }, headers });
    const leads = [sent, { customerName: 'Piet', title: 'Made' }, 'no lead'];
    const once = { 'idempotency-key': 'batch' };
    assert.equal((await batch(leads, { dryRun: true })).status, 200);
    const { body } = await batch(leads, {}, once);
    assert.equal((await batch(leads, {}, once)).headers.get('idempotent-replayed'), 'true');
    const long = { customerName: 'Long', notes: 'x'.repeat(300_000) };
    const last = await batch([long]);
    // Earlier requests are logged earlier.
    const whole = async () =>
      (await call(server, '/v1/api/requests?route=/v1/api/leads/batch', { key: as })).body.data;
    await eventually(async () => (await whole()).length === 4);
    assert.equal((await listed()).length, 3);
    const entryAt = async (place: number, hasBody: boolean) =>
      (await listed()).find(
        (one: { path: string; hasBody: boolean }) =>
          one.path === `/v1/api/leads/batch#${place}` && one.hasBody === hasBody,
      );
    const [wrong, text] = [await entryAt(0, true), await entryAt(2, true)];
    const tooLong = await entryAt(0, false);
    assert.deepEqual([wrong.status, wrong.message], [400, body.data[0].error.message]);
    assert.deepEqual(tooLong.message, last.body.data[0].error.message);
    assert.deepEqual(JSON.parse((await entry(wrong.id, as)).body), sent);

    const made = await rescue(wrong.id, { title: 'Leaking tap', email: null }, as);
    assert.deepEqual([made.status, made.body.title], [201, 'Leaking tap']);
    assert.equal((await entry(wrong.id, as)).rescuedAs, made.body.id);
    const lead = { customerName: 'Anna', title: 'Roof' };
    assert.equal((await rescue(text.id, lead, as)).status, 201);
    assert.equal((await rescue(tooLong.id, lead, as)).status, 409);

    // A batch in which every lead was refused is stored once too.
    const allWrong = { 'idempotency-key': 'all wrong' };
    for (let time = 0; time < 2; time++) await batch(['wrong'], {}, allWrong);
    await eventually(async () => (await whole()).length === 6);
    assert.equal((await listed()).length, 4);
  });

  test('has its photos fetched', async () => {
    const lead = { customerName: 'Jan', photoUrls: [host.url('/photo.jpg')] };
    const made = await rescue(await refuse(JSON.stringify(lead)), { title: 'With a photo' });
    assert.deepEqual([made.status, made.body.photos[0]?.status], [201, 'stored']);
  });

  for (const type of ['text/plain', 'json', ';', '', 'application/']) {
    test(`that was sent as "${type}" is created as it was sent`, async () => {
      const lead = { customerName: 'Jan', title: 'Tap' };
      const id = await refuse(JSON.stringify(lead), { 'content-type': type });
      const { status, hasBody } = await entry(id);
      assert.deepEqual([status, hasBody], [415, true]);
      const made = await rescue(id, {});
      assert.deepEqual([made.status, made.body.title], [201, 'Tap']);
    });
  }

  const emptyBodies: [what: string, headers: Record<string, string>][] = [
    ['no Content-Type', {}],
    ['another Content-Type', { 'content-type': 'text/plain' }],
    ['chunks of JSON', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }],
  ];
  for (const [what, headers] of emptyBodies) {
    test(`is created without corrections: no body, ${what}`, async () => {
      const lead = { customerName: 'Jan', title: 'Tap' };
      const id = await refuse(JSON.stringify(lead), { 'content-type': 'text/plain' });
      const path = `/v1/api/requests/${id}/rescue`;
      const made = await call(server, path, { key, method: 'POST', headers });
      assert.deepEqual([made.status, made.body.title], [201, 'Tap'], made.text);
    });
  }

  test('needs corrections that are an object, if any', async () => {
    const id = await refuse(JSON.stringify({ customerName: 'Jan' }));
    for (const rawBody of ['null', '[]', '"title"']) {
      const answer = await call(server, `/v1/api/requests/${id}/rescue`, { key, rawBody });
      assertError(answer, 400);
    }
    const none = await call(server, `/v1/api/requests/${id}/rescue`, { key, method: 'POST' });
    assert.match(assertError(none, 400).join(), /^title is required/);
  });

  test('has an optional body in the OpenAPI document', async () => {
    const { body: document } = await call(server, '/openapi.json');
    const { requestBody } = document.paths['/v1/api/requests/{id}/rescue'].post;
    assert.equal(requestBody.required, false);
  });

  describe('that was not a JSON object', () => {
    const bodies: Record<string, [text: string, headers?: Record<string, string>]> = {
      cut: ['{"customerName": "Ja'],
      'an array': ['["customerName"]'],
      'nested too deeply': [`{"customerName":"Jan","x":${'['.repeat(40)}${']'.repeat(40)}}`],
      'a form': ['customerName=Jan', { 'content-type': 'application/x-www-form-urlencoded' }],
    };
    for (const [name, [text, headers]] of Object.entries(bodies)) {
      test(`${name}: the corrections are the lead`, async () => {
        const id = await refuse(text, headers);
        const part = await rescue(id, { title: 'Tap' });
        assert.deepEqual(part.body.message, ['customerName is required: send a non-empty string']);
        const made = await rescue(id, { customerName: 'Jan', title: 'Tap' });
        assert.equal(made.status, 201);
        const { body } = await submissionOf(server, made.body.id);
        assert.deepEqual(JSON.parse(body), { customerName: 'Jan', title: 'Tap' });
      });
    }
  });

  test('reports remaining errors, and can be retried', async () => {
    const id = await refuse(JSON.stringify(sent));
    const wrong: [corrections: unknown, status: number, message: RegExp[]][] = [
      [{}, 400, [/^title is required/, /^email must be/]],
      [{ title: 'Tap' }, 400, [/^email must be/]],
      [{ title: 'Tap', email: null, customerName: null }, 400, [/^customerName is required/]],
      [[], 400, [/^body must be a JSON object, got an array/]],
      [{ title: 'Tap', email: null, extra: 'x'.repeat(262_100) }, 413, [/256 KiB/]],
    ];
    for (const [corrections, status, messages] of wrong) {
      const answer = await rescue(id, corrections);
      assert.equal(answer.status, status);
      const told = [answer.body.message].flat();
      assert.equal(told.length, messages.length, answer.text);
      for (const [index, message] of messages.entries()) assert.match(told[index], message);
    }
    assert.equal((await rescue(id, { title: 'Tap', email: null })).status, 201);
  });

  test('is rescued once, however many requests try', async () => {
    const id = await refuse(JSON.stringify({ customerName: 'Jan' }));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => rescue(id, { title: `Geyser ${n}` })),
    );
    const made = answers.filter(({ status }) => status === 201);
    assert.equal(made.length, 1);
    assert.ok(answers.every(({ status }) => status === 201 || status === 409));
    const { id: workItemId } = made[0]!.body;
    const refusal = `Request ${id} was rescued already, as work item ${workItemId}`;
    assert.equal((await rescue(id, { title: 'Latecomer' })).body.message, refusal);
    // Holds beyond the expiry of idempotency keys.
    await expireIdempotencyKeys(server, await brandOfKey(server, key));
    const late = await rescue(id, { title: 'Latecomer again' });
    assert.deepEqual([late.status, late.body.message], [409, refusal]);
    assert.equal(await countLeads('geyser'), 1);
    assert.equal(await countLeads('latecomer'), 0);
  });

  test('another server’s claim holds before the log shows it', async () => {
    const id = await refuse(JSON.stringify({ customerName: 'Jan' }));
    const made = await rescue(id, { title: 'First' });
    await server.withDatabase((db) =>
      db.run(`update intakes set work_item_id = null, state = 'refused' where id = ?`, id),
    );
    const second = await rescue(id, { title: 'Second' });
    assertError(second, 409, 'rescued_already');
    assert.match(second.body.message, new RegExp(made.body.id));
  });

  async function countLeads(word: string): Promise<number> {
    const leads = await call(server, `/v1/api/leads?q=${word}`, { key });
    return leads.body.data.length;
  }

  test('of another brand, or unknown, is 404', async () => {
    const id = await refuse(JSON.stringify(sent));
    const other = await server.createKey();
    const full = { customerName: 'Jan', title: 'Tap', email: null };
    assert.equal((await rescue(id, full, other)).status, 404);
    assert.equal((await rescue('019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69', full)).status, 404);
    assert.equal((await rescue('nonsense', full)).status, 404);
    assert.equal((await entry(id)).rescuedAs, null);
  });

  test('cannot be made from a request that was not refused', async () => {
    const answer: Answer = await createLead(server, key);
    const id = answer.headers.get('x-request-id')!;
    await eventually(async () => (await entry(id)).id === id);
    const refused = await rescue(id, { title: 'Tap' });
    assertError(refused, 409, 'nothing_to_rescue');
    assert.match(refused.body.message, /No refused lead is stored/);
  });

  test('from before there were intakes is rescued too', async () => {
    const id = await refuse(JSON.stringify({ customerName: 'Jan' }));
    await server.withDatabase((db) =>
      db.transaction(async (trx) => {
        await trx.run('delete from intakes where id = ?', id);
        const body = JSON.stringify({ customerName: 'Early' });
        await trx.run('update logged_requests set body = ? where id = ?', body, id);
      }),
    );
    const { hasBody, body } = await entry(id);
    assert.deepEqual([hasBody, JSON.parse(body)], [true, { customerName: 'Early' }]);
    const made = await rescue(id, { title: 'Tap' });
    assert.equal(made.status, 201, made.text);
    assert.equal((await entry(id)).rescuedAs, made.body.id);
    assert.equal((await rescue(id, { title: 'Tap' })).status, 409);
  });

  test('is an intake too, with the id and the time of its request', async () => {
    const id = await refuse(JSON.stringify(sent));
    const text = await refuse('no lead', { 'content-type': 'text/plain' });
    const intake = await call(server, `/v1/api/intakes/${id}`, { key });
    const { source, state, message, errorCode, lead, body, receivedAt } = intake.body;
    const logged = await entry(id);
    assert.deepEqual([source, state, errorCode], ['api', 'refused', 'validation_failed']);
    assert.deepEqual([message, lead, JSON.parse(body)], [logged.message, sent, sent]);
    assert.equal(receivedAt, logged.receivedAt);
    const unread = (await call(server, `/v1/api/intakes/${text}`, { key })).body;
    assert.deepEqual([unread.lead, unread.body], [null, 'no lead']);

    const corrections = { title: 'Tap', email: null };
    const accept = `/v1/api/intakes/${id}/accept`;
    const made = await call(server, accept, { key, body: corrections });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.body.receivedAt, receivedAt);
    assert.equal((await entry(id)).rescuedAs, made.body.id);
    assertError(await rescue(id, corrections), 409, 'rescued_already');
    const events = await call(server, '/v1/api/events?type=intake.refused', { key });
    const mine = events.body.data.find((one: { subjectId: string }) => one.subjectId === id);
    assert.equal(mine.data.state, 'lead');
  });

  test('requires leads:write', async () => {
    const { brandId } = (await createLead(server, key)).body;
    const id = await refuse(JSON.stringify({ customerName: 'Jan' }));
    const reader = await server.createKey({ brandId, scopes: ['leads:read'] });
    assert.equal((await rescue(id, { title: 'Tap' }, reader)).status, 403);
    const writer = await server.createKey({ brandId, scopes: ['leads:write'] });
    assert.equal((await rescue(id, { title: 'Tap' }, writer)).status, 201);
  });
});
