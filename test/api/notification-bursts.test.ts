// Many leads at a time: they share notifications, and the next lead is told in time.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { beginImport, manyRows, untilImport } from '../support/imports.ts';
import { freePort } from '../support/free-port.ts';
import { plainText, startMailServer } from '../support/mail-server.ts';
import {
  type Browser,
  pushingTo,
  type PushService,
  startPushService,
} from '../support/push-service.ts';
import { signInAs } from '../support/sign-in.ts';
import { assertInTime, eventually, timelyTest } from '../support/within.ts';

const promisedMs = 5_000;

await withEachServer('many leads', (server, start) => {
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
  /** How long it takes until the next lead is told. */
  const tellNext = async (key: string, browser: Browser) => {
    const beganAt = performance.now();
    const lead = { firstName: 'Jan', title: 'The next one', priority: 'urgent' };
    assert.equal((await createLead(server, key, lead)).status, 201);
    const next = () => browser.pushed.find(({ data }) => data.body.startsWith('The next one'));
    await eventually(async () => next() !== undefined);
    return next()!.at - beganAt;
  };

  timelyTest('a lead after an import is told in time', async () => {
    const { me, browser, key } = await newBrand();
    await untilImport(me, await beginImport(me, manyRows(1_800)), 'done');
    assertInTime(await tellNext(key, browser), promisedMs, 'the notification');
    assert.equal(browser.pushed.length, 1);
  });

  timelyTest('a lead after a burst of leads is told in time', async () => {
    const { browser, key } = await newBrand();
    for (let n = 0; n < 4; n++) {
      const leads = Array.from({ length: 500 }, () => ({ customerName: 'Jan', title: 'Tap' }));
      const { status } = await call(server, '/v1/api/leads/batch', { key, body: { leads } });
      assert.equal(status, 200);
    }
    assertInTime(await tellNext(key, browser), promisedMs, 'the notification');
  });

  test('unanswered leads with the same deadline share a notification', async () => {
    const { me, browser, key } = await newBrand();
    const set = async (body: object) => {
      const answer = await me.call('/v1/app/brand', { method: 'PATCH', body });
      assert.equal(answer.status, 200, answer.text);
    };
    await set({ workingHours: { days: [1, 2, 3, 4, 5, 6, 7], from: 0, until: 1440 } });
    const leads = Array.from({ length: 12 }, () => ({ customerName: 'Jan', title: 'Tap' }));
    await call(server, '/v1/api/leads/batch', { key, body: { leads } });
    await eventually(async () => {
      const reminders = await server.withDatabase((db) =>
        db.all(`select 1 from jobs where brand_id = ? and kind = 'remindUnanswered'`, me.brandId),
      );
      return reminders.length === leads.length;
    });
    const hourMs = 60 * 60_000;
    await server.withDatabase((db) =>
      db.run(
        'update work_items set created_at = ? where brand_id = ?',
        Date.now() - hourMs,
        me.brandId,
      ),
    );
    await set({ answerMinutes: 30 });
    const reminders = () =>
      browser.pushed.filter(({ data }) => /zonder antwoord|Nog geen antwoord/.test(data.title));
    await eventually(async () => reminders().length > 0);
    await tellNext(key, browser);
    assert.deepEqual(
      reminders().map(({ data }) => [data.title, data.path, data.tag]),
      [['12 aanvragen zonder antwoord', '/leads', 'unanswered']],
    );
  });

  test('what came in during quiet hours shares a notification and a mail', async () => {
    const own = await startPushService();
    const mails = await startMailServer();
    const PORT = await freePort();
    const another = await start({
      env: {
        PORT,
        ...pushingTo(own),
        SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
        MAIL_FROM: 'Vakwerk <vakwerk@example.com>',
        PUBLIC_URL: `http://127.0.0.1:${PORT}`,
      },
    });
    try {
      const me = await signInAs(another);
      const browser = await own.browserOf(me);
      const key = await another.createKey({ brandId: me.brandId });
      const patch = async (body: object) => {
        const answer = await me.call('/v1/app/notifications', { method: 'PATCH', body });
        assert.equal(answer.status, 200, answer.text);
      };
      await patch({ quietFrom: 0, quietUntil: 1440, email: ['newLead'] });
      const queued = () =>
        another.withDatabase((db) =>
          db.all(
            `select 1 from jobs where brand_id = ? and kind in ('pushNotice', 'mailNotice')`,
            me.brandId,
          ),
        );
      // Few enough for a notification each.
      for (const count of [2, 3]) {
        const leads = Array.from({ length: count }, () => ({ customerName: 'Jan', title: 'Tap' }));
        const before = (await queued()).length;
        await call(another, '/v1/api/leads/batch', { key, body: { leads } });
        await eventually(async () => (await queued()).length === before + 2 * count);
      }
      // Only what is still there counts.
      const [lead] = (await call(another, '/v1/api/leads', { key })).body.data;
      const path = `/v1/api/work-items/${lead.id}`;
      assert.equal((await call(another, path, { key, method: 'DELETE' })).status, 204);
      await patch({ quietFrom: null, quietUntil: null });
      await eventually(async () => (await queued()).length === 0);
      assert.deepEqual(
        browser.pushed.map(({ data }) => [data.title, data.path, data.phone]),
        [['4 nieuwe aanvragen', '/leads', '']],
      );
      assert.equal(mails.mails.length, 1);
      assert.match(plainText(mails.mails[0]!.raw), /Subject: 4 nieuwe aanvragen/);
    } finally {
      await Promise.all([another.stop(), own.close(), mails.close()]);
    }
  });
});
