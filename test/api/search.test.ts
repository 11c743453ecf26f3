// Full-text search: whole words and prefixes, in every searchable field.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, createLead, listAll, moveWorkItem } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertRefused } from '../support/shapes.ts';
import { changeWorkItem } from '../support/stored-records.ts';
import { eventually } from '../support/within.ts';

const leads = {
  tap: {
    title: 'Leaking kitchen tap',
    description: 'It drips all night, ref 2026-11-15/AB.',
    customerName: 'Jan Jansen',
    email: 'jan.jansen@example.com',
    phone: '+31 (0)6 1234-5678',
  },
  roof: {
    title: 'Crème brûlée tiles on the roof',
    description: 'Order number 98765432109876, call 020-7654321',
    customerName: 'Zoë Müller-Størmer',
    email: 'zoe@münchen.de',
    phone: '06-87654321',
  },
  bath: {
    title: 'Nieuwe badkamer',
    description: "d'Or; O'Hara's \"bath\" (100%) NEAR the window AND the door",
    customerName: '山田太郎',
    email: 'taro@example.jp',
    phone: '123456',
  },
  plain: { title: 'Leaking roof', customerName: 'Jansje' },
};

await withEachServer('searching', (server) => {
  let key: string;
  // Few leads are scanned one by one; among many, the word index finds them.
  let keyBehindMany: string;
  const names = new Map<string, string>();
  before(async () => {
    key = await server.createKey();
    keyBehindMany = await server.createKey();
    for (const owner of [key, keyBehindMany]) {
      for (const [name, lead] of Object.entries(leads)) {
        names.set((await createLead(server, owner, lead)).body.id, name);
      }
    }
    await makeMany(keyBehindMany, 130, () => ({ title: 'Filler' }));
  });

  /** Few enough at a time that none gets 503. */
  const makeMany = async (owner: string, count: number, leadOf: (index: number) => object) => {
    const atOnce = 50;
    for (let made = 0; made < count; made += atOnce) {
      const answers = await Promise.all(
        Array.from({ length: Math.min(atOnce, count - made) }, (_, index) =>
          createLead(server, owner, { customerName: 'X', ...leadOf(made + index) }),
        ),
      );
      for (const { status, text } of answers) assert.equal(status, 201, text);
    }
  };
  const search = async (q: string, owner: string) => {
    const found = await listAll(server, owner, `/v1/api/leads?q=${encodeURIComponent(q)}`);
    return found.map(({ id }) => names.get(id));
  };
  const check = async (cases: [q: string, ...expected: string[]][]) => {
    for (const [q, ...expected] of cases) {
      assert.deepEqual(await search(q, key), expected, q);
      assert.deepEqual(await search(q, keyBehindMany), expected, `${q} behind many`);
    }
  };

  test('words in any order and case, prefixes, with or without accents', () =>
    check([
      ['tap', 'tap'],
      ['TAP', 'tap'],
      ['leaking', 'plain', 'tap'],
      ['leak', 'plain', 'tap'],
      ['l', 'plain', 'tap'],
      ['eaking'],
      ['leaking tap', 'tap'],
      ['tap leaking', 'tap'],
      ['lea kit', 'tap'],
      ['leaking roof', 'plain'],
      ['leaking leaking', 'plain', 'tap'],
      ['leaking bath'],
      ['drips', 'tap'],
      ['creme brulee', 'roof'],
      ['CRÈME', 'roof'],
      ['cre\u0300me', 'roof'],
      ['tiles, roof!', 'roof'],
      ['badkamer', 'bath'],
      ['kamer'],
    ]));

  test('names and e-mail addresses of the customer', () =>
    check([
      ['jansen', 'tap'],
      ['jans', 'plain', 'tap'],
      ['jan jansen', 'tap'],
      ['muller', 'roof'],
      ['Zoe Müller', 'roof'],
      ['Müller-St', 'roof'],
      ['山田太郎', 'bath'],
      ['山田', 'bath'],
      ['jan.jansen@example.com', 'tap'],
      ['JAN.JANSEN@EXAMPLE', 'tap'],
      ['example.jp', 'bath'],
      ['zoe@munchen.de', 'roof'],
      ['jansen roof'],
      ['jansen tap', 'tap'],
    ]));

  test('phone numbers, however they are written', () =>
    check([
      ['0612345678', 'tap'],
      ['06-12345678', 'tap'],
      ['06 12 34 56 78', 'tap'],
      ['(06) 1234 5678', 'tap'],
      ['+31612345678', 'tap'],
      ['+31 6 1234 5678', 'tap'],
      ['0031612345678', 'tap'],
      ['612345678', 'tap'],
      ['jansen 06-12345678', 'tap'],
      ['06-12345678 jansen', 'tap'],
      ['0687654321', 'roof'],
      ['0612345679'],
      ['muller 06-12345678'],
      ['123456', 'bath'],
      ['12-34-56', 'bath'],
    ]));

  test('numbers in the text itself', () =>
    check([
      ['2026-11-15', 'tap'],
      ['98765432109876', 'roof'],
      ['020-7654321', 'roof'],
      ['0207654321', 'roof'],
      ['100', 'bath'],
      // Short numbers match whole words only: they are prefixes of half the phone numbers.
      ['10'],
      ['06'],
      ['31'],
      ['3'],
    ]));

  test('search operators are plain text', async () => {
    await check([
      ['" OR *', 'bath', 'roof'],
      ['"tap"', 'tap'],
      ['tap*', 'tap'],
      ['tap OR roof'],
      ['NEAR(', 'bath'],
      ['NEAR(tap roof)'],
      ['window AND door', 'bath'],
      ['title:tap'],
      ['-tap', 'tap'],
      ['^leaking', 'plain', 'tap'],
      ["o'hara's", 'bath'],
      ["'; drop table work_items; --"],
      ['100%', 'bath'],
      ['tap\u0000', 'tap'],
      ['{tap} + (kitchen)', 'tap'],
      ['tap\\', 'tap'],
    ]);
    for (const q of ['"', '*', '()', '" *', '😀', '--', '%', '_']) {
      assertRefused(await call(server, `/v1/api/leads?q=${encodeURIComponent(q)}`, { key }), 'q');
    }
  });

  test('a query has at most 200 characters', async () => {
    const long = (length: number) => 'tap '.repeat(length / 4);
    assert.deepEqual(await search(long(200), key), ['tap']);
    assert.deepEqual(await search('a '.repeat(100), key), ['bath', 'tap']);
    assert.deepEqual(await search('x'.repeat(200), key), []);
    for (const q of [`${long(200)}taps`, 'x'.repeat(201), long(10_000)]) {
      assertRefused(await call(server, `/v1/api/leads?q=${encodeURIComponent(q)}`, { key }), 'q');
    }
    assertRefused(await call(server, '/v1/api/leads?q=a&q=b', { key }), 'q');
  });

  test('a job is found among the jobs and no longer among the leads', async () => {
    const owner = await server.createKey();
    const { body } = await createLead(server, owner, { title: 'Moving window' });
    const idsIn = async (list: string) =>
      (await listAll(server, owner, `${list}?q=moving`)).map(({ id }) => id);
    await moveWorkItem(server, owner, body.id, 'pending');
    assert.deepEqual(await idsIn('/v1/api/leads'), []);
    assert.deepEqual(await idsIn('/v1/api/work-items'), [body.id]);
  });

  test('a phone number that was filled in finds the earlier leads too', async () => {
    const owner = await server.createKey();
    const email = 'fill@example.com';
    const make = async (lead: Record<string, unknown>) => {
      const { status, body } = await createLead(server, owner, lead);
      assert.equal(status, 201);
      return body.id;
    };
    const found = async (q: string) =>
      (await listAll(server, owner, `/v1/api/leads?q=${q}`)).map(({ id }) => id);
    const first = await make({ email, title: 'First' });
    const second = await make({ email, title: 'Second', city: 'Utrecht' });
    assert.deepEqual(await found('0698765432'), []);
    const third = await make({ email, title: 'Third', phone: '06 9876 5432' });
    assert.deepEqual(await found('0698765432'), [third, second, first]);
    assert.deepEqual(await found('first'), [first]);
    assert.deepEqual(await found('fill'), [third, second, first]);
    // A phone number that the customer did not get finds only its own lead.
    const fourth = await make({ email, title: 'Fourth', phone: '0611111111' });
    assert.deepEqual(await found('0611111111'), [fourth]);
    assert.deepEqual(await found('0698765432'), [fourth, third, second, first]);
    await makeMany(owner, 130, () => ({ title: 'Filler' }));
    assert.deepEqual(await found('0698765432'), [fourth, third, second, first]);
    assert.deepEqual(await found('0611111111'), [fourth]);
  });

  // The index marks removed words in rows of its own with very high numbers.
  test('customers can be filled in repeatedly', async () => {
    const owner = await server.createKey();
    for (let person = 0; person < 10; person++) {
      const email = `person${person}@example.com`;
      const leadsOfPerson = [
        { email },
        { email },
        {},
        {},
        {},
        { email, phone: `069000000${person}` },
      ];
      for (const lead of leadsOfPerson) {
        assert.equal((await createLead(server, owner, lead)).status, 201);
      }
      const found = await listAll(server, owner, `/v1/api/leads?q=069000000${person}`);
      assert.equal(found.length, 3);
    }
  });

  test('pages, sorts and filters apply to searches too', async () => {
    const owner = await server.createKey();
    const priorities = ['low', 'medium', 'high', 'urgent'];
    await makeMany(owner, 240, (index) => ({
      title: `${index % 12 ? 'Fence' : 'Gutter'} ${index % 2 ? 'odd' : 'even'}`,
      description: index === 3 ? 'unique' : '',
      priority: priorities[index % 4],
    }));
    const questions = ['gutter', 'fence', 'gutter even', 'even gut', 'odd', 'unique', 'gutter odd'];
    const sorts = ['-createdAt', 'createdAt', '-priority'];
    for (const sort of sorts) {
      const all = await listAll(server, owner, `/v1/api/leads?limit=200&sort=${sort}`);
      assert.equal(all.length, 240);
      for (const q of questions) {
        const words = q.split(' ');
        const expected = all.filter((lead) => {
          const text = ` ${lead.title} ${lead.description}`.toLowerCase();
          return words.every((word) => text.includes(` ${word}`));
        });
        for (const limit of [7, 200]) {
          const query = `limit=${limit}&sort=${sort}&q=${encodeURIComponent(q)}`;
          assert.deepEqual(await listAll(server, owner, `/v1/api/leads?${query}`), expected, query);
        }
        const high = await listAll(
          server,
          owner,
          `/v1/api/leads?priority=high&sort=${sort}&q=${q}`,
        );
        assert.deepEqual(
          high,
          expected.filter((lead) => lead.priority === 'high'),
        );
      }
    }
  });

  test('a clock that was ahead hides no lead', async () => {
    const owner = await server.createKey();
    const weekMs = 7 * 24 * 60 * 60 * 1000;
    const rare = { title: 'Chimney' };
    const first = await createLead(server, owner, rare);
    await changeWorkItem(server, first.body.id, { createdAt: Date.now() + weekMs });
    await makeMany(owner, 130, () => ({ title: 'Filler' }));
    const ids = [first.body.id];
    for (let i = 0; i < 3; i++) ids.push((await createLead(server, owner, rare)).body.id);
    await makeMany(owner, 130, () => ({ title: 'Filler' }));
    for (const sort of ['-createdAt', 'createdAt']) {
      const found = await listAll(server, owner, `/v1/api/leads?q=chimney&limit=2&sort=${sort}`);
      assert.deepEqual(found.map(({ id }) => id).sort(), [...ids].sort(), sort);
      assert.equal(found.at(sort === 'createdAt' ? -1 : 0).id, ids[0]);
    }
  });

  test('common words that never occur together are answered quickly', async () => {
    const owner = await server.createKey();
    await makeMany(owner, 300, (index) => ({ title: index % 2 === 0 ? 'Attic' : 'Boiler' }));
    for (const sort of ['-createdAt', '-priority']) {
      const query = `/v1/api/leads?q=attic+boiler&sort=${sort}`;
      assert.deepEqual(await listAll(server, owner, query), []);
    }
    const both = await createLead(server, owner, { title: 'Attic and boiler' });
    const found = await listAll(server, owner, '/v1/api/leads?q=attic+boiler');
    assert.deepEqual(
      found.map(({ id }) => id),
      [both.body.id],
    );
  });

  test('a new phone number finds all leads of a customer who has hundreds', async () => {
    const owner = await server.createKey();
    const person = { email: 'placeholder@example.com', title: 'Shutter' };
    await makeMany(owner, 450, () => person);
    await createLead(server, owner, { ...person, phone: '06 5555 4444' });
    await makeMany(owner, 130, () => ({ title: 'Filler' }));
    await eventually(async () => {
      const found = await listAll(server, owner, '/v1/api/leads?q=0655554444&limit=200');
      return found.length === 451;
    });
  });
});
