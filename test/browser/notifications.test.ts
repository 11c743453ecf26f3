// Allowing notifications, choosing them, and what a browser shows. Chromium has no push service here, so
// its subscription is one of the push service on loopback; everything else is the browser's own.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import {
  assertAccessible,
  assertNoSidewaysScroll,
  goWithin,
  openBrowser,
  phone,
  type TestBrowser,
} from '../support/browser.ts';
import { createLead } from '../support/call.ts';
import { type Browser, type PushService, startPushService } from '../support/push-service.ts';
import { sharedServer } from '../support/shared-server.ts';
import { memberOfTwo, type SignedIn, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();

let service: PushService;
let browser: TestBrowser;
before(async () => {
  service = await startPushService({ isShared: true });
  browser = await openBrowser();
});
after(async () => {
  try {
    await browser?.close();
  } finally {
    await service?.close();
  }
});

// Headless Chromium says "denied" after it was granted.
const subscribing = (subscription: object) => `
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  const subscription = {
    toJSON: () => (${JSON.stringify(subscription)}),
    unsubscribe: async () => (localStorage.removeItem('test.subscribed'), true),
  };
  PushManager.prototype.getSubscription = async () =>
    localStorage.getItem('test.subscribed') && subscription;
  PushManager.prototype.subscribe = async () =>
    (localStorage.setItem('test.subscribed', 'yes'), subscription);`;
const isSubscribed = (page: Page) =>
  page.evaluate<boolean>(`localStorage.getItem('test.subscribed') === 'yes'`);
const allowing =
  ({ subscription }: Browser) =>
  async (blank: Page) => {
    await blank.context().grantPermissions(['notifications'], { origin: server.url });
    await blank.addInitScript(subscribing(subscription));
  };
/** Hands a message to the service worker; returns what it shows. Headless Chromium shows nothing itself. */
async function deliver(page: Page, data: object): Promise<[title: string, options: Shown]> {
  const [worker] = page.context().serviceWorkers();
  const [shown] = await worker!.evaluate<[string, Shown][]>(`new Promise((resolve) => {
    const shown = [];
    registration.showNotification = async (...all) => shown.push(all);
    const event = new PushEvent('push', { data: ${JSON.stringify(JSON.stringify(data))} });
    dispatchEvent(event);
    setTimeout(() => resolve(shown));
  })`);
  return shown!;
}

interface Shown {
  body: string;
  tag: string;
  data: object;
  actions: { action: string; title: string }[];
}

test('one tap after sign-in, and the next lead is shown', async () => {
  const me = await signInAs(server);
  const device = service.newBrowser();
  const { page } = await browser.signedInPage(server, {
    member: me,
    viewport: phone,
    serviceWorkers: 'allow',
    prepare: allowing(device),
  });
  await page.getByText('Hear about new leads right away').waitFor();
  await assertAccessible(page);
  await assertNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Allow notifications' }).click();
  await page.getByText('Notifications are on').waitFor();

  const key = await server.createKey({ brandId: me.brandId });
  const lead = { firstName: 'Jan', phone: '0612345678', city: 'Utrecht', street: 'Dam' };
  const { body } = await createLead(server, key, lead);
  const [pushed] = await device.until(1);
  const [title, { body: text, data, tag, actions }] = await deliver(page, pushed!.data);
  assert.deepEqual([title, text], ['New lead: Jan', 'Leaking tap · Utrecht']);
  assert.deepEqual(data, { path: `/leads/${body.id}`, brandId: me.brandId });
  assert.equal(tag, `newLead ${body.id}`);
  const buttons = actions.map((one) => one.title);
  assert.deepEqual(buttons, ['Call', 'Open']);

  // The button "Call" opens this page, which dials.
  await page.goto(`/leads/${body.id}?call`);
  const dialog = page.getByRole('dialog', { name: 'Jan Jansen' });
  const call = dialog.getByRole('link', { name: 'Call 0612345678' });
  assert.equal(await call.getAttribute('href'), 'tel:0612345678');

  // Asked once.
  await page.goto('/leads');
  await page.getByText('Leaking tap').first().waitFor();
  assert.equal(await page.getByText('Hear about new leads right away').count(), 0);

  await page.goto('/settings/notifications');
  const list = page.getByRole('heading', { name: 'Browsers with notifications' });
  await list.waitFor();
  await assertAccessible(page);
  await assertNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'Turn off' }).tap();
  await list.waitFor({ state: 'detached' });
  assert.equal(await isSubscribed(page), false);
  assert.deepEqual((await me.call('/v1/app/notifications')).body.browsers, []);
});

