// Endpoints that hang do not delay one that is well: neither those of its own brand nor of others.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLead } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { settleLeads } from '../support/fault-outcome.ts';
import type { TestServer } from '../support/server.ts';
import { type Receiver, sendingTo, startReceiver } from '../support/webhook-receiver.ts';
import { webhookApi } from '../support/webhooks.ts';
import { assertInTime, timelyTest } from '../support/within.ts';

const hangingOfOwnBrand = 19;
const hangingOfOthers = 20;
const leads = 3;
// As long as the program allows. What hangs for longer is broken off, and tried again.
const timeoutMs = 15_000;
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
        WEBHOOK_TIMEOUT_MS: String(timeoutMs),
        JOB_LEASE_MS: jobLeaseMs,
        SHUTDOWN_WAIT_MS: '60000',
      },
    });
  });
  after(async () => {
    await server?.stop();
    await receiver?.close();
  });

  timelyTest('a healthy one gets its events while they hang', async () => {
    const brand = await server.createBrand();
    const hangs = `/hangs-${brand.id}`;
    receiver.behave(hangs, { hangs: true });
    try {
      await assertHealthyIsServed(brand, hangs);
    } finally {
      receiver.behave(hangs, {});
      receiver.hangUp();
    }
  });

  async function assertHealthyIsServed(brand: { id: string }, hangs: string): Promise<void> {
    const key = await server.createKey({ brandId: brand.id });
    const api = webhookApi(server, key);
    const otherKey = await server.createKey();
    for (let count = 0; count < hangingOfOwnBrand; count++) await api.create(receiver.url(hangs));
    for (let count = 0; count < hangingOfOthers; count++) {
      await webhookApi(server, otherKey).create(receiver.url(hangs));
    }
    await createLead(server, key);
    await createLead(server, otherKey);
    const hanging = hangingOfOwnBrand + hangingOfOthers;
    const [first] = await receiver.until(hangs, hanging);
    const healthy = `/healthy-${brand.id}`;
    await api.create(receiver.url(healthy), { eventTypes: ['lead.created'] });

    const ids: string[] = [];
    for (let count = 1; count <= leads; count++) {
      ids.push((await createLead(server, key)).body.id);
      await createLead(server, otherKey);
      await receiver.until(healthy, count);
      assertInTime(performance.now() - first!.at, timeoutMs, 'what hangs');
      // Nobody had to give up a place for it.
      assert.equal(receiver.hanging, hanging);
      assert.equal(receiver.received(hangs).length, hanging);
    }
    const done = { fault: 'webhook receivers that hang', times: hanging };
    await settleLeads(server, key, { ids, sent: leads + 1 }, done);
  }

  test('the server stops although one hangs', async () => {
    const key = await server.createKey();
    receiver.behave('/hangs', { hangs: true });
    await webhookApi(server, key).create(receiver.url('/hangs'));
    await createLead(server, key);
    const [message] = await receiver.until('/hangs', 1);
    assert.equal(await server.stop(), 0);
    assert.ok(performance.now() - message!.at < timeoutMs, 'it waited for the webhook');
  });
});
