// Webhook responses match the OpenAPI document.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertDescribed, describedAnswer, type Document } from '../support/open-api.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';
import { webhookApi } from '../support/webhooks.ts';

await withEachServer('webhooks in the OpenAPI document', (server) => {
  let receiver: Receiver;
  let document: Document;
  let key: string;
  before(async () => {
    receiver = await startReceiver({ isShared: true });
    document = (await call(server, '/openapi.json')).body;
    key = await server.createKey();
  });
  after(() => receiver?.close());

  test('every response is described', async () => {
    const api = webhookApi(server, key);
    const described = (operation: string, status: number, answer: Answer) =>
      assertDescribed(document, operation, status, answer);
    const path = '/v1/api/webhooks';
    const made = await call(server, path, { key, body: { url: receiver.url('/described') } });
    described('createWebhook', 201, made);
    const { id } = made.body;
    await createLead(server, key);
    await api.settled(id, 2);
    receiver.behave('/described', { status: 500 });
    await createLead(server, key, { email: 'a@example.com' });
    await api.settled(id, 4);
    const [delivery] = await api.deliveries(id);

    described('listWebhooks', 200, await api.get(''));
    const read = await api.get(`/${id}`);
    described('getWebhook', 200, read);
    const etag = read.headers.get('etag')!;
    const known = { key, headers: { 'if-none-match': etag } };
    described('getWebhook', 304, await call(server, `${path}/${id}`, known));
    described('listWebhookDeliveries', 200, await api.get(`/${id}/deliveries?limit=1`));
    described('getWebhookDelivery', 200, await api.get(`/${id}/deliveries/${delivery.id}`));
    const again = await api.post(`/${id}/deliveries/${delivery.id}/replay`);
    described('replayWebhookDelivery', 202, again);
    described('pingWebhook', 200, await api.post(`/${id}/ping`));
    described(
      'replayWebhook',
      202,
      await api.post(`/${id}/replay`, { since: '2100-01-01T00:00:00Z' }),
    );
    described('rotateWebhookSecret', 200, await api.post(`/${id}/rotate-secret`));
    described('updateWebhook', 412, await api.patch(id, {}, { 'if-match': etag }));
    described('updateWebhook', 400, await api.patch(id, { url: 'x' }));
    described('updateWebhook', 200, await api.patch(id, { state: 'paused' }));
    const refused = await api.post(`/${id}/deliveries/${delivery.id}/replay`);
    described('replayWebhookDelivery', 409, refused);
    assert.deepEqual(refused.body, sampleOf('replayWebhookDelivery', 409, 'paused'));
    const wrong = await call(server, path, { key, body: { url: 'ftp://example.com' } });
    described('createWebhook', 400, wrong);
    assert.deepEqual(wrong.body, sampleOf('createWebhook', 400, 'refused'));
    described('deleteWebhook', 204, await api.remove(id));
    described('deleteWebhook', 404, await api.remove(id));
  });

  const sampleOf = (operation: string, status: number, name: string) =>
    describedAnswer(document, operation, status).content!['application/json']!.examples[name]!
      .value;
});
