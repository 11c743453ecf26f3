// A lead is found by all contact details that were sent with it, and by its address.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, createLead, listAll } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';

type Cases = [q: string, isFound: boolean][];

await withEachServer('searching for contact details', (server) => {
  /** Few leads are scanned one by one; among many, the word index finds them. */
  const check = async (key: string, id: string, cases: Cases, list = '/v1/api/leads') => {
    for (const [q, isFound] of cases) {
      const found = await listAll(server, key, `${list}?q=${encodeURIComponent(q)}`);
      assert.deepEqual(
        found.map((item) => item.id),
        isFound ? [id] : [],
        q,
      );
    }
  };
  const addMany = async (key: string) => {
    const leads = Array.from({ length: 130 }, () => ({ customerName: 'X', title: 'Filler' }));
    const { status } = await call(server, '/v1/api/leads/batch', { key, body: { leads } });
    assert.equal(status, 200);
  };
  const patch = async (key: string, path: string, body: object) => {
    const { status, text } = await call(server, path, { key, method: 'PATCH', body });
    assert.equal(status, 200, text);
  };

  test('a name, e-mail address and phone number that the customer does not have', async () => {
    const key = await server.createKey();
    await createLead(server, key, { customerName: 'Jan Bos', phone: '0611112222' });
    const { id } = (
      await createLead(server, key, {
        customerName: 'Piet Smit',
        companyName: 'Smederij BV',
        email: 'piet@smederij.example',
        phone: '+31 6 1111 2222',
      })
    ).body;
    const cases: Cases = [
      ['piet', true],
      ['smit smederij', true],
      ['piet@smederij.example', true],
      ['klaas', false],
    ];
    await check(key, id, cases);
    const byEmail = { customerName: 'Els', email: 'els@example.com', phone: '0620203030' };
    await createLead(server, key, byEmail);
    const other = await createLead(server, key, { ...byEmail, phone: '0644445555' });
    const numbers: Cases = [
      ['0644445555', true],
      ['+31 6 4444 5555', true],
      ['555', true],
      ['06444', true],
      ['4444', false],
    ];
    await check(key, other.body.id, numbers);
    await addMany(key);
    await check(key, id, cases);
    await check(key, other.body.id, numbers);
    // Changing the notes hides nothing.
    await patch(key, `/v1/api/work-items/${id}`, { notes: null, title: 'Gate' });
    await check(key, id, [...cases, ['gate piet', true]]);
  });

  test('a second phone number and a company name of the customer, also when changed', async () => {
    const key = await server.createKey();
    const lead = { customerName: 'Els', companyName: 'Jansen Holding', email: 'els@example.com' };
    const { customerId, id } = (await createLead(server, key, lead)).body;
    const path = `/v1/api/customers/${customerId}`;
    await patch(key, path, { secondaryPhone: '020 999 88 87' });
    const again = { ...lead, companyName: 'jansen  holding', phone: '020-9998887' };
    const second = (await createLead(server, key, again)).body;
    const cases = ['jansen holding', '0209998887', '+31 20 999 8887', '88 87'];
    for (const q of cases) {
      const found = await listAll(server, key, `/v1/api/leads?q=${encodeURIComponent(q)}`);
      const ids = found.map((item) => item.id);
      assert.deepEqual(ids.toSorted(), [id, second.id].toSorted(), q);
    }
    await addMany(key);
    await patch(key, path, { secondaryPhone: null, phone: '', companyName: 'Jansen Invest' });
    await check(
      key,
      id,
      [...cases, 'holding'].map((q): [string, boolean] => [q, false]),
    );
    const found = await listAll(server, key, '/v1/api/leads?q=jansen%20invest');
    assert.equal(found.length, 2);
  });

  test('another extension is another number', async () => {
    const { id: brandId } = await server.createBrand({ country: 'IE' });
    const key = await server.createKey({ brandId });
    const known = { customerName: 'Els', email: 'els@example.com', phone: '020-9998887 ext. 12' };
    await createLead(server, key, known);
    const send = async (phone: string) => (await createLead(server, key, { ...known, phone })).body;
    for (const phone of ['0209998887', '+31 20 999 8887 x12', '020 9998887 #12']) {
      assert.equal((await send(phone)).notes, null, phone);
    }
    const phone = '+31 20 999 8887 tst. 45';
    const { id, notes } = await send(phone);
    assert.equal(notes, `Sent with a phone number that the customer does not have: ${phone}.`);
    await check(key, id, [['tst 45', true]]);
  });

  test('a house number as the remark prints it', async () => {
    const { id: brandId } = await server.createBrand({ country: 'IE' });
    const key = await server.createKey({ brandId });
    const known = { customerName: 'Els', email: 'els@example.com', street: 'Dijk', city: 'Ede' };
    await createLead(server, key, known);
    const house = { street: 'Kerkstraat', streetNumber: '12', streetNumberAddition: 'a' };
    const { id, notes } = (await createLead(server, key, { ...known, ...house })).body;
    assert.match(notes, /: Kerkstraat 12a, Ede\.$/);
    const cases: Cases = [
      ['Kerkstraat 12a', true],
      ['kerkstraat 12 a', true],
      ['kerkstraat 12b', false],
    ];
    await check(key, id, cases);
    await addMany(key);
    await check(key, id, cases);
    const addresses = await listAll(server, key, '/v1/api/address?q=kerkstraat%2012A');
    assert.equal(addresses.length, 1);
  });

  test('street, city and postcode, also after a change of the address', async () => {
    const key = await server.createKey();
    const place = { street: 'Oudegracht', streetNumber: '12', city: 'Utrecht' };
    const lead = { customerName: 'Jan', ...place, postalCode: '3511LN' };
    const { id, addressId } = (await createLead(server, key, lead)).body;
    const cases: Cases = [
      ['oudegracht', true],
      ['oudegracht 12 3511 LN', true],
      ['3511ln', true],
      ['3511 ln utrecht', true],
      ['nieuwegracht', false],
      ['3512 LN', false],
    ];
    await check(key, id, cases);
    const elsewhere = await createLead(server, key, { customerName: 'Elders', city: 'Gent' });
    await addMany(key);
    await check(key, id, cases);

    await patch(key, `/v1/api/address/${addressId}`, { street: 'Nieuwegracht' });
    const changed: Cases = [
      ['oudegracht', false],
      ['nieuwegracht utrecht', true],
    ];
    await check(key, id, changed);
    await patch(key, `/v1/api/work-items/${id}`, { addressId: null });
    await check(key, id, [['nieuwegracht', false]]);
    await patch(key, `/v1/api/work-items/${id}`, { addressId: elsewhere.body.addressId });
    await check(key, id, [['jan gent', true]]);
  });

  test('a job at the address of its customer', async () => {
    const key = await server.createKey();
    const { customerId } = (await createLead(server, key, { city: 'Harlingen' })).body;
    const body = { title: 'Boiler', customerId };
    const job = await call(server, '/v1/api/work-items', { key, body });
    assert.equal(job.status, 201);
    await check(key, job.body.id, [['harlingen', true]], '/v1/api/work-items');
  });
});
