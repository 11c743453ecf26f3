// Hundreds of endpoints that hang, more than there are places for them: one that is well gets its events as before.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createLead } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import type { TestServer } from '../support/server.ts';
import { type Receiver, sendingTo, startReceiver } from '../support/webhook-receiver.ts';
import { type WebhookApi, webhookApi } from '../support/webhooks.ts';
import { eventually } from '../support/within.ts';

const brands = 21;
const hangingPerBrand = 20;
// Half of the places for first tries.
const slowPlaces = 300;
// Of those for retries; and some that have given up are seen to a moment later here.
const slowRetryPlaces = 200;
const leavingMax = 20;
const timeoutMs = 15_000;
const eventsBehind = 4;
const rounds = 8;
const pauseMs = 250;
const lookEveryMs = 20;
const delayMsMax = 1_000;
// The machine may stand still for a moment. Who waits for a place waits for as long as others hang.
const tries = 4;

withEachDatabase('hundreds of hanging webhooks', (start) => {
  let server: TestServer;
  let receiver: Receiver;
  let keys: string[];
  let own: { key: string; api: WebhookApi };
  before(async () => {
    receiver = await startReceiver();
    receiver.behave('/hangs', { hangs: true });
    const hanging = { WEBHOOK_TIMEOUT_MS: `${timeoutMs}`, WEBHOOK_RETRY_MS: '5000,300000' };
    server = await start({
      env: { ...sendingTo(receiver), ...hanging },
    });
    keys = [];
    for (let brand = 0; brand < brands; brand++) keys.push(await server.createKey());
    own = { key: keys[0]!, api: webhookApi(server, keys[0]!) };
    const eventTypes = ['lead.created'];
    for (const [index, key] of keys.entries()) {
      // One of the first brand is well.
      const count = index === 0 ? hangingPerBrand - 1 : hangingPerBrand;
      for (let n = 0; n < count; n++) {
        await webhookApi(server, key).create(receiver.url('/hangs'), { eventTypes });
      }
    }
    await own.api.create(receiver.url('/healthy'), { eventTypes });
  });
  after(async () => {
    await server?.stop();
    await receiver.close();
  });

  /** The longest time from the call to the receiver. */
  const longestDelay = async (): Promise<number> => {
    const before = receiver.received('/healthy').length;
    const sent = new Map<string, number>();
    for (let round = 0; round < rounds; round++) {
      const began = performance.now();
      const { body } = await createLead(server, own.key);
      sent.set(body.id, began);
      await wait(pauseMs);
    }
    const messages = (await receiver.until('/healthy', before + rounds)).slice(before);
    return Math.max(...messages.map(({ at, event }) => at - sent.get(event.subjectId)!));
  };

  const delay = async (): Promise<number> => {
    let least = Infinity;
    for (let count = 0; count < tries && least > delayMsMax; count++) {
      least = Math.min(least, await longestDelay());
    }
    return least;
  };

  /** Looks until it is asked. */
  const mostHanging = (): (() => number) => {
    let most = 0;
    const looking = setInterval(() => (most = Math.max(most, receiver.hanging)), lookEveryMs);
    return () => {
      clearInterval(looking);
      return most;
    };
  };

  test('when all begin to hang at once, and when they are known for it', async (t) => {
    const all = brands * hangingPerBrand - 1;
    for (const key of keys) await createLead(server, key);
    await eventually(async () => receiver.hanging >= all);
    const first = await delay();
    assert.ok(receiver.hanging > slowPlaces, `${receiver.hanging} hang`);

    // All have timed out once, and have more to get: they hold no more places than are theirs, and take turns.
    for (let count = 0; count < eventsBehind; count++) {
      for (const key of keys.slice(1)) await createLead(server, key);
    }
    const slowPlacesOfAll = slowPlaces + slowRetryPlaces;
    const isFull = async () => receiver.received('/hangs').length >= all + slowPlacesOfAll;
    await eventually(isFull);
    const most = mostHanging();
    const later = await delay();
    assert.ok(receiver.hanging >= slowPlaces, `${receiver.hanging} hang`);
    // Those that are left are for others.
    const held = most();
    assert.ok(held <= slowPlacesOfAll + leavingMax, `${held} hung`);
    t.diagnostic(
      `${all} hang, then ${held}: at most ${Math.round(first)} ms, then ${Math.round(later)} ms`,
    );
    assert.ok(Math.max(first, later) < delayMsMax, `${first} ms, ${later} ms`);
  });
});
