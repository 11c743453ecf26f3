// Jobs created without a lead.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, createLead, listAll } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertError, assertRefused } from '../support/shapes.ts';

await withEachServer('new jobs', (server) => {
  let key: string;
  before(async () => {
    key = await server.createKey();
  });

  const create = (body: unknown, headers: Record<string, string> = {}, as = key) =>
    call(server, '/v1/api/work-items', { key: as, body, headers });
  const listed = async (id: string) =>
    (await listAll(server, key, '/v1/api/work-items')).find((item) => item.id === id);
  const anna = { name: 'Anna', email: 'anna@example.com', phone: '+31 6 11111111' };

  test('for a new customer at a new address, planned or not', async () => {
    const answer = await create({
      title: 'Gutter',
      customer: { ...anna, companyName: 'Anna BV' },
      address: { street: 'Oudegracht', streetNumber: '12', city: 'Utrecht' },
      scheduledStart: '2026-12-01T09:00:00+01:00',
      scheduledEnd: '2026-12-01T11:00:00+01:00',
      tags: ['gutter'],
      estimatedCost: 12_500,
      notes: 'Ring twice',
    });
    assert.equal(answer.status, 201);
    assert.equal(answer.headers.get('location'), `/v1/api/work-items/${answer.body.id}`);
    assert.equal(answer.body.status, 'scheduled');
    assert.equal(answer.body.source, 'manual');
    assert.equal(answer.body.scheduledStart, '2026-12-01T08:00:00.000Z');
    const job = await listed(answer.body.id);
    assert.equal(job.customer.email, 'anna@example.com');
    assert.equal(job.customer.isCompany, true);
    assert.equal(job.address.city, 'Utrecht');
    assert.deepEqual(job.tags, ['gutter']);

    const unplanned = await create({ title: 'Roof', customer: { name: 'Bob' } });
    assert.equal(unplanned.body.status, 'pending');
    assert.equal(unplanned.body.addressId, null);
    const { body } = await call(server, `/v1/api/work-items/${unplanned.body.id}/history`, { key });
    assert.deepEqual(
      body.data.map((entry: { type: string }) => entry.type),
      ['work_item.created'],
    );
  });

  test('a customer known by e-mail address or phone number is reused', async () => {
    const lead = (await createLead(server, key, { email: 'carla@example.com', city: 'Gent' })).body;
    const job = await create({
      title: 'Boiler',
      customer: { name: 'Carla', email: 'CARLA@example.com', phone: '0612345699' },
    });
    assert.equal(job.body.customerId, lead.customerId);
    // The customer's address is the default.
    assert.equal(job.body.addressId, lead.addressId);
    assert.match(job.body.notes, /telefoonnummer 0612345699 is toegevoegd/);
  });

  test('for a customer by id, at an address by id, a new one, their own or none', async () => {
    const lead = (await createLead(server, key, { email: 'dirk@example.com', city: 'Gent' })).body;
    const other = (await createLead(server, key, { city: 'Utrecht' })).body;
    const { customerId } = lead;
    const place = async (body: object) =>
      (await create({ title: 'Job', customerId, ...body })).body.addressId;
    assert.equal(await place({}), lead.addressId);
    assert.equal(await place({ addressId: null }), null);
    assert.equal(await place({ addressId: other.addressId }), other.addressId);
    const made = await place({ address: { city: 'Breda' } });
    assert.ok(![lead.addressId, other.addressId, null].includes(made));
    const customer = (await listAll(server, key, '/v1/api/leads')).find(
      (item) => item.id === lead.id,
    ).customer;
    assert.equal(customer.addressId, lead.addressId);
  });

  const customer = { name: 'Eva' };
  const refusals: [string, unknown, string[]][] = [
    ['nothing', {}, ['title', 'customer']],
    ['no customer', { title: 'x' }, ['customer']],
    ['two customers', { title: 'x', customer, customerId: 'y' }, ['customer']],
    [
      'two places',
      { title: 'x', customer, addressId: null, address: { city: 'Gent' } },
      ['address'],
    ],
    ['a place without a place', { title: 'x', customer, address: { country: 'NL' } }, ['address']],
    ['a customer without a name', { title: 'x', customer: {} }, ['customer.name']],
    ['a customer who is a text', { title: 'x', customer: 'Eva' }, ['customer']],
    [
      'a wrong e-mail address',
      { title: 'x', customer: { name: 'Eva', email: 'eva' } },
      ['customer.email'],
    ],
    ['a lead’s status', { title: 'x', customer, status: 'request' }, ['status']],
    [
      'scheduled without a start',
      { title: 'x', customer, status: 'scheduled' },
      ['scheduledStart'],
    ],
    [
      'a customer of nobody',
      { title: 'x', customerId: '019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69' },
      ['customerId'],
    ],
    ['an address of nobody', { title: 'x', customer, addressId: 'here' }, ['addressId']],
    ['an unknown field', { title: 'x', customer, photoUrls: [] }, ['photoUrls']],
  ];
  for (const [what, body, fields] of refusals) {
    test(`400 for ${what}`, async () => assertRefused(await create(body), ...fields));
  }

  test('customers and addresses of another brand are refused', async () => {
    const theirs = (await createLead(server, await server.createKey(), { city: 'Gent' })).body;
    assertRefused(await create({ title: 'x', customerId: theirs.customerId }), 'customerId');
    assertRefused(await create({ title: 'x', customer, addressId: theirs.addressId }), 'addressId');
  });

  test('takes work-items:write', async () => {
    const leads = await server.createKey({ scopes: ['leads:write'] });
    assertError(await create({ title: 'x', customer }, {}, leads), 403);
    const jobs = await server.createKey({ scopes: ['work-items:write'] });
    assert.equal((await create({ title: 'x', customer }, {}, jobs)).status, 201);
  });

  test('an Idempotency-Key makes one job, also for concurrent calls', async () => {
    const body = { title: 'Once', customer: { name: 'Frits', email: 'frits@example.com' } };
    const headers = { 'idempotency-key': 'job-1' };
    const first = await create(body, headers);
    const again = await create(body, headers);
    assert.equal(again.text, first.text);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assertError(await create({ ...body, title: 'Other' }, headers), 422);
    // A lead may use the same key: it is another route.
    assert.equal((await createLead(server, key, {}, headers)).status, 201);

    const racers = await Promise.all(
      Array.from({ length: 6 }, () => create(body, { 'idempotency-key': 'job-2' })),
    );
    const made = racers.filter(({ status }) => status === 201);
    assert.ok(made.length >= 1);
    assert.equal(new Set(made.map((answer) => answer.body.id)).size, 1);
    for (const { status } of racers) assert.ok([201, 409].includes(status));
  });

  test('concurrent jobs of one new customer make one customer', async () => {
    const jobs = await Promise.all(
      Array.from({ length: 10 }, () =>
        create({ title: 'x', customer: { name: 'Gerda', email: 'gerda@example.com' } }),
      ),
    );
    assert.equal(new Set(jobs.map((answer) => answer.body.customerId)).size, 1);
  });
});