test('a browser that was removed elsewhere stays off', async () => {
  const { page, me } = await browser.signedInPage(server, {
    serviceWorkers: 'allow',
    prepare: allowing(service.newBrowser()),
  });
  const browsers = async () =>
    (await me.call('/v1/app/notifications')).body.browsers as { id: string }[];
  await page.getByRole('button', { name: 'Allow notifications' }).click();
  await page.getByText('Notifications are on').waitFor();
  const [{ id }] = (await browsers()) as [{ id: string }];
  await me.call(`/v1/app/push-subscriptions/${id}`, { method: 'DELETE' });
  await goWithin(page, '/customers');
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  await goWithin(page, '/leads');
  await eventually(async () => !(await isSubscribed(page)));
  await goWithin(page, '/settings/notifications');
  await page.getByRole('button', { name: 'Allow notifications' }).waitFor();
  assert.deepEqual(await browsers(), []);
});

test('the next person at a browser does not get the notifications of the one before', async () => {
  const { page, me } = await browser.signedInPage(server, {
    serviceWorkers: 'allow',
    prepare: allowing(service.newBrowser()),
  });
  await page.getByRole('button', { name: 'Allow notifications' }).click();
  await page.getByText('Notifications are on').waitFor();
  const next = await signInAs(server, { brandId: me.brandId });
  const become = async ({ cookie }: SignedIn, path: string) => {
    const [cookieOfSession] = await page.context().cookies();
    await page.context().addCookies([{ ...cookieOfSession!, value: cookie.split('=')[1]! }]);
    await page.goto(path);
  };
  await become(next, '/customers');
  await eventually(async () => !(await isSubscribed(page)));
  await become(me, '/leads');
  await eventually(() => isSubscribed(page));
});

/** Taps a notification, as `deliver` showed it; headless Chromium gives no window the focus. */
async function tap(page: Page, data: object): Promise<void> {
  const [worker] = page.context().serviceWorkers();
  await worker!.evaluate(`(() => {
    WindowClient.prototype.focus = async () => {};
    const notification = { close() {}, data: ${JSON.stringify(data)} };
    const event = new ExtendableEvent('notificationclick');
    dispatchEvent(Object.assign(event, { notification, action: '' }));
  })()`);
}

test('a tap opens the page in place, in its brand, and keeps what is half typed', async () => {
  const me = await memberOfTwo(server, ['First', 'Second']);
  const device = service.newBrowser();
  const { page } = await browser.signedInPage(server, {
    member: me,
    viewport: phone,
    serviceWorkers: 'allow',
    prepare: allowing(device),
  });
  await page.getByRole('button', { name: 'Allow notifications' }).click();
  await page.getByText('Notifications are on').waitFor();
  await page.waitForFunction('navigator.serviceWorker.controller !== null');
  const shownOf = async (brandId: string, title: string) => {
    const told = device.pushed.length;
    const key = await server.createKey({ brandId });
    const { body } = await createLead(server, key, { firstName: 'Jan', title });
    const pushed = await device.until(told + 1);
    const [name, { data }] = await deliver(page, pushed.at(-1)!.data);
    assert.deepEqual(data, { path: `/leads/${body.id}`, brandId });
    return { name, data, path: `/leads/${body.id}` };
  };
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const brand = (name: string) => page.getByRole('banner').getByText(name, { exact: true });
  await page.evaluate('window.isSamePage = true');

  const own = await shownOf(me.brandId, 'Of the first');
  assert.equal(own.name, 'New lead: Jan · First');
  await page.getByRole('button', { name: 'New lead' }).first().tap();
  const form = page.getByRole('dialog', { name: 'New lead' });
  await form.getByLabel('Name').fill('Half typed');
  await tap(page, own.data);
  await heading('Of the first').waitFor();
  await form.waitFor({ state: 'detached' });
  // The page is open already: a form on it stays.
  await page.getByRole('button', { name: 'Edit', exact: true }).tap();
  await tap(page, own.data);
  await page.getByRole('dialog', { name: 'Edit' }).getByLabel('Title').fill('Also half typed');

  // Another host is never opened.
  await page.evaluate(`window.opened = [];
    navigator.serviceWorker.addEventListener('message', ({ data }) => opened.push(data.open));`);
  await tap(page, { path: '//example.com/leads', brandId: me.brandId });

  const other = await shownOf(me.otherId, 'Of the second');
  assert.equal(other.name, 'New lead: Jan · Second');
  await tap(page, other.data);
  await heading('Of the second').waitFor();
  await brand('Second').waitFor();
  const { pathname, search } = new URL(page.url());
  assert.deepEqual([pathname, search], [other.path, '']);
  assert.deepEqual(await page.evaluate('opened.filter(Boolean)'), [
    `${other.path}?brand=${me.otherId}`,
  ]);

  await tap(page, own.data);
  await heading('Of the first').waitFor();
  await brand('First').waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).tap();
  await page.getByText('This has not been saved yet.').waitFor();
  assert.equal(await page.getByLabel('Title').inputValue(), 'Also half typed');
  assert.equal(await page.evaluate('window.isSamePage'), true);

  // A new window.
  await page.goto(`${other.path}?brand=${me.otherId}`);
  await heading('Of the second').waitFor();
  await brand('Second').waitFor();
  assert.equal(new URL(page.url()).search, '');
});

