// A lead that was matched with the wrong customer is given to another one, or to a new one.
import assert from 'node:assert/strict';
import { type ErrorCode, errorCodes } from '#contract/error-codes.ts';
import { test } from 'node:test';
import { call, createLead, listAll } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertError } from '../support/shapes.ts';

// oxlint-disable-next-line typescript/no-explicit-any
type Fields = Record<string, any>;

await withEachServer('the customer of a work item', (server) => {
  const at = (id: string) => `/v1/api/work-items/${id}`;
  const make = async (key: string, lead: Fields = {}) => (await createLead(server, key, lead)).body;
  const patch = (key: string, id: string, body: Fields, headers: Record<string, string> = {}) =>
    call(server, at(id), { key, method: 'PATCH', body, headers });
  const customer = async (key: string, id: string) =>
    (await call(server, `/v1/api/customers/${id}`, { key })).body;
  const newBrand = async () => {
    const { id: brandId } = await server.createBrand();
    return { brandId, key: await server.createKey({ brandId }) };
  };
  const found = async (key: string, q: string) =>
    (await listAll(server, key, `/v1/api/leads?q=${q}`)).map(({ id }) => id);
  const eventsOf = async (key: string, requestId: string | null) =>
    (await listAll(server, key, '/v1/api/events?limit=200')).filter(
      (event) => event.requestId === requestId,
    );
  const refusalOf = async (
    key: string,
    id: string,
    customerId: unknown,
    code: ErrorCode = 'validation_failed',
  ): Promise<string> => {
    const answer = await patch(key, id, { customerId });
    return assertError(answer, errorCodes[code], code).join();
  };
  /** Two leads on one number: the second person was taken for the first. */
  const mistaken = async (second: Fields = {}) => {
    const brand = await newBrand();
    const first = await make(brand.key, { customerName: 'Jan Jansen', phone: '0612345678' });
    const lead = await make(brand.key, {
      customerName: 'Petra Smit',
      firstName: 'Petra',
      lastName: 'Smit',
      companyName: 'Smit BV',
      email: 'petra@example.com',
      phone: '06 12345678',
      street: 'Oudegracht',
      streetNumber: '12',
      city: 'Utrecht',
      ...second,
    });
    assert.equal(lead.customerId, first.customerId);
    return { ...brand, first, lead };
  };

  test('a lead moves to another customer, with history, event and search words', async () => {
    const { key, first, lead } = await mistaken();
    const other = await make(key, { customerName: 'Karel Kok', email: 'karel@example.com' });
    assert.deepEqual(await found(key, 'karel'), [other.id]);

    const moved = await patch(key, lead.id, { customerId: other.customerId, title: 'Boiler' });
    assert.equal(moved.status, 200, moved.text);
    assert.equal(moved.body.customerId, other.customerId);
    assert.equal(moved.body.addressId, lead.addressId);
    assert.notEqual(moved.body.addressId, null);
    const changes = {
      customerId: { before: first.customerId, after: other.customerId },
      title: { before: lead.title, after: 'Boiler' },
      notes: { before: lead.notes, after: moved.body.notes },
    };
    const events = await eventsOf(key, moved.headers.get('x-request-id'));
    assert.deepEqual(
      events.map((event) => [event.type, event.subjectId, event.changes]),
      [['lead.updated', lead.id, changes]],
    );
    assert.equal(events[0].data.customer.id, other.customerId);
    const history = await listAll(server, key, `${at(lead.id)}/history`);
    assert.deepEqual(history.at(-1).changes, changes);
    assert.deepEqual((await found(key, 'karel')).sort(), [lead.id, other.id].sort());
    assert.deepEqual(await found(key, 'jansen'), [first.id]);
    const [listed] = await listAll(server, key, `/v1/api/leads?customerId=${first.customerId}`);
    assert.equal(listed.id, first.id);

    // The same again changes nothing; the former id undoes it.
    const again = await patch(key, lead.id, { customerId: other.customerId });
    assert.deepEqual(again.body, moved.body);
    const back = await patch(key, lead.id, { customerId: first.customerId });
    assert.equal(back.body.customerId, first.customerId);
    assert.deepEqual(await found(key, 'karel'), [other.id]);
  });

  test('a job moves with work_item.updated', async () => {
    const { key, lead } = await mistaken();
    const other = await make(key, { customerName: 'Karel Kok', email: 'karel@example.com' });
    await patch(key, lead.id, { status: 'pending' });
    const moved = await patch(key, lead.id, { customerId: other.customerId });
    const events = await eventsOf(key, moved.headers.get('x-request-id'));
    assert.deepEqual(
      events.map(({ type }) => type),
      ['work_item.updated'],
    );
  });

  test('null makes a new customer from what was submitted', async () => {
    const { key, first, lead } = await mistaken();
    const moved = await patch(key, lead.id, { customerId: null });
    assert.equal(moved.status, 200, moved.text);
    const { customerId } = moved.body;
    assert.notEqual(customerId, first.customerId);
    const made = await customer(key, customerId);
    const { name, firstName, lastName, email, phone, companyName, isCompany, addressId } = made;
    assert.deepEqual(
      { name, firstName, lastName, email, phone, companyName, isCompany, addressId },
      {
        name: 'Petra Smit',
        firstName: 'Petra',
        lastName: 'Smit',
        email: 'petra@example.com',
        phone: '06 12345678',
        companyName: 'Smit BV',
        isCompany: true,
        addressId: lead.addressId,
      },
    );
    const events = await eventsOf(key, moved.headers.get('x-request-id'));
    assert.deepEqual(
      events.map(({ type, subjectId }) => [type, subjectId]),
      [
        ['customer.created', customerId],
        ['lead.updated', lead.id],
      ],
    );
    assert.deepEqual(await found(key, 'petra'), [lead.id]);
    const search = (await call(server, '/v1/api/customers?q=petra', { key })).body.data;
    assert.deepEqual(
      search.map(({ id }: Fields) => id),
      [customerId],
    );

    // A retry after a lost response creates nothing more.
    assert.deepEqual((await patch(key, lead.id, { customerId: null })).body, moved.body);
    // Next time the rules decide: the e-mail address is hers alone, the oldest has the number.
    assert.equal((await make(key, { email: 'petra@example.com' })).customerId, customerId);
    assert.equal((await make(key, { phone: '0612345678' })).customerId, first.customerId);
  });

  test('the new customer is made although an older one has the same e-mail address', async () => {
    const { key } = await newBrand();
    const email = 'family@example.com';
    const [first, lead] = [await make(key, { email }), await make(key, { email })];
    const moved = await patch(key, lead.id, { customerId: null });
    assert.notEqual(moved.body.customerId, first.customerId);
    assert.equal((await make(key, { email })).customerId, first.customerId);
    // A lead with a customer of its own has nothing to put right.
    const own = await make(key, { customerName: 'Solo', email: 'solo@example.com' });
    const same = await patch(key, own.id, { customerId: null });
    assert.deepEqual(same.body, own);
  });

  test('the submitted address is made again when the lead got another one', async () => {
    const { key, lead } = await mistaken();
    const elsewhere = await make(key, { customerName: 'Else Where', city: 'Ede' });
    await patch(key, lead.id, { addressId: elsewhere.addressId });
    const moved = await patch(key, lead.id, { customerId: null });
    assert.equal(moved.body.addressId, elsewhere.addressId);
    const made = await customer(key, moved.body.customerId);
    const path = `/v1/api/address/${made.addressId}`;
    const { street, streetNumber, city } = (await call(server, path, { key })).body;
    assert.deepEqual([street, streetNumber, city], ['Oudegracht', '12', 'Utrecht']);
    assert.notEqual(made.addressId, lead.addressId);
    assert.notEqual(made.addressId, elsewhere.addressId);
  });

  test('an unknown, merged or archived customer is refused, and so is a blank', async () => {
    const { key, first, lead } = await mistaken();
    const stranger = await make((await newBrand()).key);
    const unknown = 'customerId names no customer of the brand';
    for (const customerId of ['nobody', crypto.randomUUID(), stranger.customerId]) {
      assert.equal(await refusalOf(key, lead.id, customerId), unknown);
    }
    assert.equal(await refusalOf(key, lead.id, ' '), 'customerId must not be empty');
    assert.match(await refusalOf(key, lead.id, 7), /^customerId must be a string/);
    const merged = await make(key, { customerName: 'M', email: 'm@example.com' });
    const kept = await make(key, { customerName: 'K', email: 'k@example.com' });
    const merge = `/v1/api/customers/${kept.customerId}/merge`;
    await call(server, merge, { key, body: { customerId: merged.customerId } });
    assert.equal(
      await refusalOf(key, lead.id, merged.customerId),
      `customerId names a customer that was merged into ${kept.customerId}: send that id`,
    );
    const archive = `/v1/api/customers/${kept.customerId}/archive`;
    await call(server, archive, { key, method: 'POST' });
    assert.equal(
      await refusalOf(key, lead.id, kept.customerId, 'customer_archived'),
      `The customer ${kept.customerId} is archived: unarchive it first`,
    );
    const { body } = await call(server, at(lead.id), { key });
    assert.equal(body.customerId, first.customerId);
    assertError(await patch(key, 'nothing', { customerId: null }), 404);
  });

  test('a job without a submission needs the id of a customer', async () => {
    const { key, first } = await mistaken();
    const body = { title: 'By hand', customerId: first.customerId };
    const job = (await call(server, '/v1/api/work-items', { key, body })).body;
    assert.match(
      await refusalOf(key, job.id, null, 'nothing_submitted'),
      /Send the customerId of an existing customer/,
    );
  });

  test('an item of an erased customer stays there', async () => {
    const { key, first, lead } = await mistaken();
    const other = await make(key, { customerName: 'Karel Kok', email: 'karel@example.com' });
    const erase = `/v1/api/customers/${first.customerId}?erase=true`;
    await call(server, erase, { key, method: 'DELETE' });
    for (const customerId of [other.customerId, null]) {
      await refusalOf(key, lead.id, customerId, 'customer_erased');
    }
  });

  test('If-Match, scopes and keys without personal data', async () => {
    const { key, brandId, lead } = await mistaken();
    const other = await make(key, { customerName: 'Karel Kok', email: 'karel@example.com' });
    const move = { customerId: other.customerId };
    assertError(await patch(key, lead.id, move, { 'if-match': '"99"' }), 412);
    assertError(await patch(key, lead.id, { customerId: null }, { 'if-match': '"99"' }), 412);
    const jobs = await server.createKey({ brandId, scopes: ['work-items:write'] });
    assertError(await patch(jobs, lead.id, { customerId: null }), 403);
    const redacted = await server.createKey({
      brandId,
      scopes: ['leads:read', 'leads:write'],
      isImpersonal: true,
    });
    for (const customerId of [null, other.customerId]) {
      const refusal = await refusalOf(redacted, lead.id, customerId);
      assert.match(refusal, /^customerId cannot be used with a key without personal data/);
    }
    const customers = await listAll(server, key, '/v1/api/customers');
    assert.equal(customers.length, 2);
    // As for a new lead, no scope for customers is needed.
    const leads = await server.createKey({ brandId, scopes: ['leads:write'] });
    const moved = await patch(leads, lead.id, { customerId: null });
    assert.deepEqual(Object.keys(moved.body).toSorted(), ['id', 'status', 'updatedAt']);
  });

  test('moves beside merges and erasures lose no item', async () => {
    const { key } = await newBrand();
    const people = ['a', 'b', 'c'].map((name) => ({ customerName: name, email: `${name}@x.nl` }));
    const items = [];
    for (const person of people) items.push(await make(key, person));
    const [a, b, c] = items.map(({ customerId }) => customerId) as [string, string, string];
    const leads = [];
    for (let n = 0; n < 6; n++) leads.push(await make(key, people[0]));
    const answers = await Promise.all([
      call(server, `/v1/api/customers/${c}/merge`, { key, body: { customerId: b } }),
      ...leads.map(({ id }) => patch(key, id, { customerId: b })),
      ...leads.map(({ id }) => patch(key, id, { customerId: null })),
      call(server, `/v1/api/customers/${a}?erase=true`, { key, method: 'DELETE' }),
    ]);
    for (const { status, text } of answers) {
      assert.ok([200, 202, 204, 400, 409, 503].includes(status), text);
    }
    for (const { id } of leads) {
      const item = (await call(server, at(id), { key })).body;
      assert.notEqual(item.customerId, b, 'an item went to the merged customer');
    }
  });
});
