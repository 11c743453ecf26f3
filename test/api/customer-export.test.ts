// Everything stored about a person, in one response.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { type Canary, canaryEmail, makeCanary } from '../support/canary.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertDescribed } from '../support/open-api.ts';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { assertError } from '../support/shapes.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';
import { eventually } from '../support/within.ts';

await withEachServer('export', (server) => {
  let host: PictureHost;
  let receiver: Receiver;
  let key: string;
  let brandId: string;
  let canary: Canary;
  before(async () => {
    host = await startPictureHost({ isShared: true });
    receiver = await startReceiver({ isShared: true });
    brandId = (await server.createBrand()).id;
    key = await server.createKey({ brandId });
    canary = await makeCanary({ server, key, host, receiver });
  });
  after(async () => {
    await host?.close();
    await receiver?.close();
  });

  const exportOf = (id: string, as = key) =>
    call(server, `/v1/api/customers/${id}/export`, { key: as });

  test('matches the OpenAPI document, and is complete', async () => {
    // The request log is written asynchronously.
    await eventually(async () => (await exportOf(canary.customerId)).body.requests.length >= 3);
    const answer = await exportOf(canary.customerId);
    const document = (await call(server, '/openapi.json')).body;
    assertDescribed(document, 'exportCustomer', 200, answer);

    const { customer, mergedCustomers, merges, addresses, history, workItems, requests } =
      answer.body;
    assert.equal(customer.email, canaryEmail);
    assert.deepEqual(idsOf(mergedCustomers), [canary.mergedId]);
    assert.equal(merges[0].mergedCustomerId, canary.mergedId);
    assert.equal(addresses.length, 2);
    const types = new Set(history.map(({ type }: { type: string }) => type));
    for (const type of [
      'customer.created',
      'customer.updated',
      'customer.merged',
      'address.updated',
    ]) {
      assert.ok(types.has(type), type);
    }
    assert.deepEqual(idsOf(workItems).toSorted(), canary.itemIds.toSorted());
    const paths = requests.map(({ path }: { path: string }) => path);
    assert.ok(paths.includes(`/v1/api/customers/${canaryEmail}`));
    assert.ok(requests.some(({ body }: { body: string }) => body?.includes('canaryextra')));
  });

  test('each lead has its submission, photos and history', async () => {
    const { workItems } = (await exportOf(canary.customerId)).body;
    const [first, second] = canary.itemIds.map((id) =>
      workItems.find((item: { id: string }) => item.id === id),
    );
    assert.match(first.submission.body, /canaryextra/);
    const [remembered] = first.idempotencyAnswers;
    assert.equal(remembered.idempotencyKey, 'canarykey');
    assert.equal(JSON.parse(remembered.body).id, first.id);
    assert.equal(first.address.city, 'Canaryville');
    const [stored, failed] = first.photos;
    assert.equal(stored.link, `/v1/api/assets/${canary.assetId}`);
    assert.equal((await call(server, stored.link, { key })).status, 200);
    assert.equal(failed.link, null);
    const converted = second.history.find(({ type }: { type: string }) => /convert/.test(type));
    assert.deepEqual(converted.changes.status, { before: 'request', after: 'scheduled' });
    assert.equal(second.webhookDeliveries[0].payload.subjectId, second.id);
    type Sent = { webhookId: string; answers: string[] };
    const echoed = second.webhookDeliveries.find(
      (sent: Sent) => sent.webhookId === canary.webhookId,
    );
    assert.match(echoed.answers[0], /canaryecho/);
  });

  test('a customer with more leads than fit into one chunk', async () => {
    const leads = Array.from({ length: 120 }, (_, n) => ({
      customerName: 'Many',
      title: `Lead ${n}`,
      email: 'many@example.com',
    }));
    await call(server, '/v1/api/leads/batch', { key, body: { leads } });
    const { customerId } = (await createLead(server, key, { email: 'many@example.com' })).body;
    const { workItems } = (await exportOf(customerId)).body;
    assert.equal(new Set(idsOf(workItems)).size, 121);
  });

  test('shows nothing of other brands, and nothing to them', async () => {
    const same = { customerName: 'Canary Bird', email: 'namesake@example.com' };
    const { customerId } = (await createLead(server, key, same)).body;
    const refused = await call(server, '/v1/api/leads', { key, body: { ...same, title: '' } });
    assert.equal(refused.status, 400);
    await eventually(async () => (await exportOf(customerId)).body.requests.length === 1);
    assert.doesNotMatch((await exportOf(customerId)).text, /canary\.bird@/i);
    assert.doesNotMatch((await exportOf(canary.customerId)).text, /namesake/);

    assertError(await exportOf(canary.mergedId), 404);
    assertError(await exportOf(canary.customerId, await server.createKey()), 404);
    assertError(await call(server, `/v1/api/customers/${customerId}/export?limit=1`, { key }), 400);
    const scopes = ['customers:read', 'leads:read', 'work-items:read'] as const;
    const reader = await server.createKey({ brandId, scopes: [...scopes] });
    assertError(await exportOf(customerId, reader), 403);
  });
});

function idsOf(records: { id: string }[]): string[] {
  return records.map(({ id }) => id);
}
