// Lists, searches and reads customers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, createLead, listAll, nextLinkOf } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertError, assertRefused, assertShape, customerShape } from '../support/shapes.ts';
import { eventually } from '../support/within.ts';

interface Customer extends Record<string, unknown> {
  id: string;
  name: string;
  createdAt: string;
  updatedAt: string;
}

const list = '/v1/api/customers';

await withEachServer('customers', (server) => {
  const make = async (key: string, lead: Record<string, unknown>): Promise<Customer> => {
    const { body } = await createLead(server, key, lead);
    return (await call(server, `${list}/${body.customerId}`, { key })).body;
  };
  const patch = (key: string, id: string, body: unknown) =>
    call(server, `${list}/${id}`, { key, method: 'PATCH', body });
  const namesIn = async (key: string, query: string) =>
    (await listAll(server, key, `${list}${query}`)).map(({ name }) => name);

  test('the list has the usual envelope, newest first, with the same records as single reads', async () => {
    const key = await server.createKey();
    const made: Customer[] = [];
    for (const name of ['A', 'B', 'C']) {
      made.unshift(await make(key, { customerName: name, companyName: `${name} BV`, city: 'Ede' }));
    }
    const { status, body } = await call(server, list, { key });
    assert.equal(status, 200);
    assert.deepEqual(body, { data: made, limit: 50 });
    for (const customer of body.data) assertShape(customer, customerShape);
    assert.deepEqual(await namesIn(key, '?sort=createdAt'), ['A', 'B', 'C']);
    await patch(key, made[2]!.id, { notes: 'x' });
    assert.deepEqual(await namesIn(key, '?sort=-updatedAt'), ['A', 'C', 'B']);
    assert.deepEqual(await namesIn(key, '?sort=updatedAt'), ['B', 'C', 'A']);
  });

  test('filters, alone and combined', async () => {
    const key = await server.createKey();
    const [ann, bob, cas] = [
      await make(key, { customerName: 'Ann', email: 'Ann@Example.com', phone: '06-11111111' }),
      await make(key, { customerName: 'Bob', email: 'bob@example.com', phone: '+31622222222' }),
      await make(key, { customerName: 'Cas' }),
    ];
    await patch(key, ann.id, { tags: ['vip', 'a,b'] });
    await patch(key, bob.id, { tags: ['vip'], archivedAt: '2026-01-01T00:00:00Z' });
    const { updatedAt } = (await patch(key, cas.id, { tags: ['x'] })).body;
    const cases: [query: string, ...names: string[]][] = [
      ['email=ann@example.COM', 'Ann'],
      ['email=nobody@example.com'],
      ['phone=0031 6 1111 1111', 'Ann'],
      ['phone=٠٦١١١١١١١١ tst. 5', 'Ann'],
      ['phone=11'],
      ['phone=0622222222'],
      ['phone=0622222222&archived=include', 'Bob'],
      ['email=bob@example.com&archived=only', 'Bob'],
      ['tag=vip', 'Ann'],
      ['tag=vip,x', 'Cas', 'Ann'],
      ['tag=vip&archived=include', 'Bob', 'Ann'],
      ['tag=none'],
      ['archived=exclude', 'Cas', 'Ann'],
      ['archived=include', 'Cas', 'Bob', 'Ann'],
      ['archived=only', 'Bob'],
      [`createdSince=${bob.createdAt}`, 'Cas'],
      [`createdSince=${bob.createdAt}&archived=include&sort=updatedAt`, 'Bob', 'Cas'],
      [`createdBefore=${bob.createdAt}`, 'Ann'],
      [`updatedSince=${updatedAt}`, 'Cas'],
      [`updatedBefore=${updatedAt}`, 'Ann'],
      [`updatedSince=${ann.createdAt}&updatedBefore=${updatedAt}&archived=include`, 'Bob', 'Ann'],
      ['q=ann&tag=vip', 'Ann'],
      ['q=ann&tag=x'],
    ];
    for (const [query, ...names] of cases) {
      const encoded = query.replaceAll(' ', '%20');
      assert.deepEqual(await namesIn(key, `?${encoded}`), names, query);
    }
  });

  test('unknown or malformed parameters are refused by name', async () => {
    const key = await server.createKey();
    const cases: [query: string, ...fields: string[]][] = [
      ['status=active', 'status'],
      ['customerId=1', 'customerId'],
      ['limit=0', 'limit'],
      ['sort=name', 'sort'],
      ['sort=scheduledStart', 'sort'],
      ['archived=yes', 'archived'],
      ['email=jan', 'email'],
      ['email=', 'email'],
      ['phone=abc', 'phone'],
      ['tag=', 'tag'],
      ['q=%20', 'q'],
      ['q=...', 'q'],
      ['createdSince=yesterday', 'createdSince'],
      ['updatedBefore=2026-02-30T00:00:00Z', 'updatedBefore'],
      ['cursor=abc', 'cursor'],
      ['email=a@b.nl&email=c@d.nl', 'email'],
      ['a=1&limit=x&archived=maybe', 'a', 'limit', 'archived'],
    ];
    for (const [query, ...fields] of cases) {
      assertRefused(await call(server, `${list}?${query}`, { key }), ...fields);
    }
    const { body } = await createLead(server, key);
    assertRefused(await call(server, `${list}/${body.customerId}?limit=1`, { key }), 'limit');
  });

  test('words are found in names, company, e-mail address and both phone numbers', async () => {
    const key = await server.createKey();
    const jan = await make(key, {
      customerName: 'Jan Jansen',
      firstName: 'Johannes',
      lastName: 'Jansen-de Wit',
      companyName: 'Loodgietersbedrijf Crème',
      email: 'info@waterwerk.nl',
      phone: '+31 (0)6 1234-5678',
    });
    await patch(key, jan.id, { secondaryPhone: '020-7654321' });
    await make(key, { customerName: 'Janneke', title: 'Loodgieter' });
    const cases: [q: string, ...names: string[]][] = [
      ['jan', 'Janneke', 'Jan Jansen'],
      ['JANSEN', 'Jan Jansen'],
      ['johannes wit', 'Jan Jansen'],
      ['loodg creme', 'Jan Jansen'],
      ['waterwerk', 'Jan Jansen'],
      ['info@waterwerk.nl', 'Jan Jansen'],
      ['06 12345678', 'Jan Jansen'],
      ['0612', 'Jan Jansen'],
      ['+31612345678', 'Jan Jansen'],
      ['020 7654321', 'Jan Jansen'],
      ['leaking'],
    ];
    for (const [q, ...names] of cases) {
      assert.deepEqual(await namesIn(key, `?q=${encodeURIComponent(q)}`), names, q);
    }
    assert.deepEqual(await namesIn(key, '?q=jan&sort=createdAt'), ['Jan Jansen', 'Janneke']);
    assert.deepEqual(await namesIn(key, '?q=jan&sort=-updatedAt'), ['Janneke', 'Jan Jansen']);
  });

  test('a customer is found by a phone number that came with a later lead', async () => {
    const key = await server.createKey();
    await make(key, { customerName: 'Eva', email: 'eva@example.com' });
    assert.deepEqual(await namesIn(key, '?q=0655555555'), []);
    await make(key, { email: 'eva@example.com', phone: '0655555555' });
    assert.deepEqual(await namesIn(key, '?q=0655555555'), ['Eva']);
  });

  test('customers written by a server without the index are found soon', async () => {
    const key = await server.createKey();
    const { id } = await make(key, { customerName: 'Before', email: 'before@example.com' });
    // Writes as an older server does: it only raises the version.
    await server.withDatabase((db) =>
      db.run(`update customers set name = ?, version = version + 1 where id = ?`, 'Zebedee', id),
    );
    const notIndexed = () =>
      server.withDatabase((db) =>
        db.all('select id from customers where id = ? and indexed_version <> version', id),
      );
    await eventually(async () => (await notIndexed()).length === 0);
    assert.deepEqual(await namesIn(key, '?q=zebed'), ['Zebedee']);
    assert.deepEqual(await namesIn(key, '?q=before'), ['Zebedee'], 'by its e-mail address');
  });

  test('pages add up to the whole list, also while customers arrive', async () => {
    const key = await server.createKey();
    const makeMany = (count: number) =>
      Promise.all(
        Array.from({ length: count }, () => createLead(server, key, { customerName: 'X' })),
      );
    await makeMany(25);
    for (const query of [
      'sort=-createdAt',
      'sort=createdAt',
      'sort=-updatedAt',
      'q=x',
      'q=x&sort=updatedAt',
    ]) {
      const before: Customer[] = await listAll(server, key, `${list}?limit=200&${query}`);
      const seen: Customer[] = [];
      let next: string | undefined = `${list}?limit=10&${query}`;
      while (next !== undefined && seen.length < before.length) {
        const { body, headers } = await call(server, next, { key });
        seen.push(...body.data);
        next = nextLinkOf(headers);
        await makeMany(3);
      }
      const ids = seen.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length, 'repeated');
      const known = new Set(before.map(({ id }) => id));
      assert.deepEqual(
        ids.filter((id) => known.has(id)),
        before.map(({ id }) => id),
        query,
      );
    }
  });

  test('a customer is read with its ETag, and then 304', async () => {
    const key = await server.createKey();
    const { id } = await make(key, { customerName: 'Ann' });
    const path = `${list}/${id}`;
    const first = await call(server, path, { key });
    const etag = first.headers.get('etag')!;
    assert.match(etag, /^"\d+"$/);
    const again = await call(server, path, { key, headers: { 'if-none-match': etag } });
    assert.deepEqual([again.status, again.text], [304, '']);
    await patch(key, id, { notes: 'x' });
    const changed = await call(server, path, { key, headers: { 'if-none-match': etag } });
    assert.equal(changed.status, 200);
    assert.notEqual(changed.headers.get('etag'), etag);
    for (const unknown of ['nothing', '019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a70']) {
      const [message] = assertError(await call(server, `${list}/${unknown}`, { key }), 404);
      assert.equal(message, `There is no customer ${unknown}`);
    }
  });

  test('a brand sees its own customers only, within the key’s scopes', async () => {
    const { id: brandId } = await server.createBrand();
    const mine = await server.createKey({ brandId });
    const theirs = await server.createKey();
    const { id } = await make(mine, { customerName: 'Mine', email: 'a@example.com' });
    assert.deepEqual(await namesIn(theirs, ''), []);
    assert.deepEqual(await namesIn(theirs, '?q=mine'), []);
    assert.deepEqual(await namesIn(theirs, '?email=a@example.com'), []);
    assertError(await call(server, `${list}/${id}`, { key: theirs }), 404);

    const reader = await server.createKey({ brandId, scopes: ['customers:read'] });
    const writer = await server.createKey({ brandId, scopes: ['customers:write'] });
    const other = await server.createKey({ brandId, scopes: ['leads:read', 'addresses:read'] });
    assert.equal((await call(server, list, { key: reader })).status, 200);
    for (const key of [writer, other]) {
      assertError(await call(server, list, { key }), 403);
      assertError(await call(server, `${list}/${id}`, { key }), 403);
      assertError(await call(server, `${list}/${id}/merges`, { key }), 403);
    }
    for (const [method, path] of [
      ['PATCH', ''],
      ['POST', '/archive'],
      ['POST', '/unarchive'],
      ['POST', '/merge'],
      ['POST', '/merges/1/undo'],
    ]) {
      const answer = await call(server, `${list}/${id}${path}`, {
        key: reader,
        method: method!,
        body: {},
      });
      assertError(answer, 403);
    }
    const changed = await patch(writer, id, { notes: 'x' });
    assert.equal(changed.status, 200);
    assert.deepEqual(Object.keys(changed.body).sort(), ['id', 'updatedAt']);
  });
});
