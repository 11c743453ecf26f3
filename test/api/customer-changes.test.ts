// Changes to customers, and their effect on new leads and on search.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Answer, call, createLead, listAll } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertError, assertRefused } from '../support/shapes.ts';
import { eventually } from '../support/within.ts';

// oxlint-disable-next-line typescript/no-explicit-any
type Fields = Record<string, any>;

await withEachServer('changes to customers', (server) => {
  let key: string;
  before(async () => {
    key = await server.createKey();
  });

  const at = (id: string) => `/v1/api/customers/${id}`;
  const patch = (
    id: string,
    body: unknown,
    { as = key, headers = {} }: { as?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> => call(server, at(id), { key: as, method: 'PATCH', body, headers });
  const post = (path: string, as = key) => call(server, path, { key: as, method: 'POST' });
  const read = async (id: string, as = key) => (await call(server, at(id), { key: as })).body;
  const make = async (lead: Fields = {}, as = key) => (await createLead(server, as, lead)).body;
  // On PostgreSQL events are numbered shortly after the change.
  const eventsOf = async (id: string, count: number, as = key) => {
    let events: { subjectId: string; type: string; changes: Fields; [field: string]: unknown }[] =
      [];
    await eventually(async () => {
      const all = await listAll(server, as, '/v1/api/events?limit=200');
      events = all.filter(({ subjectId }) => subjectId === id);
      return events.length >= count;
    });
    assert.equal(events.length, count);
    return events;
  };

  test('every mutable field can be changed, and null clears optional ones', async () => {
    const { customerId } = await make({ email: 'all@example.com', companyName: 'Was BV' });
    const { addressId } = await make({ city: 'Gent' });
    const before = await read(customerId);
    const fields = {
      name: 'New name',
      firstName: 'New',
      lastName: 'Name',
      email: 'New@Example.com',
      phone: '+31 6 99999999',
      secondaryPhone: '112',
      companyName: 'Now BV',
      isCompany: false,
      addressId,
      notes: 'Friendly',
      tags: ['vip', 'roof'],
      archivedAt: '2026-12-02T00:00:00.000Z',
    };
    const changed = await patch(customerId, fields);
    assert.equal(changed.status, 200, changed.text);
    const { updatedAt } = changed.body;
    assert.deepEqual(changed.body, { ...before, ...fields, status: 'archived', updatedAt });
    assert.notEqual(updatedAt, before.updatedAt);
    assert.deepEqual(await read(customerId), changed.body);

    const { name: _name, isCompany: _isCompany, ...emptiable } = fields;
    for (const nothing of [null, '']) {
      await patch(customerId, fields);
      const texts = Object.entries(emptiable).filter(
        ([, value]) => nothing === null || typeof value === 'string',
      );
      const sent = Object.fromEntries(texts.map(([field]) => [field, nothing]));
      const emptied = await patch(customerId, sent);
      assert.equal(emptied.status, 200, emptied.text);
      for (const field of ['firstName', 'lastName', 'email', 'phone', 'companyName', 'addressId']) {
        assert.equal(emptied.body[field], '', field);
      }
      for (const field of ['secondaryPhone', 'notes']) assert.equal(emptied.body[field], null);
    }
  });

  test('a customer with a company name is a company, unless stated otherwise', async () => {
    const { customerId } = await make();
    const cases: [patch: Fields, isCompany: boolean][] = [
      [{ companyName: 'X BV' }, true],
      [{ isCompany: false }, false],
      [{ companyName: 'Y BV', isCompany: false }, false],
      [{ companyName: 'Z BV' }, true],
      [{ companyName: '' }, false],
      [{ isCompany: true }, true],
    ];
    for (const [sent, isCompany] of cases) {
      const { body } = await patch(customerId, sent);
      assert.equal(body.isCompany, isCompany, JSON.stringify(sent));
    }
  });

  test('an invalid patch is refused field by field', async () => {
    const { customerId } = await make({ email: 'stays@example.com' });
    const theirs = await make({ city: 'Ede' }, await server.createKey());
    const before = await read(customerId);
    const cases: [body: unknown, ...fields: string[]][] = [
      [{ name: '' }, 'name'],
      [{ name: null }, 'name'],
      [{ name: 1 }, 'name'],
      [{ name: 'x'.repeat(201) }, 'name'],
      [{ email: 'jan' }, 'email'],
      [{ email: `${'x'.repeat(250)}@x.nl` }, 'email'],
      [{ phone: 'none' }, 'phone'],
      [{ secondaryPhone: 'none' }, 'secondaryPhone'],
      [{ isCompany: 'yes' }, 'isCompany'],
      [{ isCompany: null }, 'isCompany'],
      [{ addressId: theirs.addressId }, 'addressId'],
      [{ addressId: 'nowhere' }, 'addressId'],
      [{ notes: 'x'.repeat(10_001) }, 'notes'],
      [{ tags: 'vip' }, 'tags'],
      [{ tags: [1] }, 'tags'],
      [{ tags: Array.from({ length: 51 }, (_, n) => `${n}`) }, 'tags'],
      [{ archivedAt: true }, 'archivedAt'],
      [{ archivedAt: '2026-12-02' }, 'archivedAt'],
      [{ status: 'archived' }, 'status'],
      [{ id: 'x', createdAt: 'x', mergedInto: 'x' }, 'id', 'createdAt', 'mergedInto'],
      [{ name: 'Good', emial: 'a@b.nl', phone: false }, 'emial', 'phone'],
      [[], 'body'],
      ['text', 'body'],
    ];
    for (const [body, ...fields] of cases) {
      assertRefused(await patch(customerId, body), ...fields);
    }
    assert.deepEqual(await read(customerId), before);
    assertError(await patch('nobody', { name: 'x' }), 404);
    assertError(await patch(customerId, { name: 'x' }, { as: await server.createKey() }), 404);
  });

  test('a change makes one event with the changed fields; no change makes none', async () => {
    const { customerId } = await make({ customerName: 'Told', email: 'told@example.com' });
    const etag = (await call(server, at(customerId), { key })).headers.get('etag');
    const same = await patch(customerId, { name: 'Told ', email: 'told@example.com', tags: null });
    assert.deepEqual([same.status, same.headers.get('etag')], [200, etag]);
    await eventsOf(customerId, 1);

    const changed = await patch(customerId, { name: 'Retold', tags: ['a'], email: null });
    const event = (await eventsOf(customerId, 2))[1]!;
    assert.equal(event.type, 'customer.updated');
    assert.deepEqual(event.changes, {
      name: { before: 'Told', after: 'Retold' },
      email: { before: 'told@example.com', after: '' },
      tags: { before: null, after: ['a'] },
    });
    assert.equal(event.actor, 'key');
    assert.equal(event.requestId, changed.headers.get('x-request-id'));
    assert.deepEqual(event.data, changed.body);
  });

  test('If-Match refuses a change to a newer version', async () => {
    const { customerId } = await make();
    const etag = (await call(server, at(customerId), { key })).headers.get('etag')!;
    const first = await patch(customerId, { notes: '1' }, { headers: { 'if-match': etag } });
    assert.equal(first.status, 200);
    assertError(await patch(customerId, { notes: '2' }, { headers: { 'if-match': etag } }), 412);
    assertError(
      await call(server, `${at(customerId)}/archive`, {
        key,
        method: 'POST',
        headers: { 'if-match': etag },
      }),
      412,
    );
    const latest = { 'if-match': `"0", ${first.headers.get('etag')}` };
    assert.equal((await patch(customerId, { notes: '3' }, { headers: latest })).status, 200);
    assert.equal((await patch(customerId, {}, { headers: { 'if-match': '*' } })).status, 200);
  });

  test('concurrent changes make one version each, and with If-Match one wins', async () => {
    const { customerId } = await make({ email: 'many@example.com' });
    const etag = (await call(server, at(customerId), { key })).headers.get('etag')!;
    const numbers = Array.from({ length: 8 }, (_, n) => n);
    const free = await Promise.all(numbers.map((n) => patch(customerId, { notes: `note ${n}` })));
    const versions = free.map(({ headers }) => Number(headers.get('etag')!.slice(1, -1)));
    const first = Number(etag.slice(1, -1)) + 1;
    assert.deepEqual(
      versions.toSorted((one, other) => one - other),
      numbers.map((n) => first + n),
    );
    // The events form one sequence of changes.
    const told = (await eventsOf(customerId, 9)).flatMap(({ changes }) => changes?.['notes'] ?? []);
    assert.equal(told.length, numbers.length);
    for (const [index, { before }] of told.entries()) {
      assert.equal(before, index === 0 ? null : told[index - 1].after);
    }

    const headers = { 'if-match': `"${first + 7}"` };
    const bound = await Promise.all(
      numbers.map((n) => patch(customerId, { phone: `06000000${n}0` }, { headers })),
    );
    const statuses = bound.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, ...Array.from({ length: 7 }, () => 412)]);
  });

  test('leads are matched by the customer’s current details', async () => {
    const own = await server.createKey();
    const lead = { email: 'old@example.com', phone: '0611111111' };
    const { customerId } = await make(lead, own);
    await patch(customerId, { email: 'NEW@example.com', phone: '06-22222222' }, { as: own });
    const matched = async (sent: Fields) => (await make(sent, own)).customerId === customerId;
    assert.ok(await matched({ email: 'new@EXAMPLE.com' }));
    assert.ok(await matched({ phone: '+31622222222' }));
    assert.ok(!(await matched({ email: 'old@example.com' })));
    assert.ok(!(await matched({ phone: '0611111111' })));
    await patch(customerId, { email: null, phone: '' }, { as: own });
    assert.ok(!(await matched({ email: 'new@example.com', phone: '0622222222' })));
  });

  test('an archived customer matches no lead until it is unarchived', async () => {
    const own = await server.createKey();
    const lead = { email: 'a@example.com', phone: '0611111111' };
    const { customerId } = await make(lead, own);
    const archived = await post(`${at(customerId)}/archive`, own);
    assert.equal(archived.status, 200, archived.text);
    assert.equal(archived.body.status, 'archived');
    assert.deepEqual((await post(`${at(customerId)}/archive`, own)).body, archived.body);
    const second = await make(lead, own);
    assert.notEqual(second.customerId, customerId);

    const back = await post(`${at(customerId)}/unarchive`, own);
    assert.deepEqual([back.body.status, back.body.archivedAt], ['active', null]);
    assert.deepEqual((await post(`${at(customerId)}/unarchive`, own)).body, back.body);
    assert.equal((await make(lead, own)).customerId, customerId, 'the oldest of the two');
    const told = (await eventsOf(customerId, 3, own)).map(({ type, changes }) => [
      type,
      Object.keys(changes ?? {}).sort(),
    ]);
    assert.deepEqual(told, [
      ['customer.created', []],
      ['customer.updated', ['archivedAt', 'status']],
      ['customer.updated', ['archivedAt', 'status']],
    ]);
  });

  test('customers and their leads are found and shown with the new values', async () => {
    const own = await server.createKey();
    const lead = { customerName: 'Oldname', email: 'o@example.com', phone: '0611111111' };
    const { customerId, id } = await make(lead, own);
    await listAll(server, own, '/v1/api/leads');
    const changes = { name: 'Newname', email: 'fresh@example.com', phone: '0633333333' };
    await patch(customerId, changes, { as: own });
    const found = async (path: string) => (await listAll(server, own, path)).map((one) => one.id);
    for (const word of ['newname', 'fresh', '0633333333']) {
      assert.deepEqual(await found(`/v1/api/leads?q=${word}`), [id], word);
      assert.deepEqual(await found(`/v1/api/customers?q=${word}`), [customerId], word);
    }
    for (const word of ['oldname', '0611111111']) {
      assert.deepEqual(await found(`/v1/api/leads?q=${word}`), [], word);
      assert.deepEqual(await found(`/v1/api/customers?q=${word}`), [], word);
    }
    const [listed] = await listAll(server, own, '/v1/api/leads');
    assert.deepEqual(listed.customer, await read(customerId, own));
  });

  test('a concurrent lead never overwrites a phone number that was set', async () => {
    for (let round = 0; round < 20; round++) {
      const own = await server.createKey();
      const email = 'jan@example.com';
      const { customerId } = await make({ email }, own);
      const [phone, others] = ['0611111111', ['0622222222', '0633333333', '0644444444']];
      const [changed, ...leads] = await Promise.all([
        patch(customerId, { phone }, { as: own }),
        ...others.map((other) => make({ email, phone: other }, own)),
      ]);
      assert.equal(changed.status, 200);
      for (const lead of leads) assert.equal(lead.customerId, customerId);
      // In either order: a lead fills in a missing field, and the change replaces it.
      assert.equal((await read(customerId, own)).phone, phone);
    }
  });
});
