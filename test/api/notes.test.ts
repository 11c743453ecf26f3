// Notes with an author and a time, and the field `notes`, which is their whole text.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { eraseCustomer, untilForgotten } from '../support/erasure.ts';
import { assertError } from '../support/shapes.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { assertInTime, timelyTest } from '../support/within.ts';

await withEachServer('notes', (server) => {
  let owner: SignedIn;
  let piet: SignedIn;
  let key: string;
  before(async () => {
    owner = await signInAs(server, { name: 'Olga' });
    const { brandId } = owner;
    piet = await signInAs(server, { brandId, role: 'member', name: 'Piet' });
    key = await server.createKey({ brandId });
  });

  const itemPath = (id: string) => `/v1/api/work-items/${id}`;
  const read = async (id: string) => (await call(server, itemPath(id), { key })).body;
  const add = (id: string, text: string, as = piet) =>
    as.call(`${itemPath(id)}/notes`, { body: { text } });
  const edit = (id: string, noteId: string, text: string, as = piet) =>
    as.call(`${itemPath(id)}/notes/${noteId}`, { method: 'PATCH', body: { text } });
  const listed = async (id: string) =>
    (await call(server, `${itemPath(id)}/notes`, { key })).body.data;
  const signed = async (id: string) =>
    (await listed(id)).map(({ authorName, text }: Record<string, string>) => [authorName, text]);
  const write = (id: string, notes: string | null) =>
    call(server, itemPath(id), { key, method: 'PATCH', body: { notes } });

  test('a note is appended to the whole text, with its author and time', async () => {
    const { id } = (await createLead(server, key, { notes: 'Call after five.' })).body;
    const added = await add(id, '  No answer.  ');
    assert.equal(added.status, 201, added.text);
    const { body: note } = added;
    assert.deepEqual(
      [note.text, note.actor, note.actorId, note.authorName, note.editedAt],
      ['No answer.', 'member', piet.accountId, 'Piet', null],
    );
    const byKey = await call(server, `${itemPath(id)}/notes`, { key, body: { text: 'From us.' } });
    assert.deepEqual([byKey.body.actor, byKey.body.authorName], ['key', 'test']);
    assert.equal((await read(id)).notes, 'Call after five.\n\nNo answer.\n\nFrom us.');
    assert.deepEqual(await signed(id), [
      [null, 'Call after five.'],
      ['Piet', 'No answer.'],
      ['test', 'From us.'],
    ]);
    const [sent] = await listed(id);
    assert.deepEqual([sent.id, sent.actor, sent.createdAt], [null, null, null]);
    const { data } = (await call(server, `${itemPath(id)}/history`, { key })).body;
    const { type, actorId, changes, createdAt } = data.at(-2);
    assert.deepEqual([type, actorId, createdAt], ['lead.updated', piet.accountId, note.createdAt]);
    assert.equal(changes.notes.after, 'Call after five.\n\nNo answer.');
  });

  test('its author changes a note in its place, nobody else does', async () => {
    const { id } = (await createLead(server, key)).body;
    const first = (await add(id, 'No answer.')).body;
    await add(id, 'No answer.');
    const edited = await edit(id, first.id, 'She is on holiday.');
    assert.equal(edited.status, 200, edited.text);
    assert.ok(edited.body.editedAt > first.createdAt);
    assert.equal((await read(id)).notes, 'She is on holiday.\n\nNo answer.');
    const refused = await edit(id, first.id, 'Not mine', owner);
    assertError(refused, 403);
    assert.equal(refused.headers.get('error-code'), 'not_author');
    // The same text changes nothing.
    const { updatedAt } = await read(id);
    const same = await edit(id, first.id, 'She is on holiday.');
    assert.equal(same.body.editedAt, edited.body.editedAt);
    assert.equal((await read(id)).updatedAt, updatedAt);
  });

  test('the field is written to the letter, and entries that stay keep their author', async () => {
    const { id } = (await createLead(server, key)).body;
    const first = (await add(id, 'First')).body;
    await add(id, 'Second');
    const text = 'Written by hand\n\nSecond';
    assert.equal((await write(id, text)).body.notes, text);
    assert.deepEqual(await signed(id), [
      [null, 'Written by hand'],
      ['Piet', 'Second'],
    ]);
    assertError(await edit(id, first.id, 'Gone'), 404);
    // As an undo does.
    assert.equal((await write(id, 'First\n\nSecond')).status, 200);
    const [back] = await listed(id);
    assert.deepEqual([back.id, back.createdAt], [first.id, first.createdAt]);
    assert.equal((await write(id, null)).body.notes, null);
    assert.deepEqual(await listed(id), []);
  });

  test('a retry adds the note once', async () => {
    const { id } = (await createLead(server, key)).body;
    const headers = { 'idempotency-key': `note ${id}` };
    const send = (text: string) =>
      call(server, `${itemPath(id)}/notes`, { key, headers, body: { text } });
    const first = await send('Once');
    const again = await send('Once');
    assert.deepEqual([again.status, again.body], [201, first.body]);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal((await read(id)).notes, 'Once');
    assertError(await send('Twice'), 422);
  });

  test('a note is refused without a text, when the version differs, or the notes are full', async () => {
    const { id } = (await createLead(server, key)).body;
    assertError(await add(id, ' '), 400);
    assertError(await add(id, 'x'.repeat(10_001)), 400);
    const headers = { 'if-match': '"99"' };
    const body = { text: 'Late' };
    assertError(await piet.call(`${itemPath(id)}/notes`, { headers, body }), 412);
    for (let n = 0; n < 4; n++) {
      assert.equal((await add(id, String(n).repeat(9_990))).status, 201);
    }
    const { notes } = await read(id);
    const full = await add(id, 'y'.repeat(100));
    assertError(full, 400);
    assert.match(full.body.message[0], /^text would make the notes longer than 40000/);
    assert.equal((await read(id)).notes, notes);
    // What was read can be written back.
    assert.equal((await write(id, notes)).status, 200);
    assertError(await add('019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69', 'None'), 404);
  });

  timelyTest('notes that repeat themselves keep no other brand waiting', async () => {
    const { id } = (await createLead(server, key)).body;
    const ids: string[] = [];
    for (let n = 0; n < 12; n++) {
      ids.push((await add(id, 'a'.repeat(5_000))).body.id);
      await write(id, null);
    }
    assert.equal((await write(id, 'a'.repeat(40_000))).status, 200);
    const other = await server.createKey();
    const beganAt = performance.now();
    const edited = edit(id, ids[0]!, 'b');
    const created = await createLead(server, other);
    assertInTime(performance.now() - beganAt, 3_000, 'the lead of another brand');
    assert.equal(created.status, 201, created.text);
    assertError(await edited, 404);
    assert.equal((await listed(id)).length, 1);
  });

  test('an export has them, and an erasure leaves none', async () => {
    const { id, customerId } = (await createLead(server, key, { email: 'noted@example.com' })).body;
    await add(id, 'Noted canary');
    await write(id, null);
    const { workItems } = (await call(server, `/v1/api/customers/${customerId}/export`, { key }))
      .body;
    assert.deepEqual(
      workItems[0].noteEntries.map(({ text, authorName }: Record<string, string>) => [
        text,
        authorName,
      ]),
      [['Noted canary', 'Piet']],
    );
    await eraseCustomer(server, key, customerId);
    await untilForgotten(server);
    assert.deepEqual(
      await server.withDatabase((db) =>
        db.all('select 1 from work_item_notes where work_item_id = ?', id),
      ),
      [],
    );
    assert.deepEqual(await listed(id), []);
  });

  test('who may not change a job may not add a note', async () => {
    const { id } = (await createLead(server, key)).body;
    const { brandId } = owner;
    const reader = await server.createKey({ brandId, scopes: ['leads:read'] });
    const jobs = await server.createKey({ brandId, scopes: ['work-items:write'] });
    const path = `${itemPath(id)}/notes`;
    for (const other of [reader, jobs]) {
      assertError(await call(server, path, { key: other, body: { text: 'No' } }), 403);
    }
    assert.equal((await call(server, path, { key: reader })).status, 200);
    assertError(await call(server, path, { key: jobs }), 403);
  });
});
