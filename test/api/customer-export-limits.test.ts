// What an export holds that is no record yet, and what of a place where somebody else is too.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { beginImport, manyRows, untilImport } from '../support/imports.ts';
import { assertDescribed } from '../support/open-api.ts';
import { signInAs } from '../support/sign-in.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';
import { webhookApi } from '../support/webhooks.ts';

await withEachServer('the limits of an export', (server) => {
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver({ isShared: true });
  });
  after(() => receiver?.close());

  const newBrand = async () => {
    const me = await signInAs(server);
    return { me, key: await server.createKey({ brandId: me.brandId }) };
  };
  const exportOf = async (key: string, customerId: string) => {
    const answer = await call(server, `/v1/api/customers/${customerId}/export`, { key });
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };
  const patch = async (key: string, path: string, body: unknown) => {
    const answer = await call(server, path, { key, method: 'PATCH', body });
    assert.equal(answer.status, 200, answer.text);
  };

  test('rows of imports that wait are in it, and are leads when their turn has come', async () => {
    const { me, key } = await newBrand();
    const person = { email: 'waits@example.com', phone: '0612345678' };
    const { customerId } = (await createLead(server, key, person)).body;
    // By its submission only: the customer has another one.
    const later = { ...person, phone: '0687654321' };
    await createLead(server, key, later);
    // The others wait for this one, and the rows of the second lie in more batches than are read at once.
    const long = await beginImport(me, manyRows(6_000));
    const many = manyRows(1_300);
    many[1_250] = ['Canary', 'Far behind', '', '+31 6 8765 4321', 'Canary far'];
    const second = await beginImport(me, many);
    const last = await beginImport(me, [
      ['Jan', 'Tap', 'Waits@Example.com', '', 'Canary tap'],
      ['Somebody Else', 'Roof', 'else@example.com', '', 'of somebody else'],
      ['Jan Jansen', 'Door', '', '', 'the same name'],
    ]);
    const answer = await exportOf(key, customerId);
    const document = (await call(server, '/openapi.json')).body;
    assertDescribed(document, 'exportCustomer', 200, answer);
    interface Row {
      importId: string;
      row: number;
      receivedAt: string;
      requestId: string;
      body: string;
    }
    const rows: Row[] = answer.body.waitingImportRows;
    assert.deepEqual(
      rows.map(({ importId, row, body }) => [importId, row, JSON.parse(body).Ours]),
      [
        [second, 1_252, 'Canary far'],
        [last, 2, 'Canary tap'],
      ],
    );
    for (const { importId, receivedAt, requestId } of rows) {
      const { body } = await me.call(`/v1/app/imports/${importId}`);
      assert.equal(receivedAt, body.createdAt);
      assert.match(requestId, /^[0-9a-f-]{36}$/);
    }
    assert.equal(answer.body.workItems.length, 2);

    for (const id of [long, second])
      await me.call(`/v1/app/imports/${id}/undo`, { method: 'POST' });
    await untilImport(me, last, 'done');
    const { body: then } = await exportOf(key, customerId);
    assert.deepEqual(then.waitingImportRows, []);
    const titles = then.workItems.map(({ title }: { title: string }) => title);
    assert.deepEqual(titles, ['Leaking tap', 'Leaking tap', 'Tap']);
    assert.match(then.workItems[2].submission.body, /Canary tap/);
  });

  test('of an address where somebody else is too, only what is of both', async () => {
    const { key } = await newBrand();
    const webhooks = webhookApi(server, key);
    const { id: webhookId } = await webhooks.create(receiver.url('/shared'), {
      eventTypes: ['address.updated'],
    });
    const at = (street: string) => ({ street, city: 'Utrecht' });
    const anna = (await createLead(server, key, { email: 'anna@example.com', ...at('Oak 1') }))
      .body;
    const { addressId } = anna;
    let changes = 0;
    // Each is sent before the next one: a message shows the address as it is by then.
    const change = async (fields: object) => {
      await patch(key, `/v1/api/address/${addressId}`, fields);
      await webhooks.settled(webhookId, ++changes);
    };
    receiver.behave('/shared', { body: 'thanks, told Anna' });
    // Where Anna was before Bob came.
    await change({ street: 'Elm 2' });
    const remembered = { 'idempotency-key': 'key of Bob' };
    const bobs = { email: 'bob@example.com', customerName: 'Bob' };
    const bob = (await createLead(server, key, bobs, remembered)).body;
    const moveBob = (to: string | null) =>
      patch(key, `/v1/api/customers/${bob.customerId}`, { addressId: to });
    await moveBob(addressId);
    await patch(key, `/v1/api/work-items/${bob.id}`, { addressId });
    await change({ locationNotes: 'behind the shop' });
    await moveBob(null);
    await change({ locationNotes: 'without Bob' });
    await change({ locationNotes: 'behind the shop' });
    await moveBob(addressId);

    interface Told {
      type: string;
      changes: Record<string, unknown> | null;
    }
    interface Sent {
      payload: Told;
      answers: string[];
    }
    const changesOf = (told: readonly Told[]) =>
      told
        .filter(({ type }) => type === 'address.updated')
        .map(({ changes }) => Object.keys(changes!).filter((field) => !/tude/.test(field)));
    const ofBob = await exportOf(key, bob.customerId);
    const { addresses, history, webhookDeliveries, workItems } = ofBob.body;
    assert.deepEqual(
      addresses.map(({ id }: { id: string }) => id),
      [addressId],
    );
    assert.deepEqual(changesOf(history), [['locationNotes']]);
    const sent = webhookDeliveries.map(({ payload }: Sent) => payload);
    assert.deepEqual(changesOf(sent), [['locationNotes']]);
    // What was answered about a place may be about either of them.
    assert.deepEqual(
      webhookDeliveries.flatMap(({ answers }: Sent) => answers),
      [],
    );
    assert.equal(workItems[0].idempotencyAnswers[0].idempotencyKey, 'key of Bob');
    assert.doesNotMatch(ofBob.text, /anna|oak 1|without bob/i);

    const ofAnna = await exportOf(key, anna.customerId);
    assert.deepEqual(changesOf(ofAnna.body.history), [
      ['street'],
      ['locationNotes'],
      ['locationNotes'],
      ['locationNotes'],
    ]);
    assert.doesNotMatch(ofAnna.text, /bob@example|key of bob/i);

    // Who has left may be in what was answered then, although nobody shares the place any more.
    await patch(key, `/v1/api/customers/${anna.customerId}`, { addressId: null });
    await patch(key, `/v1/api/work-items/${anna.id}`, { addressId: null });
    const ofBobAlone = await exportOf(key, bob.customerId);
    assert.deepEqual(changesOf(ofBobAlone.body.history), [['locationNotes']]);
    assert.doesNotMatch(ofBobAlone.text, /anna|oak 1|without bob/i);
  });

  test('of an address that a customer left by being merged, nothing that came later', async () => {
    const { key } = await newBrand();
    const at = { street: 'Oak 1', city: 'Utrecht' };
    const other = (await createLead(server, key, { email: 'other@example.com', ...at })).body;
    const kept = (
      await createLead(server, key, { email: 'kept@example.com', street: 'Elm 2', city: 'Utrecht' })
    ).body;
    const path = `/v1/api/address/${other.addressId}`;
    await patch(key, path, { locationNotes: 'while there' });
    const merging = { key, body: { customerId: other.customerId } };
    const merged = await call(server, `/v1/api/customers/${kept.customerId}/merge`, merging);
    assert.equal(merged.status, 200, merged.text);
    await patch(key, `/v1/api/work-items/${other.id}`, { addressId: null });
    const dora = (await createLead(server, key, { email: 'dora@example.com' })).body;
    await patch(key, `/v1/api/customers/${dora.customerId}`, { addressId: other.addressId });
    await patch(key, path, { locationNotes: 'of Dora' });
    const answer = await exportOf(key, kept.customerId);
    assert.deepEqual(
      answer.body.addresses.map(({ id }: { id: string }) => id),
      [kept.addressId],
    );
    assert.doesNotMatch(answer.text, /dora/i);
  });
});
