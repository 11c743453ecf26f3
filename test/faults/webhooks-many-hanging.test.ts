// Hundreds of hanging endpoints: a healthy one still gets its events, and endpoints known as slow
// hold no more than their slots. Own server: a longer timeout. The bench measures the delay;
// db/jobs.test.ts tests the slots on both databases.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type HangingWebhooks, startHangingWebhooks } from '../support/hanging-webhooks.ts';
import { metric } from '../support/metrics.ts';
import { startServer } from '../support/server.ts';
import { eventually } from '../support/within.ts';

// An attempt this long marks its endpoint as slow.
const slowMs = 5_000;
// Half of the slots for first attempts, and two thirds of those for retries.
const slowPlaces = 300;
const slowRetryPlaces = 200;
const leads = 5;

let webhooks: HangingWebhooks;
before(async () => {
  webhooks = await startHangingWebhooks(startServer);
});
after(() => webhooks?.stop());

test('when all begin to hang, and when they are known as slow', async (t) => {
  const { server, receiver, count } = webhooks;
  /**
   * Each event arrives while the others hang, and so waits for none of them; returns the slots
   * held.
   */
  const assertServed = async () => {
    const held: number[] = [];
    for (let n = 0; n < leads; n++) {
      const id = await webhooks.leadForHealthy();
      await eventually(async () =>
        receiver.received('/healthy').some(({ event }) => event.subjectId === id),
      );
      held.push(await metric(server, 'vakwerk_queue_length{queue="jobs"}'));
      assert.ok(receiver.hanging >= slowPlaces, `${receiver.hanging} hang`);
    }
    return held;
  };
  await webhooks.leadForEach();
  await webhooks.allHang();
  const heldFirst = await assertServed();

  const lastAt = receiver.received('/hangs').at(-1)!.at;
  await eventually(async () => performance.now() >= lastAt + slowMs);
  receiver.hangUp();
  // Each has an event and a retry to get: more than there are slots.
  await webhooks.leadForEach();
  const slowPlacesOfAll = slowPlaces + slowRetryPlaces;
  await eventually(async () => receiver.hanging >= slowPlacesOfAll);
  const held = await assertServed();
  t.diagnostic(`${count} hang and hold ${heldFirst}, then ${held} places`);
  // The healthy endpoint may hold one too.
  assert.ok(Math.max(...held) <= slowPlacesOfAll + 1, `${held} places are held`);
});
