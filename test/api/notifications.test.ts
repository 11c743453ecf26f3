// Members are told of what happens: in their browsers by Web Push, and by mail.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { eraseCustomer, looksOften } from '../support/erasure.ts';
import { freePort } from '../support/free-port.ts';
import { plainText, startMailServer } from '../support/mail-server.ts';
import {
  type Browser,
  claimsOf,
  pushingTo,
  type PushService,
  startPushService,
} from '../support/push-service.ts';
import { assertError } from '../support/shapes.ts';
import {
  invitationTo,
  memberOfTwo,
  passwordOfTests,
  samePage,
  type SignedIn,
  signedIn,
  signInAs,
} from '../support/sign-in.ts';
import { assertInTime, eventually, timelyTest } from '../support/within.ts';

const settings = '/v1/app/notifications';
const promisedMs = 5_000;
// What one push service has to accept (RFC 8030).
const bytesMax = 4_096;

await withEachServer('notifications', (server, start) => {
  let service: PushService;
  before(async () => {
    service = await startPushService({ isShared: true });
  });
  after(() => service?.close());

  const newMember = async (wanted: Parameters<typeof signInAs>[1] = {}) => {
    const me = await signInAs(server, wanted);
    return { me, browser: await service.browserOf(me) };
  };
  const newBrand = async () => {
    const one = await newMember();
    return { ...one, key: await server.createKey({ brandId: one.me.brandId }) };
  };
  const patch = async (member: SignedIn, body: object) => {
    const answer = await member.call(settings, { method: 'PATCH', body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  /** After this, everything that happened before was told. */
  const untilTold = async (key: string, browser: Browser) => {
    const told = browser.pushed.length;
    await createLead(server, key, { title: 'The last one', priority: 'urgent' });
    const isLast = ({ data }: (typeof browser.pushed)[number]) =>
      data.body.includes('The last one');
    await eventually(async () => browser.pushed.slice(told).some(isLast));
    // What is told together is sent side by side.
    const { brandId } = browser.pushed.find(isLast)!.data;
    await eventually(async () => {
      const sending = `select 1 from jobs where brand_id = ? and kind = 'pushNotice'`;
      return (await server.withDatabase((db) => db.all(sending, brandId))).length === 0;
    });
    return browser.pushed.filter((pushed) => !isLast(pushed));
  };

  timelyTest('a new lead is on the phone within five seconds', async () => {
    const { browser, key, me } = await newBrand();
    const beganAt = performance.now();
    const { body } = await createLead(server, key, {
      customerName: 'Jan de Boer',
      firstName: 'Jan',
      phone: '+31612345678',
      title: 'Lekkage in de badkamer',
      street: 'Oudegracht',
      city: 'Utrecht',
    });
    const [pushed] = await browser.until(1);
    assertInTime(pushed!.at - beganAt, promisedMs, 'the notification');
    assert.deepEqual(pushed!.data, {
      title: 'Nieuwe aanvraag: Jan',
      body: 'Lekkage in de badkamer · Utrecht',
      path: `/leads/${body.id}`,
      brandId: me.brandId,
      lang: 'nl',
      phone: '+31612345678',
      tag: `newLead ${body.id}`,
    });
    assert.equal(pushed!.headers['ttl'], '86400');
    assert.equal(pushed!.headers['urgency'], 'high');
    const { publicKey } = (await me.call(settings)).body;
    const claims = claimsOf(pushed!, publicKey);
    assert.equal(claims['aud'], `https://127.0.0.1:${service.port}`);
    assert.equal(claims['sub'], 'mailto:tests@example.com');
    assert.ok((claims['exp'] as number) > Date.now() / 1000);
  });

  test('a member of two brands is told of which it is', async () => {
    const me = await memberOfTwo(server, ['First', '🏠'.repeat(200)]);
    const browser = await service.browserOf(me);
    const key = await server.createKey({ brandId: me.otherId });
    const { body } = await createLead(server, key, { customerName: '🛁'.repeat(200) });
    const [pushed] = await browser.until(1);
    const { path, brandId, title } = pushed!.data;
    assert.deepEqual([path, brandId], [`/leads/${body.id}`, me.otherId]);
    assert.match(title, / · (🏠)+…$/u);
    assert.ok(pushed!.size <= bytesMax, `${pushed!.size} bytes`);
  });

  test('long texts are cut to what a push service accepts', async () => {
    const { browser, key } = await newBrand();
    const customerName = '🛁'.repeat(200);
    await createLead(server, key, {
      customerName,
      title: '🔧'.repeat(200),
      city: '🏙'.repeat(200),
      street: 'a',
    });
    const [pushed] = await browser.until(1);
    assert.ok(pushed!.size <= bytesMax, `${pushed!.size} bytes`);
    assert.ok(pushed!.data.title.endsWith('…'));
  });

  test('each member is told what they chose, in their language', async () => {
    const { me, key, browser } = await newBrand();
    const { brandId } = me;
    const urgentOnly = await newMember({ brandId, role: 'member' });
    await patch(urgentOnly.me, { push: ['urgentLead'] });
    await urgentOnly.me.call('/v1/app/account', { method: 'PATCH', body: { language: 'en' } });
    const nothing = await newMember({ brandId, role: 'member' });
    await patch(nothing.me, { push: [] });
    await createLead(server, key, { title: 'A tap' });
    await createLead(server, key, { title: 'A flood', priority: 'urgent' });
    await browser.until(2);
    const [urgent] = await urgentOnly.browser.until(1);
    assert.equal(urgent!.data.title, 'Urgent: Jan');
    await untilTold(key, browser);
    await urgentOnly.browser.until(2);
    assert.equal(urgentOnly.browser.pushed.length, 2);
    assert.deepEqual(nothing.browser.pushed, []);
  });

  test('nobody is told of their own leads, imports or the test side', async () => {
    const { me, key, browser } = await newBrand();
    const { brandId } = me;
    const other = await newMember({ brandId });
    const own = await me.call('/v1/api/leads', {
      body: { customerName: 'Own', title: 'Own lead' },
    });
    assert.equal(own.status, 201);
    await other.browser.until(1);
    const testKey = await server.createKey({ brandId, isTest: true });
    assert.equal((await createLead(server, testKey)).status, 201);
    assert.deepEqual(await untilTold(key, browser), []);
  });

  test('many leads at a time share a notification', async () => {
    const { browser, key } = await newBrand();
    const leads = Array.from({ length: 20 }, (_, n) => ({
      customerName: `Jan ${n}`,
      title: 'Tap',
    }));
    await call(server, '/v1/api/leads/batch', { key, body: { leads } });
    const told = await untilTold(key, browser);
    // A busy server takes them in with more than one commit.
    const counts = told.map(({ data }) => Number.parseInt(data.title, 10) || 1);
    assert.equal(
      counts.reduce((all, count) => all + count, 0),
      leads.length,
    );
    assert.ok(told.length < leads.length / 2, `${told.length} notifications`);
    const shared = told.filter(({ data }) => /^\d+ nieuwe aanvragen$/.test(data.title));
    assert.ok(shared.length > 0);
    for (const { data } of shared) assert.equal(data.path, '/leads');
  });

  test('a changed job is told to the others', async () => {
    const { me, key, browser } = await newBrand();
    await patch(me, { push: ['jobChanged'] });
    const { body } = await createLead(server, key, {
      firstName: 'Jan',
      city: 'Utrecht',
      street: 'a',
    });
    const scheduledStart = '2027-05-11T07:00:00.000Z';
    const change = { status: 'scheduled', scheduledStart };
    await call(server, `/v1/api/work-items/${body.id}`, { key, method: 'PATCH', body: change });
    const [pushed] = await browser.until(1);
    assert.equal(pushed!.data.title, 'Klus gewijzigd: Jan');
    assert.match(
      pushed!.data.body,
      /^Leaking tap · Utrecht\nIngepland: dinsdag 11 mei (om )?09:00$/,
    );
    assert.equal(pushed!.data.path, `/jobs/${body.id}`);
  });

  test('an unanswered lead is told again to the owners, once', async () => {
    const { me, key, browser } = await newBrand();
    const employee = await newMember({ brandId: me.brandId, role: 'member' });
    const set = async (body: object) => {
      const answer = await me.call('/v1/app/brand', { method: 'PATCH', body });
      assert.equal(answer.status, 200, answer.text);
    };
    await set({ workingHours: { days: [1, 2, 3, 4, 5, 6, 7], from: 0, until: 1440 } });
    const waiting = (await createLead(server, key, { firstName: 'Jan' })).body;
    const answered = (await createLead(server, key)).body;
    const change = { status: 'contacted' };
    const path = `/v1/api/work-items/${answered.id}`;
    await call(server, path, { key, method: 'PATCH', body: change });
    await browser.until(2);
    const hourMs = 60 * 60_000;
    await server.withDatabase((db) =>
      db.run(
        'update work_items set created_at = ? where brand_id = ?',
        Date.now() - hourMs,
        me.brandId,
      ),
    );
    await set({ answerMinutes: 30 });
    const [, , reminder] = await browser.until(3);
    assert.equal(reminder!.data.title, 'Nog geen antwoord: Jan');
    assert.equal(reminder!.data.path, `/leads/${waiting.id}`);
    await set({ answerMinutes: 15 });
    const told = await untilTold(key, browser);
    assert.equal(told.length, 3);
    // No reminder among them.
    const titles = (await employee.browser.until(3)).map(({ data }) => data.title as string);
    assert.ok(!titles.some((title) => title.startsWith('Nog geen')), titles.join());
    for (const workingHours of [
      {},
      { days: [], from: 0, until: 60 },
      { days: [8], from: 0, until: 60 },
    ]) {
      const refused = await me.call('/v1/app/brand', { method: 'PATCH', body: { workingHours } });
      assertError(refused, 400);
    }
  });

  test('a refused push is repeated, and a gone browser is forgotten', async () => {
    const { me, key, browser } = await newBrand();
    browser.answerNext(503, 429);
    await createLead(server, key);
    await browser.until(1);
    assert.equal(browser.attempts, 3);
    const others = await service.browserOf(me);
    others.answerNext(410);
    await createLead(server, key);
    await browser.until(2);
    await eventually(async () => (await me.call(settings)).body.browsers.length === 1);
    await untilTold(key, browser);
    assert.equal(others.attempts, 1);
  });

  test('a busy push service says when to try again', async () => {
    const { me, key, browser } = await newBrand();
    browser.retryAfter = '1800';
    browser.answerNext(429);
    await createLead(server, key);
    await eventually(async () => {
      const due = await server.withDatabase((db) =>
        db.all<{ dueAt: number }>(
          `select due_at as "dueAt" from jobs where brand_id = ? and kind = 'pushNotice' and failures = 1`,
          me.brandId,
        ),
      );
      return due.length === 1 && due[0]!.dueAt > Date.now() + 1_700_000;
    });
    assert.equal(browser.attempts, 1);
  });

  test('without access nothing is sent', async () => {
    const { me, key, browser } = await newBrand();
    const left = await newMember({ brandId: me.brandId, role: 'member' });
    const removed = await me.call(`/v1/app/members/${left.me.accountId}`, { method: 'DELETE' });
    assert.equal(removed.status, 204, removed.text);
    const signedOut = await newMember({ brandId: me.brandId });
    await signedOut.me.call('/v1/app/sign-out', { method: 'POST' });
    const stranger = await newBrand();
    await createLead(server, key);
    await browser.until(1);
    await untilTold(key, browser);
    for (const one of [left, signedOut, stranger]) assert.equal(one.browser.attempts, 0);
  });

  test('a browser also shows what happens in a brand that its member joins later', async () => {
    const { me, browser } = await newBrand();
    const { id: brandId } = await server.createBrand();
    const token = await invitationTo(server, { brandId, role: 'owner', email: me.email });
    // At a desk: the session of the phone goes on.
    const password = passwordOfTests;
    const signIn = { body: { email: me.email, password }, headers: samePage };
    const desk = signedIn(server, await call(server, '/v1/app/sign-in', signIn));
    const joined = await desk.call(`/v1/app/links/${token}`, { body: {} });
    assert.equal(joined.status, 200, joined.text);
    const { body } = await createLead(server, await server.createKey({ brandId }));
    const [pushed] = await browser.until(1);
    assert.deepEqual([pushed!.data.path, pushed!.data.brandId], [`/leads/${body.id}`, brandId]);
  });

  test('subscriptions are checked', async () => {
    const { me } = await newBrand();
    const { subscription } = service.newBrowser();
    const send = (change: object) =>
      me.call('/v1/app/push-subscriptions', { body: { ...subscription, ...change } });
    for (const endpoint of [
      'http://push.example/a',
      'https://10.0.0.1/a',
      'https://push.example:8443/a',
      'no',
    ]) {
      const answer = await send({ endpoint });
      assertError(answer, 400);
      assert.match(answer.body.message[0], /^endpoint /);
    }
    const { p256dh, auth } = subscription.keys;
    for (const keys of [{}, { p256dh, auth: 'AAAA' }, { p256dh: auth, auth }]) {
      const answer = await send({ keys });
      assertError(answer, 400);
      assert.match(answer.body.message[0], /^keys /);
    }
    assertError(await me.call(settings, { method: 'PATCH', body: { push: ['nonsense'] } }), 400);
    assertError(await me.call('/v1/app/push-subscriptions/none', { method: 'DELETE' }), 404);
  });

  test('a browser is listed, and can be removed', async () => {
    const { me, key, browser } = await newBrand();
    const second = await service.browserOf(me);
    const { browsers } = (await me.call(settings)).body;
    assert.equal(browsers.length, 2);
    assert.ok(browsers.every(({ isCurrent }: { isCurrent: boolean }) => isCurrent));
    const path = `/v1/app/push-subscriptions/${browsers[1].id}`;
    assert.equal((await me.call(path, { method: 'DELETE' })).status, 204);
    await createLead(server, key);
    await browser.until(1);
    assert.equal(second.attempts, 0);
  });

  test('nothing is sent about a customer who was erased meanwhile', async () => {
    // Its jobs are looked at often.
    const own = await startPushService();
    const mails = await startMailServer();
    const PORT = await freePort();
    const another = await start({
      env: {
        PORT,
        ...pushingTo(own),
        ...looksOften,
        SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
        MAIL_FROM: 'Vakwerk <vakwerk@example.com>',
        PUBLIC_URL: `http://127.0.0.1:${PORT}`,
      },
    });
    try {
      const me = await signInAs(another);
      const browser = await own.browserOf(me);
      await patch(me, { quietFrom: 0, quietUntil: 1440, email: ['newLead'] });
      const awake = await signInAs(another, { brandId: me.brandId });
      const other = await own.browserOf(awake);
      const key = await another.createKey({ brandId: me.brandId });
      const { body } = await createLead(another, key, { email: 'canary@example.com' });
      await other.until(1);
      assert.ok([202, 204].includes((await eraseCustomer(another, key, body.customerId)).status));
      await eventually(async () => {
        const left = await another.withDatabase((db) =>
          db.all(`select 1 from jobs where brand_id = ? and subject = ?`, me.brandId, body.id),
        );
        return left.length === 0;
      });
      // Mail tells of the next lead.
      await patch(me, { quietFrom: null, quietUntil: null });
      await createLead(another, key, { title: 'Tap', city: 'Utrecht', street: 'a' });
      await eventually(async () => mails.mails.length > 0 && browser.pushed.length > 0);
      const [mail] = mails.mails;
      assert.deepEqual(mail!.to, [me.email]);
      assert.match(plainText(mail!.raw), /Subject: Nieuwe aanvraag: Jan/);
      const link = `/leads/[\\w-]+\\?brand=${me.brandId}`;
      assert.match(
        plainText(mail!.raw),
        new RegExp(`Tap · Utrecht[^]*http://127.0.0.1:${PORT}${link}`),
      );
      assert.match(mail!.raw, /Auto-Submitted: auto-generated/);
      assert.equal(mails.mails.length, 1);
      assert.equal(browser.pushed.length, 1);
    } finally {
      await Promise.all([another.stop(), own.close(), mails.close()]);
    }
  });
});
