// Previews, runs and undoes a CSV import of leads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importBodyBytesMax } from '#contract/limits.ts';
import { call, createLead, listAll } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { beginImport, columns, columnsOf, manyRows, untilImport } from '../support/imports.ts';
import { assertError } from '../support/shapes.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { countCustomers, submissionOf } from '../support/stored-records.ts';

interface PlannedRow {
  outcome: string;
  customerId: string | null;
  sameAsRow: number | null;
}

await withEachServer('imports', (server) => {
  const newBrand = async () => {
    const me = await signInAs(server);
    return { me, key: await server.createKey({ brandId: me.brandId }) };
  };
  const plan = (me: SignedIn, body: object) =>
    me.call('/v1/app/imports', {
      body: { fileName: 'leads.csv', columns, isDryRun: true, ...body },
    });

  test('a dry run predicts each row, and stores nothing', async () => {
    const { me, key } = await newBrand();
    const known = (await createLead(server, key, { email: 'jan@example.com' })).body;
    const phoned = (await createLead(server, key, { phone: '0612345678' })).body;
    const rows = [
      ['Jan', 'Tap', 'JAN@example.com', '', ''],
      ['Piet', 'Roof', '', '+31 6 1234 5678', ''],
      ['Anna', 'Door', 'anna@example.com', '', ''],
      ['Anna again', 'Window', 'anna@example.com', '', ''],
      ['', 'Nobody', 'not an address', '', ''],
    ];
    const { status, body } = await plan(me, { rows });
    assert.equal(status, 200);
    const nobody = {
      customerId: null,
      matchedBy: null,
      sameAsRow: null,
      messages: [],
      details: '',
    };
    const expected = [
      { outcome: 'existing_customer', customerId: known.customerId, matchedBy: 'email' },
      { outcome: 'existing_customer', customerId: phoned.customerId, matchedBy: 'phone' },
      { outcome: 'new_customer' },
      { outcome: 'existing_customer', matchedBy: 'email', sameAsRow: 4 },
      {
        outcome: 'refused',
        messages: [
          'customerName is required: send a non-empty string',
          'email must be an e-mail address such as jan@example.com',
        ],
        details: '"customerName";rule=required, "email";rule=not_an_email',
      },
    ].map((one, index) => ({ row: index + 2, ...nobody, ...one }));
    assert.deepEqual(body.rows, expected);
    assert.deepEqual(body.counts, { new_customer: 1, existing_customer: 3, refused: 1 });
    assert.equal((await listAll(server, key, '/v1/api/leads')).length, 2);
    assert.deepEqual((await me.call('/v1/app/imports')).body, { data: [] });
  });

  test('a dry run matches rows within the file as the import does', async () => {
    const { me, key } = await newBrand();
    const known = (await createLead(server, key, { email: 'known@example.com' })).body;
    const rows = [
      ['Anna', 'Tap', 'anna@example.com', '0611111111', ''],
      // Anna already has a phone number, so this one is not stored.
      ['Anna', 'Tap', 'anna@example.com', '0622222222', ''],
      ['Somebody', 'Tap', '', '0622222222', ''],
      ['Known', 'Tap', 'known@example.com', '0633333333', ''],
      ...manyRows(100),
      ['Somebody', 'Roof', '', '0622222222', ''],
      ['Known', 'Roof', '', '0633333333', ''],
    ];
    const { body } = await plan(me, { rows });
    const outcomes = body.rows.map(({ outcome, customerId, sameAsRow }: PlannedRow) =>
      [outcome, customerId ?? sameAsRow].join(' '),
    );
    const isNew = 'new_customer ';
    const isKnown = `existing_customer ${known.customerId}`;
    const isSame = 'existing_customer';
    const first = [isNew, `${isSame} 2`, isNew, isKnown, isNew];
    assert.deepEqual([outcomes.slice(0, 5), outcomes.slice(-2)], [first, [`${isSame} 4`, isKnown]]);
    assert.deepEqual(body.counts, { new_customer: 102, existing_customer: 4, refused: 0 });
    await untilImport(me, await beginImport(me, rows), 'done');
    assert.equal(await countCustomers(server, me.brandId), 103);
  });

  test('an import creates leads as if each had been sent, on behalf of the member', async () => {
    const { me, key } = await newBrand();
    const known = (await createLead(server, key, { email: 'jan@example.com' })).body;
    const rows = [
      // With the apostrophe that our own export puts before a phone number.
      ['Jan', 'Tap', 'jan@example.com', "'+31612345678", 'x', 'HIGH'],
      ['Bakker; Zn', 'Roof\r\nand more', 'bakker@example.com', '', 'y', 'low'],
      [],
      ['', 'No name', '', '', 'z'],
    ];
    const answer = await me.call('/v1/app/imports', {
      body: {
        fileName: 'Klanten 2026.csv',
        columns: [...columns, { name: 'Prioriteit', field: 'priority' }],
        rows,
        isDryRun: false,
      },
    });
    assert.equal(answer.status, 202, answer.text);
    assert.deepEqual(Object.keys(answer.body), ['id']);
    const { id } = answer.body;
    const done = await untilImport(me, id, 'done');
    const { createdAt, endedAt, ...rest } = done;
    assert.ok(Date.parse(endedAt) >= Date.parse(createdAt));
    const shown = {
      id,
      fileName: 'Klanten 2026.csv',
      makes: 'leads',
      status: 'done',
      rows: 3,
      done: 3,
      created: 2,
      refused: 1,
      undo: null,
      createdBy: me.accountId,
    };
    assert.deepEqual(rest, {
      ...shown,
      refusals: [
        {
          row: 5,
          messages: ['customerName is required: send a non-empty string'],
          details: '"customerName";rule=required',
        },
      ],
      keptRows: [],
    });
    const { data } = (await me.call('/v1/app/imports')).body;
    assert.deepEqual(data, [{ ...shown, createdAt, endedAt }]);

    const leads = await listAll(server, key, '/v1/api/leads');
    assert.equal(leads.length, 3);
    const byTitle = new Map(leads.map((lead) => [lead.title, lead]));
    const tap = byTitle.get('Tap');
    assert.equal(tap.customerId, known.customerId);
    assert.equal(tap.customer.phone, '+31612345678');
    assert.deepEqual([tap.priority, tap.source], ['high', 'other']);
    assert.deepEqual([tap.createdBy, tap.updatedBy], [me.accountId, me.accountId]);
    assert.equal(byTitle.get('Roof\r\nand more')?.customer.name, 'Bakker; Zn');
    const history = await me.call(`/v1/api/work-items/${tap.id}/history`);
    const [created] = history.body.data;
    assert.deepEqual([created.actor, created.actorId], ['member', me.accountId]);
    const submission = (await me.call(`/v1/api/work-items/${tap.id}/submission`)).body;
    assert.equal(submission.body.Ours, 'x');
    // No row of the file is left in the database.
    const waiting = await server.withDatabase((db) =>
      db.all('select 1 as one from import_batches where brand_id = ?', me.brandId),
    );
    assert.deepEqual(waiting, []);
  });

  test('a refused row is an intake, which becomes a lead with corrections', async () => {
    const { me, key } = await newBrand();
    const rows = [
      ['Jan', 'Tap', 'jan@example.com', '', ''],
      ['Piet', 'Roof', 'no address', '', 'ours'],
      ['Anna', '', '', '', ''],
    ];
    const id = await beginImport(me, rows);
    const { refusals } = await untilImport(me, id, 'done');
    const listed = async () =>
      (await call(server, '/v1/api/intakes?source=import&state=refused', { key })).body.data;
    const [anna, piet] = await listed();
    assert.deepEqual([piet.message, anna.message], [refusals[0].messages, refusals[1].messages]);
    const found = { customerName: 'Piet', title: 'Roof', email: 'no address', phone: '' };
    assert.deepEqual(piet.lead, { ...found, source: 'other' });
    const accept = `/v1/api/intakes/${piet.id}/accept`;
    const made = await call(server, accept, { key, body: { email: null } });
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(
      [made.body.title, made.body.source, made.body.receivedAt],
      ['Roof', 'other', piet.receivedAt],
    );
    const { sent } = JSON.parse((await submissionOf(server, made.body.id)).body);
    assert.equal(sent.Ours, 'ours');

    await me.call(`/v1/app/imports/${id}/undo`, { method: 'POST' });
    await untilImport(me, id, 'undone');
    assert.deepEqual(await listed(), []);
    const left = await listAll(server, key, '/v1/api/leads');
    assert.deepEqual(
      left.map(({ id }) => id),
      [made.body.id],
    );
  });

  test('an undo removes leads that are unchanged', async () => {
    const { me, key } = await newBrand();
    const known = (await createLead(server, key, { email: 'known@example.com' })).body;
    const rows = [...manyRows(60), ['Known', 'Known lead', 'known@example.com', '', '']];
    const id = await beginImport(me, rows);
    await untilImport(me, id, 'done');
    const leads = await listAll(server, key, '/v1/api/leads?limit=200');
    assert.equal(leads.length, 62);
    const find = (title: string) => leads.find((lead) => lead.title === title);
    const patch = (path: string, body: object) =>
      call(server, path, { key, method: 'PATCH', body });
    const [changed, edited, busy] = [find('Lead 3'), find('Lead 5'), find('Lead 7')];
    await patch(`/v1/api/work-items/${changed.id}`, { status: 'contacted' });
    await patch(`/v1/api/customers/${edited.customerId}`, { notes: 'A good one' });
    // As if the import had continued in the meantime.
    await server.withDatabase((db) =>
      db.run('update imports set ended_at = ? where id = ?', Date.now() + 1_000, id),
    );
    const later = (await createLead(server, key, { email: 'c7@example.com' })).body;
    assert.equal(later.customerId, busy.customerId);

    const begun = await me.call(`/v1/app/imports/${id}/undo`, { method: 'POST' });
    assert.equal(begun.status, 202);
    const undone = await untilImport(me, id, 'undone');
    // Of 60 customers, one has the changed lead, one was edited and one has a later lead.
    assert.deepEqual(undone.undo, { removed: 60, kept: 1, archivedCustomers: 57 });
    assert.deepEqual(undone.keptRows, [{ row: 5, workItemId: changed.id }]);
    const left = await listAll(server, key, '/v1/api/leads?limit=200');
    const expected = [known.id, changed.id, later.id].sort();
    assert.deepEqual(left.map((lead) => lead.id).sort(), expected);
    const customers = await listAll(server, key, '/v1/api/customers?limit=200');
    const active = customers.filter(({ status }) => status === 'active').map(({ id: one }) => one);
    const kept = [known, changed, edited, busy].map(({ customerId }) => customerId);
    assert.deepEqual(active.sort(), kept.sort());
    assertError(
      await me.call(`/v1/app/imports/${id}/undo`, { method: 'POST' }),
      409,
      'import_undone',
    );
    // An undone lead can be restored like any other.
    const gone = `/v1/api/work-items/${find('Lead 9').id}`;
    assert.equal((await me.call(`${gone}/restore`, { method: 'POST' })).status, 200);
  });

  test('a running import can be undone, and leaves nothing', async () => {
    const { me, key } = await newBrand();
    const id = await beginImport(me, manyRows(1_500));
    await me.call(`/v1/app/imports/${id}/undo`, { method: 'POST' });
    const { created, undo } = await untilImport(me, id, 'undone');
    assert.equal(undo.removed, created);
    assert.equal(undo.archivedCustomers, created);
    assert.deepEqual(await listAll(server, key, '/v1/api/leads'), []);
  });

  test('a customer erased while their row is pending does not come back', async () => {
    const { me, key } = await newBrand();
    const { customerId } = (await createLead(server, key, { email: 'gone@example.com' })).body;
    const long = await beginImport(me, manyRows(500));
    // The second import waits for the first.
    const rows = [
      ['Somebody Else', 'Tap', 'else@example.com', '', ''],
      ['Jan', 'Tap', 'Gone@example.com', '', 'secret of the erased'],
    ];
    const id = await beginImport(me, rows);
    const erased = await me.call(`/v1/api/customers/${customerId}?erase=true`, {
      method: 'DELETE',
    });
    assert.ok([202, 204].includes(erased.status), erased.text);
    await me.call(`/v1/app/imports/${long}/undo`, { method: 'POST' });
    const done = await untilImport(me, id, 'done');
    assert.deepEqual([done.created, done.refused], [1, 1]);
    const messages = ['The person of this row was erased while it waited'];
    assert.deepEqual(done.refusals, [{ row: 3, messages, details: 'erased_meanwhile' }]);
  });

  test('the same file is not imported twice, unless the first import was undone', async () => {
    const { me } = await newBrand();
    const rows = [['Jan', 'Tap', '', '', '']];
    const begin = (body = {}) =>
      me.call('/v1/app/imports', {
        body: { fileName: 'a.csv', columns, rows, isDryRun: false, ...body },
      });
    const answers = await Promise.all([begin(), begin({ fileName: 'b.csv' })]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [202, 409]);
    const { id } = answers.find(({ status }) => status === 202)!.body;
    await untilImport(me, id, 'done');
    const again = await begin();
    assertError(again, 409, 'imported_already');
    assert.ok(again.body.message.includes(id), again.text);
    assert.equal(
      (await begin({ columns: [...columns.slice(0, -1), { name: 'Ours', field: 'notes' }] }))
        .status,
      202,
    );
    await me.call(`/v1/app/imports/${id}/undo`, { method: 'POST' });
    await untilImport(me, id, 'undone');
    assert.equal((await begin()).status, 202);
  });

  test('many rows of one person make one customer', async () => {
    const { me, key } = await newBrand();
    const rows = manyRows(250).map(([name, title], n) => [
      name!,
      title!,
      `person${n % 3}@example.com`,
      '',
      '',
    ]);
    const { body } = await plan(me, { rows });
    assert.deepEqual(body.counts, { new_customer: 3, existing_customer: 247, refused: 0 });
    assert.equal(body.rows.length, 200);
    await untilImport(me, await beginImport(me, rows), 'done');
    assert.equal(await countCustomers(server, me.brandId), 3);
    const leads = await listAll(server, key, '/v1/api/leads?limit=200');
    assert.equal(leads.length, 250);
  });

  const rows = [['Jan', 'Tap', '', '', '']];
  const refusals: [string, object, RegExp][] = [
    ['no rows', { rows: undefined }, /^rows is required: send an array/],
    ['the text of a file', { rows: 'Name\nJan' }, /^rows must be an array, got a string/],
    ['blank rows only', { rows: [[], ['', ' ']] }, /^rows must have at least one row with text/],
    [
      'too many rows',
      { rows: Array.from({ length: 25_001 }, () => ['x']) },
      /^rows must be at most 25000 rows/,
    ],
    ['a row of no array', { rows: [['x'], 'x'] }, /^rows item 2 must be an array of at most 5/],
    ['a cell of no text', { rows: [[1]] }, /^rows item 1 must be an array of at most 5 strings/],
    ['more cells than columns', { rows: [Array(6).fill('x')] }, /^rows item 1 must be an array/],
    ['no columns', { rows, columns: {} }, /^columns must be an array, got an object/],
    ['a column of no object', { rows, columns: [null] }, /^columns item 1 must have a name/],
    ['a column without a name', { rows, columns: [{ field: null }] }, /^columns item 1 must have/],
    [
      'too many columns',
      { rows, columns: Array.from({ length: 201 }, () => columns[0]) },
      /^columns must be at most 200 columns/,
    ],
    [
      'a field that is not there',
      { rows, columns: columnsOf({ Name: 'photoUrls' }) },
      /^columns item 1 must have a name, and a field that is null or one of customerName/,
    ],
    [
      'a field twice',
      { rows, columns: columnsOf({ Name: 'title', Subject: 'title' }) },
      /^columns names title twice/,
    ],
    ['a column twice', { rows, columns: [...columns, columns[4]] }, /^columns names Ours twice/],
    ['no field at all', { rows, columns: columnsOf({ Name: null }) }, /^columns must map/],
    ['an unknown field', { rows, colour: 'red' }, /^colour is not a known field/],
    ['no name', { rows, fileName: '' }, /^fileName must not be empty/],
    ['no answer to whether it is meant', { rows, isDryRun: 'yes' }, /^isDryRun must be a boolean/],
  ];
  test('an invalid import is refused', async (t) => {
    const { me } = await newBrand();
    for (const [title, body, message] of refusals) {
      await t.test(title, async () => {
        const answer = await plan(me, body);
        assertError(answer, 400);
        assert.match(answer.body.message[0], message);
      });
    }
    assertError(await me.call('/v1/app/imports', { rawBody: '[]' }), 400);
    const rawBody = ' '.repeat(importBodyBytesMax + 1);
    assertError(await me.call('/v1/app/imports', { rawBody }), 413);
  });

  test('only owners may import', async () => {
    const { me, key } = await newBrand();
    const id = await beginImport(me, rows);
    const helper = await signInAs(server, { brandId: me.brandId, role: 'member' });
    const stranger = await signInAs(server);
    for (const [path, method] of [
      ['/v1/app/imports', 'GET'],
      ['/v1/app/imports', 'POST'],
      [`/v1/app/imports/${id}`, 'GET'],
      [`/v1/app/imports/${id}/undo`, 'POST'],
    ] as const) {
      const options = {
        method,
        ...(path.endsWith('imports') && method === 'POST' && { body: {} }),
      };
      assertError(await helper.call(path, options), 403);
      assertError(await call(server, path, { key, ...options }), 403);
      if (path.includes(id)) assertError(await stranger.call(path, options), 404);
    }
    assert.deepEqual((await stranger.call('/v1/app/imports')).body, { data: [] });
    await untilImport(me, id, 'done');
  });
});
