// Customer matching, and its effect on the customer and the lead.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, createLead, listAll } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { changeCustomer, countCustomers } from '../support/stored-records.ts';

type Lead = Record<string, unknown>;

await withEachServer('customer matching', (server) => {
  const make = async (key: string, lead: Lead) => {
    const { status, body } = await createLead(server, key, lead);
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  const englishKey = async () =>
    server.createKey({ brandId: (await server.createBrand({ country: 'IE' })).id });
  const customerOf = async (key: string, workItemId: string) => {
    const leads = await listAll(server, key, '/v1/api/leads');
    return leads.find((lead) => lead.id === workItemId).customer;
  };

  test('a customer is matched by e-mail address or phone number', async () => {
    const phone = '06-12345678';
    const cases: [existing: Lead, submitted: Lead, isSame: boolean][] = [
      [{ email: 'jan@example.com' }, { email: 'jan@example.com' }, true],
      [{ email: 'Jan@Example.com' }, { email: 'jAN@eXAMPLE.COM' }, true],
      [{ email: 'josé@example.com' }, { email: 'JOSÉ@EXAMPLE.COM' }, true],
      [{ email: 'jan@example.com' }, { email: ' jan@example.com  ' }, true],
      [{ email: 'jan@example.com' }, { email: '\u200bjan@example.com\u2060' }, true],
      [{ email: 'jan@example.com' }, { email: 'jan@example.co' }, false],
      [{ email: 'jan@example.com' }, { email: 'jan+1@example.com' }, false],
      [{ email: 'jan@example.com' }, {}, false],
      [{}, {}, false],
      [{ phone }, { phone }, true],
      [{ phone }, { phone: '+31612345678' }, true],
      [{ phone }, { phone: '0031 6 1234 5678' }, true],
      [{ phone }, { phone: '(06) 12.34.56.78' }, true],
      [{ phone }, { phone: '612345678' }, true],
      [{ phone }, { phone: 'mobile: 06/12 34 56 78' }, true],
      [{ phone }, { phone: '99999612345678' }, true],
      [{ phone }, { phone: '06-12345679' }, false],
      [{ phone }, { phone: '12345678' }, false],
      [{ phone }, { phone: '06-12345678 ext 1' }, true],
      [{ phone: `${phone} tst. 12` }, { phone: '+31 6 12345678 #3' }, true],
      [{ phone }, { phone: '٠٦١٢٣٤٥٦٧٨' }, true],
      [{ phone: '+३१ ६ १२३४५६७८' }, { phone: '０６１２３４５６７８;ext=9' }, true],
      [{ phone: '123456' }, { phone: '12-34-56' }, true],
      [{ phone: '123456' }, { phone: '0123456' }, false],
      [{ phone: '12345' }, { phone: '1 23-45' }, true],
      [{ phone: '1' }, { phone: '1' }, true],
      [{ phone: '1' }, { phone: '01' }, false],
      [{ phone: '0000000000' }, { phone: '000 000 0000' }, true],
      [{ email: 'jan@example.com', phone }, { email: 'piet@example.com', phone }, true],
      [{ email: 'jan@example.com', phone }, { email: 'JAN@example.com', phone: '0' }, true],
      [{ customerName: 'Jan' }, { customerName: 'Jan' }, false],
    ];
    for (const [existing, submitted, isSame] of cases) {
      const { id: brandId } = await server.createBrand();
      const key = await server.createKey({ brandId });
      const first = await make(key, existing);
      const second = await make(key, submitted);
      const what = `${JSON.stringify(existing)} and ${JSON.stringify(submitted)}`;
      assert.equal(second.customerId === first.customerId, isSame, what);
      assert.notEqual(second.id, first.id);
      assert.equal(await countCustomers(server, brandId), isSame ? 1 : 2, what);
    }
  });

  test('on an e-mail match a missing phone number or address is filled in and noted', async () => {
    const email = 'jan@example.com';
    const phone = '06-12345678';
    const place = { street: 'Oudegracht', city: 'Utrecht' };
    const cases: [existing: Lead, submitted: Lead, filledIn: ('phone' | 'address')[]][] = [
      [{}, { phone }, ['phone']],
      [{}, { phone: '112' }, ['phone']],
      [{}, { city: 'Utrecht' }, ['address']],
      [{}, { phone, ...place }, ['phone', 'address']],
      [{ phone: '020-1234567' }, { phone, ...place }, ['address']],
      [place, { phone, city: 'Amsterdam' }, ['phone']],
      [{ phone, ...place }, { phone: '020-1234567', city: 'Amsterdam' }, []],
      [{ phone, ...place }, { phone: '+31612345678' }, []],
      [{}, {}, []],
    ];
    for (const [existing, submitted, filledIn] of cases) {
      for (const notes of ['Bel na vijven', undefined]) {
        const key = await englishKey();
        const first = await make(key, { ...existing, email });
        const before = await customerOf(key, first.id);
        const item = await make(key, {
          ...submitted,
          notes,
          email: email.toUpperCase(),
          customerName: 'J. Janssen',
          firstName: 'Johannes',
          lastName: 'Janssen',
          companyName: 'Janssen BV',
        });
        const customer = await customerOf(key, item.id);
        const what = JSON.stringify({ existing, submitted, item, customer });
        assert.equal(item.customerId, first.customerId, what);
        assert.deepEqual(
          customer,
          {
            ...before,
            ...(filledIn.includes('phone') && { phone: submitted['phone'] }),
            ...(filledIn.includes('address') && { addressId: item.addressId }),
            updatedAt: filledIn.length > 0 ? item.createdAt : before.updatedAt,
          },
          what,
        );
        // The lead keeps its own address, whoever the customer is.
        const hasPlace = 'city' in submitted;
        assert.equal(item.addressId !== null && item.addressId !== first.addressId, hasPlace, what);

        assert.ok(notes === undefined || item.notes.startsWith(notes), what);
        const remark: string = item.notes.slice(notes?.length ?? 0).trim();
        assert.match(remark, /^[A-Z].*\.$/s, what);
        assert.equal(/phone number .* was added/.test(remark), filledIn.includes('phone'), what);
        assert.equal(/address was added/.test(remark), filledIn.includes('address'), what);
        const readBack = await call(server, `/v1/api/work-items/${item.id}`, { key });
        assert.equal(readBack.body.notes, item.notes);
      }
    }
  });

  test('the first lead of a customer and a new customer get no note', async () => {
    const key = await server.createKey();
    const full = { email: 'a@example.com', phone: '0612345678', city: 'Utrecht' };
    assert.equal((await make(key, full)).notes, null);
    assert.equal((await make(key, { ...full, notes: 'Hi' })).notes, 'Hi');
  });

  test('a phone match never changes the customer', async () => {
    const phone = '06-12345678';
    const key = await englishKey();
    const first = await make(key, { phone, customerName: 'Jan' });
    const before = await customerOf(key, first.id);
    const item = await make(key, {
      phone: '+31 6 1234 5678',
      email: 'jan@example.com',
      customerName: 'Piet',
      firstName: 'Piet',
      companyName: 'Piet BV',
      street: 'Oudegracht',
      city: 'Utrecht',
      notes: 'Hi',
    });
    assert.equal(item.customerId, first.customerId);
    assert.deepEqual(await customerOf(key, item.id), before);
    const without = (what: string) => `Sent with ${what} that the customer does not have:`;
    const remarks = [
      'Sent under another name: Piet.',
      `${without('a company name')} Piet BV.`,
      `${without('an e-mail address')} jan@example.com.`,
      `${without('an address')} Oudegracht, Utrecht.`,
    ];
    assert.equal(item.notes, `Hi\n\n${remarks.join(' ')}`);
    assert.notEqual(item.addressId, null);
    // The e-mail address was not stored, so it matches nobody.
    const other = await make(key, { email: 'jan@example.com' });
    assert.notEqual(other.customerId, first.customerId);
  });

  test('e-mail wins over phone, and the note says that the phone belongs to another customer', async () => {
    const key = await englishKey();
    const byEmail = await make(key, { email: 'a@example.com', phone: '0201111111' });
    const byPhone = await make(key, { customerName: 'Bea Bos', phone: '0612345678' });
    const before = await customerOf(key, byEmail.id);
    const item = await make(key, { email: 'A@example.com', phone: '0612345678', notes: 'Hi' });
    assert.equal(item.customerId, byEmail.customerId);
    assert.notEqual(item.customerId, byPhone.customerId);
    assert.match(item.notes, /^Hi\s+.*0612345678 belongs to another customer.*\.$/s);
    assert.deepEqual(await customerOf(key, item.id), before);
  });

  test('the oldest of several candidates wins', async () => {
    const key = await englishKey();
    const older = await make(key, { email: 'old@example.com' });
    const younger = await make(key, { email: 'young@example.com', phone: '0612345678' });
    // An e-mail match gives the older customer the younger one's number.
    const item = await make(key, { email: 'old@example.com', phone: '0612345678' });
    assert.equal(item.customerId, older.customerId);
    assert.match(item.notes, /was added.*belongs to another customer/s);
    const byPhone = await make(key, { phone: '+31612345678' });
    assert.equal(byPhone.customerId, older.customerId);
    assert.notEqual(byPhone.customerId, younger.customerId);

    // Two customers with one e-mail address: the first was archived when the second was created.
    const email = { email: 'twice@example.com' };
    const first = await make(key, email);
    const path = `/v1/api/customers/${first.customerId}`;
    await call(server, `${path}/archive`, { key, method: 'POST' });
    const second = await make(key, email);
    assert.notEqual(second.customerId, first.customerId);
    await call(server, `${path}/unarchive`, { key, method: 'POST' });
    assert.equal((await make(key, email)).customerId, first.customerId);
  });

  test('the notes are in the language of the brand', async () => {
    const { id: brandId } = await server.createBrand();
    const key = await server.createKey({ brandId });
    const known = { customerName: 'Jan de Vries', phone: '0611111111' };
    await make(key, { ...known, email: 'jan@example.com', city: 'Utrecht' });
    await make(key, { ...known, phone: '0622222222' });
    const others = { customerName: 'Piet', email: 'JAN@example.com', city: 'Ede' };
    const { notes } = await make(key, { ...others, phone: '+31 6 33333333' });
    assert.equal(
      notes,
      'Ingestuurd onder een andere naam: Piet. ' +
        'Ingestuurd met een telefoonnummer dat de klant niet heeft: +31 6 33333333. ' +
        'Ingestuurd met een adres dat de klant niet heeft: Ede.',
    );
    const bare = await make(key, { customerName: 'Els', email: 'els@example.com' });
    const filled = await make(key, {
      customerName: 'els',
      email: 'els@example.com',
      phone: '0622222222',
      city: 'Ede',
    });
    assert.equal(filled.customerId, bare.customerId);
    assert.match(
      filled.notes,
      /^Het telefoonnummer 0622222222 is toegevoegd bij de bestaande klant\. /,
    );
    assert.match(filled.notes, /Het adres is toegevoegd.* hoort bij een andere klant, [\w-]+\.$/);
  });

  test('another spelling is nothing else, and gets no note', async () => {
    const key = await server.createKey();
    const place = { street: 'Oudegracht', streetNumber: '12', streetNumberAddition: 'A' };
    await make(key, {
      customerName: 'Zoë de Boer',
      email: 'zoe@example.com',
      phone: '0612345678',
      companyName: 'Boer BV',
      ...place,
      postalCode: '3511 LN',
      city: 'Utrecht',
    });
    const spellings: Lead[] = [
      { customerName: ' zoe  DE boer', phone: '+31 6 12345678', companyName: 'BOER bv' },
      { firstName: 'Zoë', lastName: 'de Boer', street: 'Oudegracht 12a', postalCode: '3511ln' },
      { street: 'oudegracht', city: 'UTRECHT', country: 'Nederland' },
      { street: 'Oudegracht', streetNumber: '12a', city: 'Utrecht' },
    ];
    for (const spelling of spellings) {
      const known = { customerName: 'Zoë de Boer', email: 'zoe@example.com' };
      assert.equal(
        (await make(key, { ...known, ...spelling })).notes,
        null,
        JSON.stringify(spelling),
      );
    }
  });

  test('archived and deleted customers and those of other brands never match', async () => {
    const lead = { email: 'jan@example.com', phone: '0612345678' };
    for (const state of ['archivedAt', 'deletedAt'] as const) {
      const key = await server.createKey();
      const first = await make(key, lead);
      await changeCustomer(server, first.customerId, { [state]: Date.now() });
      const second = await make(key, lead);
      assert.notEqual(second.customerId, first.customerId);
      assert.equal(second.notes, null);
      assert.equal((await make(key, lead)).customerId, second.customerId);
      const status = state === 'archivedAt' ? 'archived' : 'active';
      assert.equal((await customerOf(key, first.id)).status, status);
    }
    const [mine, theirs] = [await server.createKey(), await server.createKey()];
    const first = await make(mine, lead);
    const second = await make(theirs, lead);
    assert.notEqual(second.customerId, first.customerId);
    assert.notEqual(second.brandId, first.brandId);
  });

  test('a hundred concurrent leads of one person make one customer', async () => {
    const many = 100;
    const kinds: ((index: number) => Lead)[] = [
      (index) => ({ email: index % 2 ? 'Jan@Example.com' : 'jan@example.COM' }),
      (index) => ({ phone: index % 2 ? '0612345678' : '+31 6 1234 5678' }),
      (index) => ({ email: 'jan@example.com', phone: '0612345678', streetNumber: `${index}` }),
      (index) => (index % 2 ? { email: 'j@example.com' } : { email: 'j@example.com', city: 'Ede' }),
    ];
    for (const leadOf of kinds) {
      const { id: brandId } = await server.createBrand();
      const key = await server.createKey({ brandId });
      const titles = Array.from({ length: many }, (_, index) => `Lead ${index}`);
      const items = await Promise.all(
        titles.map((title, index) => make(key, { title, ...leadOf(index) })),
      );
      assert.equal(new Set(items.map((item) => item.customerId)).size, 1);
      assert.equal(new Set(items.map((item) => item.id)).size, many);
      assert.equal(await countCustomers(server, brandId), 1);
      const listed = await listAll(server, key, '/v1/api/leads');
      assert.deepEqual(listed.map((lead) => lead.title).sort(), titles.sort());
    }
  });
});
