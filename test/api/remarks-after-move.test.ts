// The remarks in a lead's notes follow its customer: nothing that was sent disappears from view.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, createLead, listAll } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';

// oxlint-disable-next-line typescript/no-explicit-any
type Fields = Record<string, any>;

await withEachServer('remarks after a move to another customer', (server) => {
  // In English.
  const newKey = async () => {
    const { id: brandId } = await server.createBrand({ country: 'IE' });
    return server.createKey({ brandId });
  };
  const make = async (key: string, lead: Fields) => (await createLead(server, key, lead)).body;
  const patch = async (key: string, id: string, body: Fields) => {
    const answer = await call(server, `/v1/api/work-items/${id}`, { key, method: 'PATCH', body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const found = async (key: string, q: string) =>
    (await listAll(server, key, `/v1/api/leads?q=${q}`)).map(({ id }) => id);

  const phone = '0612345678';
  const petra = {
    customerName: 'Petra Smit',
    companyName: 'Smit BV',
    email: 'petra@example.com',
    phone,
    street: 'Oudegracht',
    streetNumber: '12',
    city: 'Utrecht',
    notes: 'Call me.',
  };
  const lacks = (what: string, value: string) =>
    `Sent with ${what} that the customer does not have: ${value}.`;
  const others = [
    'Sent under another name: Petra Smit.',
    lacks('a company name', 'Smit BV'),
    lacks('an e-mail address', 'petra@example.com'),
    lacks('an address', 'Oudegracht 12, Utrecht'),
  ].join(' ');
  /** Petra's lead went to Jan, who lends her his phone. */
  const mistaken = async () => {
    const key = await newKey();
    const jan = await make(key, { customerName: 'Jan Jansen', phone });
    const lead = await make(key, petra);
    assert.equal(lead.customerId, jan.customerId);
    assert.equal(lead.notes, `Call me.\n\n${others}`);
    return { key, jan, lead };
  };

  test('a customer of its own leaves no remark, and a way back restores them', async () => {
    const { key, jan, lead } = await mistaken();
    const own = await patch(key, lead.id, { customerId: null });
    assert.equal(own.notes, 'Call me.');
    const changed = await patch(key, own.id, { customerId: jan.customerId });
    assert.equal(changed.notes, lead.notes);
    const history = await listAll(server, key, `/v1/api/work-items/${lead.id}/history`);
    assert.deepEqual(history.at(-1).changes.notes, { before: 'Call me.', after: lead.notes });
    for (const q of ['petra', 'smit', 'jansen']) {
      assert.ok((await found(key, q)).includes(lead.id), q);
    }
  });

  test('a move to somebody else adds what that customer does not have', async () => {
    const key = await newKey();
    const karel = await make(key, { customerName: 'Karel Kok', email: 'karel@example.com' });
    const lead = await make(key, petra);
    assert.equal(lead.notes, 'Call me.');
    const moved = await patch(key, lead.id, { customerId: karel.customerId });
    // Petra has the number.
    const owner = `The phone number ${phone} belongs to another customer, ${lead.customerId}.`;
    const [name, company, email, address] = others.split(/(?<=\.) (?=Sent)/);
    assert.equal(
      moved.notes,
      ['Call me.', `${owner} ${name} ${company} ${email} ${address}`].join('\n\n'),
    );
    for (const q of ['petra@example.com', phone, 'smit', 'karel']) {
      assert.ok((await found(key, q)).includes(lead.id), q);
    }
    const back = await patch(key, lead.id, { customerId: lead.customerId });
    assert.equal(back.notes, 'Call me.');
    assert.ok((await found(key, 'petra')).includes(lead.id));
    assert.ok(!(await found(key, 'karel')).includes(lead.id));
  });

  test('what was filled in is not said of another customer, and is after a way back', async () => {
    const key = await newKey();
    const email = 'jan@example.com';
    const jan = await make(key, { customerName: 'Jan', email });
    const karel = await make(key, { customerName: 'Karel', phone: '0687654321' });
    const lead = await make(key, { customerName: 'Jan', email, phone });
    assert.equal(lead.customerId, jan.customerId);
    assert.equal(lead.notes, `The phone number ${phone} was added to the existing customer.`);
    const moved = await patch(key, lead.id, { customerId: karel.customerId });
    assert.equal(
      moved.notes,
      [
        `The phone number ${phone} belongs to another customer, ${jan.customerId}.`,
        'Sent under another name: Jan.',
        lacks('an e-mail address', email),
      ].join(' '),
    );
    const back = await patch(key, lead.id, { customerId: jan.customerId });
    assert.equal(back.notes, lead.notes);
  });

  test('words that a member wrote stay', async () => {
    const { key, jan, lead } = await mistaken();
    const written = `Her neighbour: Jan.\n\n${lead.notes}\n\nCalled back. ${others.slice(0, 20)}`;
    await patch(key, lead.id, { notes: written });
    const own = await patch(key, lead.id, { customerId: null });
    assert.equal(own.notes, written.replace(`${others}\n\n`, ''));
    assert.equal((await patch(key, lead.id, { customerId: jan.customerId })).notes, written);
    // After another edit the remarks are made again.
    await patch(key, lead.id, { customerId: null });
    await patch(key, lead.id, { notes: 'All is well.' });
    const again = await patch(key, lead.id, { customerId: jan.customerId });
    assert.equal(again.notes, `All is well.\n\n${others}`);
  });

  test('sent notes win', async () => {
    const { key, lead } = await mistaken();
    const own = await patch(key, lead.id, { customerId: null, notes: 'Moved.' });
    assert.equal(own.notes, 'Moved.');
  });
});
