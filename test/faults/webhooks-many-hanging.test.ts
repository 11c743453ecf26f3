// Hundreds of endpoints that hang, on a server of their own with a longer timeout: one that is well gets its events
// meanwhile, and those that are known to hang hold no more places than are theirs. How soon, the bench measures; who gets
// a place in either database, db/jobs.test.ts tests.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type HangingWebhooks, startHangingWebhooks } from '../support/hanging-webhooks.ts';
import { metric } from '../support/metrics.ts';
import { startServer } from '../support/server.ts';
import { eventually } from '../support/within.ts';

// An attempt that took so long makes its endpoint known as slow.
const slowMs = 5_000;
// Half of the places for first tries, and two thirds of those for retries.
const slowPlaces = 300;
const slowRetryPlaces = 200;
const leads = 5;

let webhooks: HangingWebhooks;
before(async () => {
  webhooks = await startHangingWebhooks(startServer);
});
after(() => webhooks?.stop());

test('when all begin to hang at once, and when they are known for it', async (t) => {
  const { server, receiver, count } = webhooks;
  /** Each event arrives while the others hang, and so waits for none of them; how many places were held. */
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
  // Each has an event to get and one to get again: more than there are places for.
  await webhooks.leadForEach();
  const slowPlacesOfAll = slowPlaces + slowRetryPlaces;
  await eventually(async () => receiver.hanging >= slowPlacesOfAll);
  const held = await assertServed();
  t.diagnostic(`${count} hang and hold ${heldFirst}, then ${held} places`);
  // The one that is well may have one, too.
  assert.ok(Math.max(...held) <= slowPlacesOfAll + 1, `${held} places are held`);
});
