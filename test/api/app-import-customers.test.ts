// Imports of customers without leads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, createLead, listAll } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { columnsOf, untilImport } from '../support/imports.ts';
import { assertRefused } from '../support/shapes.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';

const columns = columnsOf({
  Name: 'customerName',
  'E-mail': 'email',
  Phone: 'phone',
  Street: 'street',
  City: 'city',
  Remarks: 'notes',
});
const rows = [
  ['Anna de Wit', 'anna@example.com', '', 'Oudegracht', 'Utrecht', 'Key with the neighbours'],
  ['Jan Jansen', 'JAN@example.com', '0612345678', 'Kade', 'Gouda', ''],
  ['Anna again', 'anna@example.com', '', 'Elsewhere', 'Delft', ''],
  ['', 'not an address', '', '', '', ''],
];

await withEachServer('imports of customers', (server) => {
  const newBrand = async () => {
    const me = await signInAs(server);
    return { me, key: await server.createKey({ brandId: me.brandId }) };
  };
  const send = (me: SignedIn, body: object = {}) =>
    me.call('/v1/app/imports', {
      body: { fileName: 'old.csv', makes: 'customers', columns, rows, isDryRun: false, ...body },
    });

  test('make no leads, complete known customers, and can be undone', async () => {
    const { me, key } = await newBrand();
    const known = (await createLead(server, key, { email: 'jan@example.com' })).body;
    const { counts } = (await send(me, { isDryRun: true })).body;
    assert.deepEqual(counts, { new_customer: 1, existing_customer: 2, refused: 1 });

    const { id } = (await send(me)).body;
    const done = await untilImport(me, id, 'done');
    assert.deepEqual(
      [done.makes, done.rows, done.done, done.created, done.refused],
      ['customers', 4, 4, 1, 1],
    );
    assert.deepEqual(
      done.refusals.map(({ row, messages }: { row: number; messages: string[] }) => [
        row,
        messages.length,
      ]),
      [[5, 2]],
    );
    assert.equal((await listAll(server, key, '/v1/api/work-items')).length, 0);
    assert.equal((await listAll(server, key, '/v1/api/leads')).length, 1);
    assert.equal((await listAll(server, key, '/v1/api/intakes')).length, 0);
    assert.equal((await listAll(server, key, '/v1/api/address')).length, 2);
    const [anna] = await listAll(server, key, '/v1/api/customers?q=anna');
    assert.deepEqual(
      [anna.name, anna.notes, anna.createdBy],
      ['Anna de Wit', 'Key with the neighbours', me.accountId],
    );
    const path = `/v1/api/customers/${known.customerId}`;
    const jan = (await call(server, path, { key })).body;
    assert.equal(jan.phone, '0612345678');
    const address = (await call(server, `/v1/api/address/${jan.addressId}`, { key })).body;
    assert.equal(address.city, 'Gouda');

    assert.equal((await me.call(`/v1/app/imports/${id}/undo`, { method: 'POST' })).status, 202);
    const undone = await untilImport(me, id, 'undone');
    assert.deepEqual(undone.undo, { removed: 0, kept: 0, archivedCustomers: 1 });
    const left = await listAll(server, key, '/v1/api/customers');
    assert.deepEqual(
      left.map((customer: { id: string }) => customer.id),
      [known.customerId],
    );
  });

  test('of the same file as an import of leads are another import', async () => {
    const { me } = await newBrand();
    const named = { columns: columnsOf({ Name: 'customerName' }), rows: [['Piet']] };
    for (const [makes, status] of [
      ['customers', 202],
      ['leads', 202],
      ['customers', 409],
    ] as const) {
      const answer = await send(me, { ...named, makes });
      assert.equal(answer.status, status, answer.text);
    }
  });

  test('take only the fields of customers', async () => {
    const { me } = await newBrand();
    const titled = columnsOf({ Name: 'customerName', Title: 'title' });
    assertRefused(await send(me, { columns: titled, rows: [['Piet', 'Tap']] }), 'columns');
    assertRefused(await send(me, { makes: 'invoices' }), 'makes');
  });
});
