// Customers that may be duplicates.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertError } from '../support/shapes.ts';
import { signInAs } from '../support/sign-in.ts';

await withEachServer('possible duplicates', (server) => {
  const place = { street: 'Oudegracht', postalCode: '3511 LN', city: 'Utrecht' };
  // Each case has two similar customers, the older one first.
  const cases = [
    {
      title: 'one phone number',
      first: { email: 'one@example.com', phone: '06 1234 5678' },
      second: { email: 'two@example.com', phone: '+31612345678' },
      reason: 'phone',
    },
    {
      title: 'one name in one place',
      first: { customerName: 'Zoë Bakker', email: 'zoe@example.com', ...place },
      second: { customerName: 'ZOE BAKKER', ...place, postalCode: '3511ln', phone: '0687654321' },
      reason: 'name_and_address',
    },
    {
      title: 'an address with a slip',
      first: { customerName: 'Piet', email: 'piet.smit@gmail.com' },
      second: { customerName: 'P. Smit', email: 'pietsmit@gmial.com' },
      reason: 'email_look_alike',
    },
    {
      title: 'one name, elsewhere',
      first: { customerName: 'Anna Visser', email: 'anna@example.com', ...place },
      second: { customerName: 'Anna Visser', email: 'av@example.org', postalCode: '1000 AA' },
      reason: null,
    },
    {
      title: 'one shared mailbox at two firms',
      first: { email: 'info@bakker.nl' },
      second: { email: 'info@bakkel.nl' },
      reason: null,
    },
  ];

  for (const { title, first, second, reason } of cases) {
    test(`${title}: ${reason ?? 'no duplicates'}`, async () => {
      const me = await signInAs(server, { role: 'member' });
      const key = await server.createKey({ brandId: me.brandId });
      const older = (await createLead(server, key, first)).body;
      const newer = (await createLead(server, key, second)).body;
      if (reason === 'phone') {
        // A lead with a known number joins its customer: the number was added later.
        assert.equal(newer.customerId, older.customerId);
        const lone = await createLead(server, key, { email: 'lone@example.com' });
        const path = `/v1/api/customers/${lone.body.customerId}`;
        await call(server, path, { key, method: 'PATCH', body: { phone: second.phone } });
        newer.customerId = lone.body.customerId;
      }
      const { status, body } = await me.call('/v1/app/duplicates');
      assert.equal(status, 200);
      if (reason === null) return assert.deepEqual(body, { data: [] });
      assert.equal(body.data.length, 1);
      const [pair] = body.data;
      assert.equal(pair.reason, reason);
      for (const [index, { customerId }] of [older, newer].entries()) {
        const shown = await call(server, `/v1/api/customers/${customerId}`, { key });
        assert.deepEqual(pair.customers[index], shown.body);
      }

      // Merged or archived customers are no longer suggested.
      const path = `/v1/api/customers/${older.customerId}/merge`;
      await call(server, path, { key, body: { customerId: newer.customerId } });
      assert.deepEqual((await me.call('/v1/app/duplicates')).body, { data: [] });
      assert.deepEqual((await (await signInAs(server)).call('/v1/app/duplicates')).body, {
        data: [],
      });
    });
  }

  for (const phone of ['0000000000', '112']) {
    test(`${phone} suggests nobody: no duplicates`, async () => {
      const me = await signInAs(server, { role: 'member' });
      const key = await server.createKey({ brandId: me.brandId });
      for (const email of ['anna@example.com', 'bert@example.org']) {
        const { customerId } = (await createLead(server, key, { email })).body;
        const path = `/v1/api/customers/${customerId}`;
        const { status } = await call(server, path, { key, method: 'PATCH', body: { phone } });
        assert.equal(status, 200);
      }
      assert.deepEqual((await me.call('/v1/app/duplicates')).body, { data: [] });
    });
  }

  test('it refuses parameters and keys', async () => {
    const me = await signInAs(server);
    assertError(await me.call('/v1/app/duplicates?limit=1'), 400);
    assertError(await call(server, '/v1/app/duplicates', { key: await server.createKey() }), 403);
  });
});