/** Chromium offers to install the app, which a headless one does not by itself. */
const offering = `addEventListener('load', () => {
  const event = new Event('beforeinstallprompt', { cancelable: true });
  event.prompt = async () => { window.isInstalled = true; };
  dispatchEvent(event);
  window.isBannerPrevented = event.defaultPrevented;
})`;

test('the same step installs the app, and so do the settings', async () => {
  const { page, me } = await browser.signedInPage(server, {
    viewport: phone,
    serviceWorkers: 'allow',
    language: 'nl',
    prepare: async (blank) => {
      await allowing(service.newBrowser())(blank);
      await blank.addInitScript(offering);
    },
  });
  const isInstalled = () => page.evaluate<boolean>('window.isInstalled === true');
  await page.getByRole('button', { name: 'Meldingen toestaan' }).tap();
  const step = page.getByRole('region', { name: 'Meldingen staan aan' });
  await step.waitFor();
  assert.equal(await page.evaluate('window.isBannerPrevented'), true);
  await assertAccessible(page);
  await assertNoSidewaysScroll(page);
  assert.equal(await isInstalled(), false);
  await step.getByRole('button', { name: 'App installeren' }).tap();
  await step.waitFor({ state: 'detached' });
  assert.equal(await isInstalled(), true);
  assert.equal((await me.call('/v1/app/notifications')).body.browsers.length, 1);

  await page.goto('/settings/notifications');
  const button = page.getByRole('button', { name: 'App installeren' });
  await button.tap();
  await button.waitFor({ state: 'detached' });
  assert.equal(await isInstalled(), true);
});

test('skipped, it is not asked again on this device, but on the next one', async () => {
  const look = { serviceWorkers: 'allow', prepare: allowing(service.newBrowser()) } as const;
  const { page, me } = await browser.signedInPage(server, look);
  const question = page.getByRole('region', { name: 'Hear about new leads right away' });
  await page.getByRole('button', { name: 'Not now' }).click();
  await question.waitFor({ state: 'detached' });
  await page.reload();
  const { page: small } = await browser.signedInPage(server, {
    ...look,
    member: me,
    viewport: phone,
  });
  await small.getByRole('button', { name: 'Not now' }).waitFor();
  assert.equal(await question.count(), 0);
});

test('an iPhone is told to add the app to the home screen first', async () => {
  const { page } = await browser.signedInPage(server, {
    viewport: phone,
    serviceWorkers: 'allow',
    language: 'nl',
    prepare: (blank) =>
      blank.addInitScript(`
        delete window.PushManager;
        Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; Safari)' });`),
  });
  await page.getByText('Kies “Zet op beginscherm”').waitFor();
  await assertAccessible(page);
  await assertNoSidewaysScroll(page);
});

test('kinds, ways and quiet hours are saved', async () => {
  const { page, me } = await browser.signedInPage(server, { path: '/settings/notifications' });
  const saved = async () => (await me.call('/v1/app/notifications')).body;
  await page.getByText('This browser cannot show notifications').waitFor();
  await page.getByLabel('Something to check: Push').uncheck();
  await page.getByLabel('All new leads: Push').uncheck();
  await page.getByText('no mail server has been set up').waitFor();
  assert.ok(await page.getByLabel('All new leads: E-mail').isDisabled());
  await page.getByRole('switch', { name: 'Do not disturb' }).check();
  await page.getByLabel('From').fill('22:30');
  await page.getByLabel('Until').fill('06:15');
  await page.getByLabel('Until').blur();
  await eventually(async () => (await saved()).quietUntil === 375);
  const { push, quietFrom } = await saved();
  assert.equal(quietFrom, 22 * 60 + 30);
  assert.deepEqual(push, ['urgentLead', 'unanswered', 'assigned', 'followUpDue']);
  await assertAccessible(page);
});

test('boxes that are ticked fast are all saved', async () => {
  const { page, me } = await browser.signedInPage(server, { path: '/settings/notifications' });
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route('**/v1/app/notifications', async (route) => {
    if (route.request().method() === 'PATCH' && isFirst) {
      isFirst = false;
      await held;
    }
    await route.continue();
  });
  const box = (name: string) => page.getByRole('checkbox', { name: `${name}: Push` });
  await box('Unanswered leads').uncheck();
  await box('Something to check').uncheck();
  const answered = page.waitForResponse(
    (answer) => answer.request().method() === 'PATCH' && answer.url().endsWith('/notifications'),
  );
  letGo();
  await answered;
  await box('All new leads').uncheck();
  const saved = async () => (await me.call('/v1/app/notifications')).body.push as string[];
  await eventually(async () => (await saved()).join() === 'urgentLead,assigned,followUpDue');
  for (const name of ['Unanswered leads', 'Something to check', 'All new leads']) {
    assert.equal(await box(name).isChecked(), false, name);
  }
});
