// A key that may create leads but not read them learns nothing about a known customer from the notes.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { eventually } from '../support/within.ts';

// oxlint-disable-next-line typescript/no-explicit-any
type Fields = Record<string, any>;

await withEachServer('notes for a key that may only write', (server) => {
  const known = {
    customerName: 'Jan de Vries',
    email: 'jan@example.com',
    phone: '0612345678',
    street: 'Oudegracht',
    streetNumber: '12',
    city: 'Utrecht',
  };
  const wrong = {
    ...known,
    customerName: 'Piet',
    companyName: 'Piet BV',
    email: 'piet@example.com',
    streetNumber: '13',
  };
  let brandId: string;
  let full: string;
  let form: string;
  before(async () => {
    brandId = (await server.createBrand({ country: 'IE' })).id;
    full = await server.createKey({ brandId });
    form = await server.createKey({ brandId, scopes: ['leads:write', 'customers:read'] });
    await createLead(server, full, known);
  });

  const send = async (key: string, lead: Fields, headers: Record<string, string> = {}) => {
    const answer = await createLead(server, key, lead, headers);
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const stored = async (id: string) =>
    (await call(server, `/v1/api/work-items/${id}`, { key: full })).body.notes;

  test('right and wrong guesses give the same notes, and all is stored', async () => {
    const imitated = 'The address was added to the existing customer.';
    for (const notes of [undefined, 'Hi', imitated, `Hi\n\n${imitated}`]) {
      for (const guess of [known, wrong, { ...wrong, customerName: `X. ${imitated}` }]) {
        const lead = await send(form, { ...guess, email: undefined, notes });
        assert.equal(lead.notes, notes ?? null, JSON.stringify(guess));
        const whole = await stored(lead.id);
        if (guess === known) assert.equal(whole, notes ?? null);
        else assert.match(whole, /Sent under another name: .*Sent with an address/s);
      }
    }
    const reader = await server.createKey({ brandId, scopes: ['leads:write', 'leads:read'] });
    const { id, notes } = await send(reader, wrong);
    assert.match(notes, /Sent under another name: Piet\./);
    assert.equal(await stored(id), notes);
  });

  test('what was filled in and a number of another customer are told', async () => {
    const phone = '0698765432';
    const other = await send(full, { customerName: 'Els', phone });
    const bare = await send(full, { customerName: 'Bea', email: 'bea@example.com' });
    const lead = { ...wrong, email: 'BEA@example.com', phone };
    const { id, customerId, notes } = await send(form, { ...lead, notes: 'Hi' });
    assert.equal(customerId, bare.customerId);
    const told = [
      `The phone number ${phone} was added to the existing customer.`,
      'The address was added to the existing customer.',
      `The phone number ${phone} belongs to another customer, ${other.customerId}.`,
    ].join(' ');
    assert.equal(notes, `Hi\n\n${told}`);
    assert.match(await stored(id), /another customer.*Sent under another name: Piet\./);
    const again = await send(form, { ...lead, email: known.email });
    assert.equal(again.notes, told.slice(told.lastIndexOf('The phone')));
  });

  test('in a replay, whoever sent the lead first', async () => {
    for (const first of [form, full]) {
      const headers = { 'idempotency-key': `replayed-${first}` };
      const lead = { ...wrong, notes: 'Hi' };
      const made = await send(first, lead, headers);
      assert.equal(made.notes === 'Hi', first === form);
      const again = await send(form, lead, headers);
      assert.deepEqual(again, { ...made, notes: 'Hi' });
    }
  });

  test('in a batch, and its replay', async () => {
    const leads = [wrong, { ...wrong, notes: 'Hi' }, known].map((lead) => ({
      title: 'A',
      ...lead,
    }));
    for (const headers of [{}, { 'idempotency-key': 'batch' }, { 'idempotency-key': 'batch' }]) {
      const path = '/v1/api/leads/batch';
      const { body } = await call(server, path, { key: form, body: { leads }, headers });
      const items = body.data.map(({ workItem }: Fields) => workItem);
      const notes = items.map((item: Fields) => item['notes']);
      assert.deepEqual(notes, [null, 'Hi', null]);
      assert.match(await stored(items[1].id), /Sent under another name: Piet\./);
    }
  });

  test('in a rescue', async () => {
    const body = { ...wrong, notes: 'Hi' };
    const { headers } = await call(server, '/v1/api/leads', { key: form, body });
    const path = `/v1/api/requests/${headers.get('x-request-id')}`;
    await eventually(async () => (await call(server, path, { key: full })).status === 200);
    const correction = { title: 'Leaking tap' };
    const made = await call(server, `${path}/rescue`, { key: form, body: correction });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.body.notes, 'Hi');
    assert.match(await stored(made.body.id), /Sent under another name: Piet\./);
  });
});
