// In-flight deliveries complete at shutdown and are not sent twice; old ones are deleted after a
// start.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLead } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { withEachDatabase } from '../support/each-database.ts';
import type { TestServer } from '../support/server.ts';
import { type Receiver, sendingTo, startReceiver } from '../support/webhook-receiver.ts';
import { webhookApi } from '../support/webhooks.ts';
import { eventually } from '../support/within.ts';

const leads = 5;
const logMs = 30 * 24 * 60 * 60 * 1000;

withEachDatabase('webhooks while closing', (start) => {
  const data = temporaryFolder();
  let receiver: Receiver;
  let server: TestServer;
  const restart = () => start({ dataDir: data.path, env: sendingTo(receiver) });
  before(async () => {
    receiver = await startReceiver();
    server = await restart();
  });
  after(async () => {
    await server?.stop();
    await receiver?.close();
    data.remove();
  });

  test('a restart between events delivers each once', async () => {
    const key = await server.createKey();
    const eventTypes = ['lead.created'];
    const { id } = await webhookApi(server, key).create(receiver.url('/slow'), { eventTypes });
    receiver.behave('/slow', { delayMs: 400 });
    for (let count = 0; count < leads; count++) await createLead(server, key);
    const oldId = await addOldPing(key);
    await receiver.until('/slow', 2);
    assert.equal(await server.stop(), 0);
    const before = receiver.received('/slow').length;
    assert.ok(before < leads, 'all was sent before the stop');
    server = await restart();
    await webhookApi(server, key).settled(id, leads);
    assert.equal(receiver.received('/slow').length, leads);
    await eventually(async () => (await webhookApi(server, key).deliveries(oldId)).length === 0);
  });

  const addOldPing = async (key: string): Promise<string> => {
    const api = webhookApi(server, key);
    const { id } = await api.create(receiver.url('/old'), { state: 'paused' });
    await api.post(`/${id}/ping`);
    assert.equal((await api.deliveries(id)).length, 1);
    const change = 'update webhook_deliveries set created_at = ? where endpoint_id = ?';
    await server.withDatabase((db) => db.run(change, Date.now() - logMs - 1, id));
    return id;
  };
});
