// An erased person is found in no work item of another customer: neither in one that was moved, nor in a
// lead that came with the person's contact details. Own servers: all of their tables and files are searched.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead, listAll } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { eraseCustomer, looksOften, untilForgotten } from '../support/erasure.ts';
import type { TestServer } from '../support/server.ts';
import { assertError } from '../support/shapes.ts';
import { tracesOf } from '../support/traces.ts';
import { type Receiver, sendingTo, startReceiver } from '../support/webhook-receiver.ts';
import { webhookApi } from '../support/webhooks.ts';
import { eventually } from '../support/within.ts';

// oxlint-disable-next-line typescript/no-explicit-any
type Fields = Record<string, any>;

withEachDatabase('erasing a person in the work items of others', (start) => {
  let server: TestServer;
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
    server = await start({ env: { ...looksOften, ...sendingTo(receiver) } });
  });
  after(async () => {
    await server?.stop();
    await receiver?.close();
  });

  const at = (id: string) => `/v1/api/work-items/${id}`;
  const make = async (key: string, lead: Fields, headers: Record<string, string> = {}) => {
    const answer = await createLead(server, key, lead, headers);
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const patch = (key: string, id: string, body: Fields) =>
    call(server, at(id), { key, method: 'PATCH', body });
  const read = async (key: string, path: string) => (await call(server, path, { key })).body;
  const newKey = async () => {
    const { id: brandId } = await server.createBrand();
    return server.createKey({ brandId });
  };
  const found = async (key: string, q: string) =>
    (await listAll(server, key, `/v1/api/leads?q=${q}`)).map(({ id }) => id);
  const erase = async (key: string, id: string) => {
    const answer = await eraseCustomer(server, key, id);
    assert.ok([202, 204].includes(answer.status), answer.text);
    await untilForgotten(server);
    return answer;
  };

  test('a lead that was moved to another customer', async () => {
    const key = await newKey();
    await webhookApi(server, key).create(receiver.url('/hook'));
    const bob = await make(key, { customerName: 'Bob Bos', email: 'bob@example.com' });
    const lead = await make(
      key,
      {
        customerName: 'Anna Wren-Alder',
        email: 'anna@wren.example',
        phone: '0655511122',
        companyName: 'Wren Alder BV',
        title: 'Boiler',
        description: 'Greetings, Anna Wren-Alder',
        notes: 'Call 06 555 111 22.\nThe gate is open.',
      },
      { 'idempotency-key': 'anna-1' },
    );
    // A second move, and a change of the notes, are in the history.
    const carl = await make(key, { customerName: 'Carl Crane', email: 'carl@example.com' });
    assert.equal((await patch(key, lead.id, { customerId: carl.customerId })).status, 200);
    const moved = await patch(key, lead.id, {
      customerId: bob.customerId,
      notes: `${lead.notes}\nBring a ladder for Anna Wren-Alder.`,
    });
    assert.equal(moved.status, 200, moved.text);
    await patch(key, lead.id, { status: 'lost', reason: 'too expensive' });
    await eventually(async () => receiver.received('/hook').length >= 7);

    assert.equal((await erase(key, lead.customerId)).status, 202);
    assert.deepEqual(await tracesOf(server, ['wren', '55511122', '555 111 22']), []);
    const left = await read(key, at(lead.id));
    assert.deepEqual(
      [left.customerId, left.title, left.description, left.notes, left.status],
      [bob.customerId, 'Boiler', '', 'The gate is open.', 'lost'],
    );
    assertError(await call(server, `${at(lead.id)}/submission`, { key }), 404);
    assertError(await patch(key, lead.id, { customerId: null }), 409, 'nothing_submitted');
    for (const q of ['anna', 'wren', '55511122']) assert.deepEqual(await found(key, q), []);
    assert.deepEqual((await found(key, 'bob')).toSorted(), [bob.id, lead.id].toSorted());
    const history = await read(key, `${at(lead.id)}/history`);
    const { status, customerId, notes } = Object.assign(
      {},
      ...history.data.map(({ changes }: Fields) => changes),
    );
    assert.deepEqual(
      { status, customerId, notes },
      {
        status: { before: 'request', after: 'lost' },
        customerId: { before: carl.customerId, after: bob.customerId },
        notes: undefined,
      },
    );
    assert.ok(history.data.some(({ reason }: Fields) => reason === 'too expensive'));
    assert.deepEqual(history.data.at(-1).changes, {});
  });

  test('a lead of another customer with the e-mail address or phone number', async () => {
    const key = await newKey();
    const bob = { customerName: 'Bob Bos', email: 'bob@example.com', phone: '0612345678' };
    const first = await make(key, bob);
    // Matched by phone, then by e-mail.
    const byPhone = await make(key, {
      customerName: 'C. Crake',
      email: 'carl@crake.example',
      phone: '0612345678',
      street: 'Birdlane',
      streetNumber: '7',
      city: 'Utrecht',
      notes: 'Hello',
    });
    const byEmail = await make(key, { ...bob, phone: '06 777 888 99' });
    const unrelated = await make(key, { ...bob, customerName: 'Robert', phone: '0644444444' });
    for (const { customerId } of [byPhone, byEmail, unrelated]) {
      assert.equal(customerId, first.customerId);
    }
    assert.match(byPhone.notes, /C\. Crake.*carl@crake.*Birdlane/);
    const body = { name: 'Carl Crake', email: 'carl@crake.example', phone: '0677788899' };
    const lead = await make(key, { ...body, customerName: 'Carl Crake' });
    assert.notEqual(lead.customerId, first.customerId);
    const submitted = await read(key, `${at(unrelated.id)}/submission`);

    assert.equal((await erase(key, lead.customerId)).status, 202);
    const words = ['carl@crake', 'c. crake', 'carl crake', '77788899', '777 888 99'];
    assert.deepEqual(await tracesOf(server, words), []);
    const left = await read(key, at(byPhone.id));
    assert.deepEqual([left.customerId, left.notes], [first.customerId, 'Hello']);
    assert.equal((await read(key, at(byEmail.id))).notes, null);
    for (const { id } of [byPhone, byEmail]) {
      assertError(await call(server, `${at(id)}/submission`, { key }), 404);
    }
    for (const q of ['carl', 'crake', '77788899']) assert.deepEqual(await found(key, q), []);
    // The address of the job stays, and so does what is not the person's.
    assert.deepEqual(await found(key, 'birdlane'), [byPhone.id]);
    const { notes } = await read(key, at(unrelated.id));
    assert.equal(notes, unrelated.notes);
    assert.deepEqual(await read(key, `${at(unrelated.id)}/submission`), submitted);
  });

  test('a mistaken match that was put right stays with its customer', async () => {
    const key = await newKey();
    const jan = await make(key, { customerName: 'Jan Jay', phone: '0633322211' });
    const petra = { customerName: 'Petra Plover', email: 'petra@example.com', phone: '0633322211' };
    const lead = await make(key, petra);
    assert.equal(lead.customerId, jan.customerId);
    const moved = (await patch(key, lead.id, { customerId: null })).body;
    const submitted = await read(key, `${at(lead.id)}/submission`);
    assert.equal(submitted.body.email, petra.email);

    assert.equal((await erase(key, jan.customerId)).status, 204);
    assert.deepEqual(await read(key, at(lead.id)), moved);
    assert.deepEqual(await read(key, `${at(lead.id)}/submission`), submitted);
    assert.deepEqual(await found(key, 'petra'), [lead.id]);
    assert.deepEqual(await found(key, 'jay'), []);
  });
});
