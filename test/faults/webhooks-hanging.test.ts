// Endpoints that hang do not delay one that is well: neither those of its own brand nor of others.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createLead } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import type { TestServer } from '../support/server.ts';
import { type Receiver, sendingTo, startReceiver } from '../support/webhook-receiver.ts';
import { webhookApi } from '../support/webhooks.ts';
import { assertInTime, timelyTest } from '../support/within.ts';

const hangingOfOwnBrand = 19;
const hangingOfOthers = 20;
const leads = 10;
const pauseMs = 150;
const delayMsMax = 1_000;
const timeoutMs = 15_000;

withEachDatabase('hanging webhooks', (start) => {
  let server: TestServer;
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
    server = await start({
      env: {
        ...sendingTo(receiver),
        WEBHOOK_TIMEOUT_MS: String(timeoutMs),
        SHUTDOWN_WAIT_MS: '60000',
      },
    });
  });
  after(async () => {
    await server.stop();
    await receiver.close();
  });

  timelyTest('a healthy one gets its events within a second', async (t) => {
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
    const began = performance.now();
    await createLead(server, key);
    await createLead(server, otherKey);
    const hanging = hangingOfOwnBrand + hangingOfOthers;
    await receiver.until(hangs, hanging);
    const healthy = `/healthy-${brand.id}`;
    await api.create(receiver.url(healthy), { eventTypes: ['lead.created'] });

    const sent = new Map<string, number>();
    for (let count = 0; count < leads; count++) {
      const sentAt = performance.now();
      const { body } = await createLead(server, key);
      sent.set(body.id, sentAt);
      await createLead(server, otherKey);
      await wait(pauseMs);
    }
    const messages = await receiver.until(healthy, leads);
    // Who hangs, hangs all the time.
    assertInTime(performance.now() - began, timeoutMs, 'all of it');
    assert.ok(receiver.hanging >= hanging);
    const delays = messages.map(({ at, event }) => at - sent.get(event.subjectId)!);
    t.diagnostic(
      `at most ${Math.round(Math.max(...delays))} ms, the call that made the lead included`,
    );
    assertInTime(Math.max(...delays), delayMsMax, 'an event');
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
