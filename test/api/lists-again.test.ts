// Repeated list requests never miss a change. The cache itself: test/http/page-cache.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, createLead, moveWorkItem } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';

// Enough requests to be served from the cache.
const oftenEnough = 3;

await withEachServer('a repeated list', (server) => {
  let key: string;

  const list = (query = '') => call(server, `/v1/api/leads${query}`, { key });
  /** The current page, after earlier requests for it. */
  const listOften = async (query = '') => {
    const first = await list(query);
    assert.equal(first.status, 200);
    for (let n = 1; n < oftenEnough; n++) {
      const again = await list(query);
      assert.equal(again.text, first.text);
      assert.deepEqual([...again.headers.keys()], [...first.headers.keys()]);
      assert.equal(again.headers.get('content-type'), 'application/json; charset=utf-8');
      assert.equal(again.headers.get('link'), first.headers.get('link'));
      assert.equal(Number(again.headers.get('content-length')), Buffer.byteLength(again.text));
    }
    return first.body;
  };
  const patch = async (path: string, body: object) => {
    const answer = await call(server, path, { key, method: 'PATCH', body });
    assert.equal(answer.status, 200, answer.text);
  };

  test('shows every change immediately', async () => {
    key = await server.createKey();
    const made = [];
    for (let n = 1; n <= 3; n++) {
      const lead = { title: `Lëad ${n}`, email: `n${n}@example.com`, city: 'Utrecht' };
      made.push((await createLead(server, key, lead)).body);
    }
    const [one, two, three] = made;
    const seen = async (field: (lead: typeof one) => unknown) =>
      (await listOften()).data.map(field);
    assert.deepEqual(await seen(({ title }) => title), ['Lëad 3', 'Lëad 2', 'Lëad 1']);
    await patch(`/v1/api/work-items/${two.id}`, { title: 'Another' });
    assert.deepEqual(await seen(({ title }) => title), ['Lëad 3', 'Another', 'Lëad 1']);
    await patch(`/v1/api/customers/${one.customerId}`, { name: 'Piet Pietersen' });
    assert.equal((await seen(({ customer }) => customer.name))[2], 'Piet Pietersen');
    await patch(`/v1/api/address/${three.addressId}`, { city: 'Breda' });
    assert.deepEqual(await seen(({ address }) => address.city), ['Breda', 'Utrecht', 'Utrecht']);
    // A field that a lead adds to a known customer shows on the earlier lead too.
    await createLead(server, key, { email: 'n1@example.com', phone: '0612345678' });
    const phones = await seen(({ customer }) => customer.phone);
    assert.deepEqual(phones, ['0612345678', '', '', '0612345678']);
    await moveWorkItem(server, key, three.id, 'pending');
    assert.equal((await listOften()).data.length, 3);
  });

  test('has the requested size, whatever was requested before', async () => {
    key = await server.createKey();
    for (let n = 0; n < 3; n++) await createLead(server, key);
    for (const limit of [10, 20, 3, 2, 10]) {
      const { data, limit: inEffect } = await listOften(`?limit=${limit}`);
      assert.equal(inEffect, limit);
      assert.equal(data.length, Math.min(limit, 3));
    }
    const head = await call(server, '/v1/api/leads?limit=10', { key, method: 'HEAD' });
    const { headers } = await list('?limit=10');
    assert.equal(head.headers.get('content-length'), headers.get('content-length'));
    key = await server.createKey();
    assert.deepEqual((await listOften('?limit=10')).data, []);
  });

  test('is complete for concurrent callers while leads arrive', async () => {
    key = await server.createKey();
    const lead = { customerName: 'Jan', title: 'Tap', description: 'é'.repeat(500) };
    const body = { leads: Array.from({ length: 60 }, () => lead) };
    const made = await call(server, '/v1/api/leads/batch', { key, body });
    assert.ok(made.status < 300, made.text);
    await listOften();
    const asking = Array.from({ length: 20 }, async (_, n) => {
      if (n % 7 === 0) await createLead(server, key);
      return list();
    });
    for (const { status, body: page, text } of await Promise.all(asking)) {
      assert.equal(status, 200, text);
      assert.equal(page.data.length, 50);
    }
  });
});
