// Many leads at a time: they share notifications, and the next lead is told in time.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { beginImport, manyRows, untilImport } from '../support/imports.ts';
import { type Browser, type PushService, startPushService } from '../support/push-service.ts';
import { signInAs } from '../support/sign-in.ts';
import { assertInTime, eventually, timelyTest } from '../support/within.ts';

const promisedMs = 5_000;

await withEachServer('many leads', (server) => {
  let service: PushService;
  before(async () => {
    service = await startPushService({ isShared: true });
  });
  after(() => service?.close());

  const newBrand = async () => {
    const me = await signInAs(server);
    const browser = await service.browserOf(me);
    return { me, browser, key: await server.createKey({ brandId: me.brandId }) };
  };
  const assertToldInTime = async (key: string, browser: Browser) => {
    const beganAt = performance.now();
    const lead = { firstName: 'Jan', title: 'The next one', priority: 'urgent' };
    assert.equal((await createLead(server, key, lead)).status, 201);
    const next = () => browser.pushed.find(({ data }) => data.body.startsWith('The next one'));
    await eventually(async () => next() !== undefined);
    assertInTime(next()!.at - beganAt, promisedMs, 'the notification');
  };

  timelyTest('a lead after an import is told in time', async () => {
    const { me, browser, key } = await newBrand();
    await untilImport(me, await beginImport(me, manyRows(1_800)), 'done');
    await assertToldInTime(key, browser);
    assert.equal(browser.pushed.length, 1);
  });

  timelyTest('a lead after a burst of leads is told in time', async () => {
    const { browser, key } = await newBrand();
    for (let n = 0; n < 4; n++) {
      const leads = Array.from({ length: 500 }, () => ({ customerName: 'Jan', title: 'Tap' }));
      const { status } = await call(server, '/v1/api/leads/batch', { key, body: { leads } });
      assert.equal(status, 200);
    }
    await assertToldInTime(key, browser);
  });
});
