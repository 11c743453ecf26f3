// A customer without a lead, as the web app makes one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withEachServer } from '../support/each-database.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';

const path = '/v1/app/customers';

await withEachServer('new customer', (server) => {
  const eventsOf = async (me: SignedIn, id: string) =>
    (await me.call('/v1/api/events')).body.data.filter(
      (event: { subjectId: string }) => event.subjectId === id,
    );

  test('is stored with its address, and there is no lead', async () => {
    const me = await signInAs(server, { role: 'member' });
    const { status, body } = await me.call(path, {
      body: { customerName: ' Anna Bos ', email: 'Anna@Example.com', city: 'Utrecht', phone: '' },
    });
    assert.equal(status, 201);
    assert.equal(body.isNew, true);
    const { body: customer } = await me.call(`/v1/api/customers/${body.id}`);
    assert.equal(customer.name, 'Anna Bos');
    assert.equal(customer.createdBy, me.accountId);
    assert.notEqual(customer.addressId, '');
    assert.deepEqual((await me.call('/v1/api/leads')).body.data, []);
    const types = (await eventsOf(me, body.id)).map(({ type }: { type: string }) => type);
    assert.deepEqual(types, ['customer.created']);
    const { body: found } = await me.call('/v1/api/customers?q=bos');
    assert.deepEqual(
      found.data.map(({ id }: { id: string }) => id),
      [body.id],
    );
  });

  test('is a known one with the same e-mail address or phone number, which stays as it is', async () => {
    const me = await signInAs(server);
    const { body: first } = await me.call(path, {
      body: { customerName: 'Anna Bos', email: 'anna@example.com', phone: '0612345678' },
    });
    const before = (await me.call(`/v1/api/customers/${first.id}`)).body;
    for (const again of [{ email: 'ANNA@example.com' }, { phone: '+31 6 12345678' }]) {
      const { status, body } = await me.call(path, {
        body: { customerName: 'A. Bos', city: 'Utrecht', ...again },
      });
      assert.equal(status, 200);
      assert.deepEqual(body, { id: first.id, isNew: false });
    }
    assert.deepEqual((await me.call(`/v1/api/customers/${first.id}`)).body, before);
    assert.equal((await me.call('/v1/api/address')).body.data.length, 0);
  });

  test('made twice at the same time is one', async () => {
    const me = await signInAs(server);
    const made = await Promise.all(
      Array.from({ length: 8 }, () =>
        me.call(path, { body: { customerName: 'Kees', email: 'kees@example.com' } }),
      ),
    );
    assert.equal(new Set(made.map(({ body }) => body.id)).size, 1);
    assert.equal(made.filter(({ status }) => status === 201).length, 1);
  });

  test('without a name is refused, by field', async () => {
    const me = await signInAs(server);
    const { status, body } = await me.call(path, { body: { email: 'wrong' } });
    assert.equal(status, 400);
    assert.deepEqual(
      body.message.map((one: string) => one.split(' ')[0]),
      ['customerName', 'email'],
    );
  });
});
