// Changes, deletes and restores work items.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Answer, call, createLead, listAll } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertError, assertRefused } from '../support/shapes.ts';

await withEachServer('changes to work items', (server) => {
  let key: string;
  before(async () => {
    key = await server.createKey();
  });

  const at = (id: string) => `/v1/api/work-items/${id}`;
  const patch = (
    id: string,
    body: unknown,
    { as = key, headers = {} }: { as?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> => call(server, at(id), { key: as, method: 'PATCH', body, headers });
  const newLead = async (lead: Record<string, unknown> = {}, as = key) =>
    (await createLead(server, as, lead)).body;
  const history = async (id: string) =>
    (await call(server, `${at(id)}/history`, { key })).body.data;

  test('every mutable field can be changed, and null clears optional ones', async () => {
    const lead = await newLead({ city: 'Utrecht' });
    const other = await newLead({ city: 'Gent' });
    const fields = {
      title: 'New title',
      description: 'New description',
      priority: 'urgent',
      category: 'roofing',
      tags: ['a', 'b'],
      notes: 'Bring a ladder',
      completionNotes: 'Done',
      hoursWorked: '3 hours, two of us',
      materials: 'One valve',
      signedBy: 'Jan Jansen',
      scheduledStart: '2026-12-01T09:00:00.000Z',
      scheduledEnd: '2026-12-01T10:00:00.000Z',
      estimatedCost: 12_500,
      finalCost: 13_000,
      budgetQuote: '100–200',
      customerSignature: 'data:image/png;base64,AAAA',
      addressId: other.addressId,
      archivedAt: '2026-12-02T00:00:00.000Z',
    };
    const changed = await patch(lead.id, fields);
    assert.equal(changed.status, 200);
    assert.deepEqual({ ...lead, ...fields, updatedAt: changed.body.updatedAt }, changed.body);
    const read = await call(server, at(lead.id), { key });
    assert.deepEqual(read.body, changed.body);
    assert.equal(read.headers.get('etag'), changed.headers.get('etag'));

    const nothing = Object.fromEntries(
      Object.keys(fields)
        .filter((field) => !['title', 'description', 'priority'].includes(field))
        .map((field) => [field, null]),
    );
    const emptied = await patch(lead.id, nothing);
    assert.equal(emptied.status, 200);
    for (const field of Object.keys(nothing)) assert.equal(emptied.body[field], null, field);

    const entries = await history(lead.id);
    assert.deepEqual(
      entries.map((entry: { type: string }) => entry.type),
      ['lead.created', 'lead.updated', 'lead.updated'],
    );
    assert.deepEqual(entries[1].changes.title, { before: lead.title, after: 'New title' });
    assert.deepEqual(entries[1].changes.tags, { before: null, after: ['a', 'b'] });
    assert.deepEqual(Object.keys(entries[1].changes).sort(), Object.keys(fields).sort());
    assert.equal(entries[1].actor, 'key');
    assert.equal(entries[1].requestId, changed.headers.get('x-request-id'));
  });

  test('the history has each change’s time and request, oldest first', async () => {
    const began = Date.now();
    const created = await createLead(server, key);
    const { id } = created.body;
    const answers = [
      created,
      await patch(id, { title: 'First' }),
      // One patch with two changes makes two events with the same time.
      await patch(id, { status: 'contacted', title: 'Second' }),
      await call(server, at(id), { key, method: 'DELETE' }),
      await call(server, `${at(id)}/restore`, { key, method: 'POST' }),
      await patch(id, { title: 'Third' }),
    ];
    const ended = Date.now();
    interface Entry {
      id: string;
      type: string;
      requestId: string;
      createdAt: string;
    }
    const entries: Entry[] = await history(id);
    const byRequest = Map.groupBy(entries, ({ requestId }) => requestId);
    assert.deepEqual(
      [...byRequest.keys()],
      answers.map(({ headers }) => headers.get('x-request-id')),
    );
    assert.deepEqual(
      [...byRequest.values()].map((told) => told.map(({ type }) => type)),
      [
        ['lead.created'],
        ['lead.updated'],
        ['lead.status_changed', 'lead.updated'],
        ['lead.updated'],
        ['lead.updated'],
        ['lead.updated'],
      ],
    );
    const numbers = entries.map((entry) => Number(entry.id));
    assert.deepEqual(
      numbers,
      numbers.toSorted((one, other) => one - other),
    );
    assert.equal(new Set(numbers).size, numbers.length);
    const times = entries.map(({ createdAt }) => Date.parse(createdAt));
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
    );
    assert.ok(times[0]! >= began && times.at(-1)! <= ended, `${began} ${times.join(' ')} ${ended}`);
    // The event has the time of the change.
    for (const { headers, body } of answers.filter((answer) => answer.body)) {
      for (const { createdAt } of byRequest.get(headers.get('x-request-id')!)!) {
        assert.equal(createdAt, body.updatedAt);
      }
    }
  });

  test('merge-patch+json is accepted too', async () => {
    const { id } = await newLead();
    const headers = { 'content-type': 'application/merge-patch+json' };
    assert.equal((await patch(id, { title: 'Other' }, { headers })).body.title, 'Other');
  });

  test('an empty body may have a JSON content type', async () => {
    const { id } = await newLead();
    const headers = { 'content-type': 'application/json' };
    const gone = await call(server, at(id), { key, method: 'DELETE', headers });
    assert.equal(gone.status, 204);
    const back = await call(server, `${at(id)}/restore`, { key, method: 'POST', headers });
    assert.equal(back.status, 200);
    assertRefused(await call(server, at(id), { key, method: 'PATCH', headers }), 'body');
  });

  test('a patch without changes leaves no trace', async () => {
    const lead = await newLead();
    const first = await call(server, at(lead.id), { key });
    const same = await patch(lead.id, { title: lead.title, category: null });
    assert.equal(same.status, 200);
    assert.equal(same.headers.get('etag'), first.headers.get('etag'));
    assert.equal(same.body.updatedAt, lead.updatedAt);
    assert.equal((await history(lead.id)).length, 1);
    assert.equal((await patch(lead.id, {})).status, 200);
  });

  const refusals: [string, unknown, string[]][] = [
    ['no object', [], ['body']],
    ['an unknown field', { titel: 'x' }, ['titel']],
    ['a field that is not for callers', { createdAt: '2026-01-01T00:00:00Z' }, ['createdAt']],
    ['an empty title', { title: ' ' }, ['title']],
    ['a title that is null', { title: null }, ['title']],
    ['a title that is a number', { title: 1 }, ['title']],
    ['a long title', { title: 'x'.repeat(201) }, ['title']],
    ['an unknown status', { status: 'done' }, ['status']],
    ['an unknown priority', { priority: 'none' }, ['priority']],
    ['a cost that is a text', { finalCost: '12' }, ['finalCost']],
    ['a cost with decimals', { finalCost: 1.5 }, ['finalCost']],
    ['a negative cost', { estimatedCost: -1 }, ['estimatedCost']],
    ['a time without a zone', { scheduledStart: '2026-12-01T09:00:00' }, ['scheduledStart']],
    ['a day that is not', { scheduledStart: '2026-02-30T09:00:00Z' }, ['scheduledStart']],
    ['tags that are no list', { tags: 'a' }, ['tags']],
    ['a tag that is a number', { tags: [1] }, ['tags']],
    ['an end without a start', { scheduledEnd: '2026-12-01T09:00:00Z' }, ['scheduledEnd']],
    [
      'an end before the start',
      { scheduledStart: '2026-12-01T09:00:00Z', scheduledEnd: '2026-12-01T08:00:00Z' },
      ['scheduledEnd'],
    ],
    ['an address of nobody', { addressId: '019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69' }, ['addressId']],
    ['an address that is no id', { addressId: 'here' }, ['addressId']],
    ['several at once', { title: 1, status: 'done' }, ['title', 'status']],
  ];
  for (const [what, body, fields] of refusals) {
    test(`400 for ${what}`, async () => {
      const { id } = await newLead();
      assertRefused(await patch(id, body), ...fields);
    });
  }

  test('an address of another brand is unknown', async () => {
    const theirs = await newLead({ city: 'Gent' }, await server.createKey());
    const { id } = await newLead();
    assertRefused(await patch(id, { addressId: theirs.addressId }), 'addressId');
  });

  test('If-Match refuses a change to a newer version of the item', async () => {
    const { id } = await newLead();
    const etag = (await call(server, at(id), { key })).headers.get('etag')!;
    assert.match(etag, /^"\d+"$/);
    const changed = await patch(id, { title: 'First' }, { headers: { 'if-match': etag } });
    assert.equal(changed.status, 200);
    const late = await patch(id, { title: 'Second' }, { headers: { 'if-match': etag } });
    assertError(late, 412);
    for (const wrong of ['W/' + changed.headers.get('etag'), '"x"', 'x']) {
      assertError(await patch(id, { title: 'Third' }, { headers: { 'if-match': wrong } }), 412);
    }
    const either = `"0", ${changed.headers.get('etag')}`;
    for (const good of [either, '*']) {
      assert.equal(
        (await patch(id, { title: good }, { headers: { 'if-match': good } })).status,
        200,
      );
    }
    const read = await call(server, at(id), { key });
    const known = { 'if-none-match': read.headers.get('etag')! };
    assert.equal((await call(server, at(id), { key, headers: known })).status, 304);
    assertError(
      await call(server, at(id), { key, method: 'DELETE', headers: { 'if-match': etag } }),
      412,
    );
  });

  test('no concurrent change is lost, and with If-Match exactly one succeeds', async () => {
    const { id } = await newLead();
    const fields = ['title', 'description', 'notes', 'category', 'budgetQuote', 'completionNotes'];
    const answers = await Promise.all(
      fields.map((field) => patch(id, { [field]: `new ${field}` })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      fields.map(() => 200),
    );
    const item = (await call(server, at(id), { key })).body;
    for (const field of fields) assert.equal(item[field], `new ${field}`);
    const entries = await history(id);
    assert.deepEqual(
      entries
        .slice(1)
        .map(({ changes }: { changes: object }) => Object.keys(changes)[0])
        .sort(),
      fields.toSorted(),
    );

    const etag = (await call(server, at(id), { key })).headers.get('etag')!;
    const racers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        patch(id, { title: `racer ${n}` }, { headers: { 'if-match': etag } }),
      ),
    );
    assert.deepEqual(racers.map(({ status }) => status).sort(), [200, ...Array(7).fill(412)]);
  });

  test('the history is a chain without gaps', async () => {
    const { id, title } = await newLead();
    await Promise.all(Array.from({ length: 12 }, (_, n) => patch(id, { title: `title ${n}` })));
    let last = title;
    for (const { changes } of (await history(id)).slice(1)) {
      assert.equal(changes.title.before, last);
      last = changes.title.after;
    }
    assert.equal((await call(server, at(id), { key })).body.title, last);
  });

  test('a changed item is found by its new words and not by the old', async () => {
    const { id } = await newLead({ title: 'Zolderraam' });
    await patch(id, { title: 'Dakgoot' });
    const found = async (q: string) =>
      (await listAll(server, key, `/v1/api/leads?q=${q}`)).map((item) => item.id);
    assert.ok((await found('dakgoot')).includes(id));
    assert.ok(!(await found('zolderraam')).includes(id));
  });

  test('a deleted item leaves every list and can be restored for 30 days', async () => {
    const lead = await newLead({ title: 'Afvalbak' });
    const etagBefore = (await call(server, at(lead.id), { key })).headers.get('etag');
    const gone = await call(server, at(lead.id), { key, method: 'DELETE' });
    assert.equal(gone.status, 204);
    for (const list of ['/v1/api/leads?archived=include', '/v1/api/leads?q=afvalbak']) {
      const ids = (await listAll(server, key, list)).map((item) => item.id);
      assert.ok(!ids.includes(lead.id), list);
    }
    const job = await newLead({ title: 'Afvalbak' });
    assert.equal((await patch(job.id, { status: 'pending' })).status, 200);
    assert.equal((await call(server, at(job.id), { key, method: 'DELETE' })).status, 204);
    for (const filter of ['archived=include', 'q=afvalbak', 'status=pending']) {
      const ids = (await listAll(server, key, `/v1/api/work-items?${filter}`)).map(({ id }) => id);
      assert.ok(!ids.includes(job.id), filter);
    }
    assertError(await call(server, at(lead.id), { key }), 404);
    assertError(await call(server, `${at(lead.id)}/history`, { key }), 404);
    assertError(await patch(lead.id, { title: 'x' }), 404);
    assertError(await call(server, at(lead.id), { key, method: 'DELETE' }), 404);

    const restored = await call(server, `${at(lead.id)}/restore`, { key, method: 'POST' });
    assert.equal(restored.status, 200);
    assert.equal(restored.body.deletedAt, null);
    assert.notEqual(restored.headers.get('etag'), etagBefore);
    const entries = await history(lead.id);
    assert.deepEqual(Object.keys(entries[1].changes), ['deletedAt']);
    assert.equal(entries[2].changes.deletedAt.after, null);

    await call(server, at(lead.id), { key, method: 'DELETE' });
    const longAgo = Date.now() - 31 * 24 * 60 * 60 * 1000;
    await server.withDatabase((db) =>
      db.run('update work_items set deleted_at = ? where id = ?', longAgo, lead.id),
    );
    assertError(await call(server, `${at(lead.id)}/restore`, { key, method: 'POST' }), 409);
  });

  test('scopes follow the item’s phase', async () => {
    const brand = await server.createBrand();
    const brandId = brand.id;
    const full = await server.createKey({ brandId });
    const lead = await newLead({}, full);
    const job = await newLead({}, full);
    await patch(job.id, { status: 'pending' }, { as: full });
    const leads = await server.createKey({ brandId, scopes: ['leads:write'] });
    const jobs = await server.createKey({ brandId, scopes: ['work-items:write'] });
    const reads = await server.createKey({ brandId, scopes: ['leads:read', 'work-items:read'] });

    const written = await patch(lead.id, { title: 'By the form' }, { as: leads });
    assert.equal(written.status, 200);
    // A write-only key gets nothing to read.
    assert.deepEqual(Object.keys(written.body).sort(), ['id', 'status', 'updatedAt']);
    assert.equal((await patch(job.id, { title: 'By the planner' }, { as: jobs })).status, 200);
    for (const [id, as, scope] of [
      [job.id, leads, 'work-items:write'],
      [lead.id, jobs, 'leads:write'],
    ] as const) {
      for (const answer of [
        await patch(id, { title: 'x' }, { as }),
        await patch(id, { title: 1 }, { as }),
        await call(server, at(id), { key: as, method: 'DELETE' }),
      ]) {
        assertError(answer, 403);
        assert.match(answer.body.message, new RegExp(scope));
      }
    }
    assertError(await patch(lead.id, { title: 'x' }, { as: reads }), 403);
    const stranger = await server.createKey();
    for (const path of [at(lead.id), `${at(lead.id)}/restore`]) {
      const method = path.endsWith('restore') ? 'POST' : 'DELETE';
      assertError(await call(server, path, { key: stranger, method }), 404);
    }
    assertError(await patch(lead.id, { title: 'x' }, { as: stranger }), 404);
  });
});
