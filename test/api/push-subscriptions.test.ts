// A browser may register again, and with another account.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { type PushService, startPushService } from '../support/push-service.ts';
import {
  passwordOfTests,
  samePage,
  type SignedIn,
  signedIn,
  signInAs,
} from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

await withEachServer('push subscriptions', (server) => {
  let service: PushService;
  before(async () => {
    service = await startPushService({ isShared: true });
  });
  after(() => service?.close());

  const patch = async (me: SignedIn, body: object) => {
    const answer = await me.call('/v1/app/notifications', { method: 'PATCH', body });
    assert.equal(answer.status, 200, answer.text);
  };

  test('a browser that registers again is still told what waited', async () => {
    const me = await signInAs(server);
    const browser = await service.browserOf(me);
    const key = await server.createKey({ brandId: me.brandId });
    await patch(me, { quietFrom: 0, quietUntil: 1440 });
    const { body } = await createLead(server, key);
    await eventually(async () => {
      const queued = await server.withDatabase((db) =>
        db.all(`select 1 from jobs where subject = ? and kind = 'pushNotice'`, body.id),
      );
      return queued.length === 1;
    });
    const signIn = { body: { email: me.email, password: passwordOfTests }, headers: samePage };
    const again = signedIn(server, await call(server, '/v1/app/sign-in', signIn));
    const { subscription } = browser;
    const renewed = await again.call('/v1/app/push-subscriptions', { body: subscription });
    assert.equal(renewed.status, 201, renewed.text);
    assert.equal(renewed.body.isCurrent, true);
    const { browsers } = (await again.call('/v1/app/notifications')).body;
    assert.deepEqual(browsers, [renewed.body]);
    await patch(again, { quietFrom: null, quietUntil: null });
    const [pushed] = await browser.until(1);
    assert.equal(pushed!.data.path, `/leads/${body.id}`);
  });

  test('accounts that register one browser at the same time take it over', async () => {
    const me = await signInAs(server);
    const others = [await signInAs(server), await signInAs(server), await signInAs(server)];
    const accounts = [me, ...others];
    for (let round = 0; round < 10; round++) {
      const { subscription: body } = service.newBrowser();
      const answers = await Promise.all(
        accounts.map((account) => account.call('/v1/app/push-subscriptions', { body })),
      );
      for (const { status, text } of answers) assert.equal(status, 201, text);
    }
    const listed = await Promise.all(
      accounts.map(async (account) => (await account.call('/v1/app/notifications')).body.browsers),
    );
    assert.equal(listed.flat().length, 10);
  });
});
