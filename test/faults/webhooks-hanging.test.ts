// Endpoints that hang do not delay one that is well: neither those of its own brand nor of others.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLead } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { settleLeads } from '../support/fault-outcome.ts';
import type { TestServer } from '../support/server.ts';
import { type Receiver, sendingTo, startReceiver } from '../support/webhook-receiver.ts';
import { webhookApi } from '../support/webhooks.ts';

const hangingOfOwnBrand = 19;
const hangingOfOthers = 20;
const leads = 5;
// A worker that nobody wakes looks for jobs later than a test waits.
const jobLeaseMs = '600000';

withEachDatabase('hanging webhooks', (start) => {
  let server: TestServer;
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
    server = await start({
      env: {
        ...sendingTo(receiver),
        WEBHOOK_TIMEOUT_MS: '15000',
        JOB_LEASE_MS: jobLeaseMs,
        SHUTDOWN_WAIT_MS: '60000',
      },
    });
  });
  after(async () => {
    await server?.stop();
    await receiver?.close();
  });

  test('a healthy one gets its events while they hang', async () => {
    const brand = await server.createBrand();
    const key = await server.createKey({ brandId: brand.id });
    const api = webhookApi(server, key);
    const otherKey = await server.createKey();
    const hangs = `/hangs-${brand.id}`;
    receiver.behave(hangs, { hangs: true });
    for (let count = 0; count < hangingOfOwnBrand; count++) await api.create(receiver.url(hangs));
    for (let count = 0; count < hangingOfOthers; count++) {
      await webhookApi(server, otherKey).create(receiver.url(hangs));
    }
    await createLead(server, key);
    await createLead(server, otherKey);
    const hanging = hangingOfOwnBrand + hangingOfOthers;
    await receiver.until(hangs, hanging);
    const healthy = `/healthy-${brand.id}`;
    await api.create(receiver.url(healthy), { eventTypes: ['lead.created'] });

    const ids: string[] = [];
    for (let count = 1; count <= leads; count++) {
      ids.push((await createLead(server, key)).body.id);
      await createLead(server, otherKey);
      await receiver.until(healthy, count);
      // Nobody had to give up a place for it.
      assert.equal(receiver.hanging, hanging);
      assert.equal(receiver.received(hangs).length, hanging);
    }
    const done = { fault: 'webhook receivers that hang', times: hanging };
    await settleLeads(server, key, { ids, sent: leads + 1 }, done);
  });

  test('the server stops although one hangs', async () => {
    const key = await server.createKey();
    receiver.behave('/hangs', { hangs: true });
    await webhookApi(server, key).create(receiver.url('/hangs'));
    await createLead(server, key);
    await receiver.until('/hangs', 1);
    const began = performance.now();
    assert.equal(await server.stop(), 0);
    assert.ok(performance.now() - began < 8_000, 'it waited for the webhook');
  });
});
