// Values that people and programs write in several ways.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertRefused } from '../support/shapes.ts';

await withEachServer('lenient values', (server) => {
  let key: string;
  before(async () => {
    key = await server.createKey();
  });

  test('invisible characters around an e-mail address are dropped', async () => {
    const sent = '\u200b\ufeff jan@example.com\u00ad\u200f';
    const { status, body } = await createLead(server, key, { email: sent });
    assert.equal(status, 201);
    const path = `/v1/api/customers/${body.customerId}`;
    assert.equal((await call(server, path, { key })).body.email, 'jan@example.com');
    const patched = await call(server, path, {
      key,
      method: 'PATCH',
      body: { email: '\u2060piet@example.com' },
    });
    assert.equal(patched.body.email, 'piet@example.com');
    const found = await call(server, '/v1/api/customers?email=%E2%80%8Bpiet@example.com', { key });
    assert.equal(found.body.data.length, 1);
    for (const email of ['ja\u200bn@example.com', 'jan@exam\u00adple.com', '\u200b@example.com']) {
      assertRefused(await createLead(server, key, { email }), 'email');
    }
    assert.equal((await createLead(server, key, { email: '\u00ad\u200e' })).status, 201);
  });

  test('a phone number may have digits of any script, and is stored as sent', async () => {
    const phone = '٠٦١٢٣٤٥٦٧٨';
    const { body } = await createLead(server, key, { phone });
    const customer = await call(server, `/v1/api/customers/${body.customerId}`, { key });
    assert.equal(customer.body.phone, phone);
    for (const wrong of ['half', '½', 'Ⅷ']) {
      assertRefused(await createLead(server, key, { phone: wrong }), 'phone');
    }
  });

  test('times may have a lower-case t and z; 24:00 is refused', async () => {
    const { id } = (await createLead(server, key)).body;
    const path = `/v1/api/work-items/${id}`;
    const patch = (scheduledStart: string) =>
      call(server, path, { key, method: 'PATCH', body: { scheduledStart } });
    const list = (createdSince: string) =>
      call(server, `/v1/api/leads?createdSince=${createdSince}`, { key });

    const { body } = await patch('2026-11-15t09:30:00z');
    assert.equal(body.scheduledStart, '2026-11-15T09:30:00.000Z');
    assert.equal((await list('2026-11-15t09:30:00z')).status, 200);
    for (const answer of [
      await patch('2026-11-15T24:00:00Z'),
      await list('2026-11-15T24:00:00Z'),
    ]) {
      assert.equal(answer.status, 400);
      assert.match(answer.body.message[0], /midnight is 00:00 of the next day$/);
    }
  });

  test('a time outside the years 0000 to 9999 in UTC is refused', async () => {
    const { id } = (await createLead(server, key)).body;
    const path = `/v1/api/work-items/${id}`;
    const patch = (scheduledStart: string) =>
      call(server, path, { key, method: 'PATCH', body: { scheduledStart } });
    for (const time of ['9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00+01:00']) {
      const answer = await patch(time);
      assertRefused(answer, 'scheduledStart');
      assert.match(answer.body.message[0], /; in UTC, the year must be from 0000 to 9999$/);
      const since = `/v1/api/leads?createdSince=${encodeURIComponent(time)}`;
      assertRefused(await call(server, since, { key }), 'createdSince');
    }
    const { body } = await patch('9999-12-31T23:59:59Z');
    assert.equal(body.scheduledStart, '9999-12-31T23:59:59.000Z');
  });

  test('only messages about a query talk of %2B', async () => {
    const { id } = (await createLead(server, key)).body;
    const body = { scheduledStart: '2026-11-15T09:30:00 01:00' };
    const patched = await call(server, `/v1/api/work-items/${id}`, { key, method: 'PATCH', body });
    assertRefused(patched, 'scheduledStart');
    assert.doesNotMatch(patched.text, /%2B/);
    const listed = await call(server, '/v1/api/leads?createdSince=2026-11-15T09:30:00+01:00', {
      key,
    });
    assertRefused(listed, 'createdSince');
    assert.match(listed.text, /%2B/);
  });
});
