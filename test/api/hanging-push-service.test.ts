// A push service that hangs delays no other service, and no other brand; what it was sent is not lost.
// Own servers: two push services, and slots that the test fills.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { createLead } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import {
  type Browser,
  pushingTo,
  type PushService,
  startPushService,
} from '../support/push-service.ts';
import type { TestServer } from '../support/server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { assertInTime, eventually, timelyTest } from '../support/within.ts';

const promisedMs = 5_000;
// More than a push service gets slots.
const brands = 4;
const browsersPerBrand = 10;
// See `sending` and `pushTimeoutMs` in server/jobs/start-notifying.ts.
const slotsPerService = 24;
const timeoutMs = 10_000;

withEachDatabase('a push service that hangs', (start) => {
  let healthy: PushService;
  before(async () => {
    healthy = await startPushService();
  });
  after(() => healthy?.close());

  timelyTest('others are told within five seconds, and it is told when it is back', async () => {
    const hangs = await startPushService({ hangs: true });
    const server = await start({
      env: { ...pushingTo(healthy, hangs), PUSH_RETRY_MS: '100,1000,1000,1000' },
    });
    try {
      await assertOthersAreTold(server, hangs);
    } finally {
      await server.stop();
      await hangs.close();
    }
  });

  async function assertOthersAreTold(server: TestServer, hangs: PushService): Promise<void> {
    const stuck: Browser[] = [];
    const keys: string[] = [];
    let colleague: SignedIn | undefined;
    for (let brand = 0; brand < brands; brand++) {
      const me = await signInAs(server);
      for (let n = 0; n < browsersPerBrand; n++) stuck.push(await hangs.browserOf(me));
      keys.push(await server.createKey({ brandId: me.brandId }));
      colleague ??= await signInAs(server, { brandId: me.brandId });
    }
    const sameBrand = await healthy.browserOf(colleague!);
    const stranger = await signInAs(server);
    const otherBrand = await healthy.browserOf(stranger);
    for (const key of keys) await createLead(server, key);
    const hungAt = performance.now();
    await eventually(async () => hangs.hanging === slotsPerService);

    const told = async (browser: Browser, key: string) => {
      const count = browser.pushed.length;
      const beganAt = performance.now();
      await createLead(server, key);
      const pushed = await browser.until(count + 1);
      assertInTime(pushed.at(-1)!.at - beganAt, promisedMs, 'the notification');
      assertInTime(performance.now() - hungAt, timeoutMs, 'what hangs');
      assert.equal(hangs.hanging, slotsPerService);
    };
    await sameBrand.until(1);
    await told(otherBrand, await server.createKey({ brandId: stranger.brandId }));
    await told(sameBrand, keys[0]!);

    hangs.recover();
    await Promise.all(stuck.map((browser) => browser.until(1)));
  }
});
