// Hundreds of endpoints that hang, on servers of their own with a longer timeout: one that is well gets its events
// meanwhile. How soon, the bench measures.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withEachDatabase } from '../support/each-database.ts';
import { type HangingWebhooks, startHangingWebhooks } from '../support/hanging-webhooks.ts';
import { eventually } from '../support/within.ts';

// Half of the places for first tries, and those for retries; some that have given up are seen to a moment later here.
const slowPlaces = 300;
const slowRetryPlaces = 200;
const leavingMax = 20;
const eventsBehind = 4;
const leads = 8;

withEachDatabase('hundreds of hanging webhooks', (start) => {
  let webhooks: HangingWebhooks;
  before(async () => {
    webhooks = await startHangingWebhooks(start);
  });
  after(() => webhooks?.stop());

  test('when all begin to hang at once, and when they are known for it', async (t) => {
    const { receiver, count } = webhooks;
    const held: number[] = [];
    /** Each event arrives while the others hang, and so waits for none of them. */
    const assertServed = async () => {
      for (let n = 0; n < leads; n++) {
        const id = await webhooks.leadForHealthy();
        await eventually(async () =>
          receiver.received('/healthy').some(({ event }) => event.subjectId === id),
        );
        held.push(receiver.hanging);
        assert.ok(receiver.hanging >= slowPlaces, `${receiver.hanging} hang`);
      }
    };
    await webhooks.leadForEach();
    await webhooks.allHang();
    await assertServed();

    // All have timed out once, and have more to get: they hold no more places than are theirs, and take turns.
    for (let n = 0; n < eventsBehind; n++) await webhooks.leadForEach();
    const slowPlacesOfAll = slowPlaces + slowRetryPlaces;
    await eventually(async () => receiver.received('/hangs').length >= count + slowPlacesOfAll);
    held.length = 0;
    await assertServed();
    t.diagnostic(`${count} hung, then ${held.join(', ')}`);
    assert.ok(Math.max(...held) <= slowPlacesOfAll + leavingMax, `${held} hung`);
  });
});
