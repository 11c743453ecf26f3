// Open windows, while other members and other windows of the same browser make changes.
import assert from 'node:assert/strict';
import type { Page, Route } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { cardIn } from '../support/board.ts';
import { assertAccessible, openBrowser, phone, type TestBrowser } from '../support/browser.ts';
import { listen } from '../support/event-stream.ts';
import { sharedServer } from '../support/shared-server.ts';
import { memberOfTwo, passwordOfTests, type SignedIn, signInAs } from '../support/sign-in.ts';

const streamsPerAccountMax = 6;

const server = await sharedServer();
let browser: TestBrowser;

before(async () => {
  browser = await openBrowser();
});

after(() => browser?.close());

async function makeLead(me: SignedIn, title: string): Promise<string> {
  const { status, body } = await me.call('/v1/api/leads', { body: { customerName: 'Jan', title } });
  assert.equal(status, 201);
  return body.id;
}

// Records the page's streams.
const watchStreams = `
  window.streams = [];
  window.said = { hello: Promise.withResolvers(), bye: Promise.withResolvers() };
  window.EventSource = class extends EventSource {
    constructor(url) {
      super(url);
      streams.push(this);
      for (const [name, { resolve }] of Object.entries(said)) this.addEventListener(name, resolve);
    }
  };`;

async function until(page: Page, message: 'hello' | 'bye'): Promise<void> {
  await page.evaluate(`said.${message}.promise.then(() => {})`);
}

for (const answersCome of ['before', 'after'] as const) {
  test(`a lead that arrives while the stream opens is shown, when responses come ${answersCome} it`, async () => {
    const held = Promise.withResolvers<Route>();
    const handOut = Promise.withResolvers<void>();
    const read = Promise.withResolvers<void>();
    let isLate = answersCome === 'after';
    const answerLate = async (route: Route) => {
      if (!isLate) return route.continue();
      const response = await route.fetch();
      if (route.request().url().includes('status=request')) read.resolve();
      await handOut.promise;
      await route.fulfill({ response });
    };
    const { page, me } = await browser.signedInPage(server, {
      async prepare(page) {
        await page.addInitScript(watchStreams);
        await page.route('**/v1/app/stream?*', held.resolve, { times: 1 });
        await page.route('**/v1/api/leads?*', answerLate);
      },
    });
    if (isLate) await read.promise;
    else await page.getByRole('heading', { name: 'No leads yet' }).waitFor();
    await makeLead(me, 'Meanwhile');
    await (await held.promise).continue();
    await until(page, 'hello');
    isLate = false;
    handOut.resolve();
    await cardIn(page, 'New', 'Meanwhile').waitFor();
    await page.context().close();
  });
}

test('input on a lead’s page survives when somebody makes it a job', async () => {
  const me = await signInAs(server);
  const id = await makeLead(me, 'Becomes a job');
  const { page } = await browser.signedInPage(server, { member: me, path: `/leads/${id}` });
  await page.getByRole('button', { name: 'Edit notes' }).click();
  const notes = page.getByRole('textbox', { name: 'Notes' });
  await notes.fill('Half a sent');
  const body = { status: 'pending' };
  const path = `/v1/api/work-items/${id}`;
  assert.equal((await me.call(path, { method: 'PATCH', body })).status, 200);
  await page.waitForURL(`**/jobs/${id}`);
  await page.getByRole('link', { name: 'Jobs' }).first().waitFor();
  // The field keeps the focus.
  await page.keyboard.type('ence');
  assert.equal(await notes.inputValue(), 'Half a sentence');
  await page.context().close();
});

test('two forms of one page do not interfere', async () => {
  const me = await signInAs(server);
  const id = await makeLead(me, 'Two forms');
  const { page } = await browser.signedInPage(server, { member: me, path: `/leads/${id}` });
  await page.getByRole('button', { name: 'Edit notes' }).click();
  const notes = page.getByRole('textbox', { name: 'Notes' });
  await notes.fill('Has a dog');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Edit' });
  await form.getByLabel('Title').fill('Two forms, saved');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Two forms, saved' }).waitFor();
  await page.getByRole('button', { name: 'Contacted' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await notes.waitFor({ state: 'detached' });
  const path = `/v1/api/work-items/${id}`;
  const saved = (await me.call(path)).body;
  assert.deepEqual(
    [saved.title, saved.notes, saved.status],
    ['Two forms, saved', 'Has a dog', 'contacted'],
  );
  // Another member's text in the same field is not overwritten.
  await page.getByRole('button', { name: 'Edit notes' }).click();
  await notes.fill('Has two dogs');
  await me.call(path, { method: 'PATCH', body: { notes: 'Has a cat' } });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('definition').filter({ hasText: 'Has a cat' }).waitFor();
  await page.context().close();
});

test('a window of the previous brand says so, keeps its input, and can switch back', async () => {
  const member = await memberOfTwo(server, ['First & Co', 'Second']);
  const id = await makeLead(member, 'Of the first');
  const { page } = await browser.signedInPage(server, { member, path: `/leads/${id}` });
  await page.getByRole('button', { name: 'Edit notes' }).click();
  await page.getByRole('textbox', { name: 'Notes' }).fill('Still here');
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await edit.click();
  const form = page.getByRole('dialog', { name: 'Edit' });
  await form.getByLabel('Title').fill('Also here');

  const other = await page.context().newPage();
  await other.goto('/leads');
  await cardIn(other, 'New', 'Of the first').waitFor();
  await other.getByRole('banner').getByRole('button').last().click();
  await other.getByRole('menuitem', { name: 'Switch to Second' }).click();
  await other.getByRole('heading', { name: 'No leads yet' }).waitFor();

  const note = page.getByRole('alertdialog', { name: 'You are working for Second' });
  await note.waitFor();
  await page.bringToFront();
  await assertAccessible(page);
  for (let n = 0; n < 3; n++) await page.keyboard.press('Escape');
  await note.getByRole('button', { name: 'Back to First & Co' }).click();
  await note.waitFor({ state: 'detached' });
  assert.equal(await form.getByLabel('Title').inputValue(), 'Also here');
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await edit.and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Still here', { exact: true }).and(page.locator('p')).waitFor();

  const otherNote = other.getByRole('alertdialog', { name: 'You are working for First & Co' });
  await otherNote.getByRole('button', { name: 'Continue with First & Co' }).click();
  await cardIn(other, 'New', 'Of the first').waitFor();
  await makeLead(member, 'Told to both');
  await cardIn(other, 'New', 'Told to both').waitFor();
  await page.context().close();
});

/** An empty board that gets no events. */
async function boardWithoutStream(member: SignedIn): Promise<Page> {
  const { page } = await browser.signedInPage(server, {
    member,
    prepare: (page) => page.route('**/v1/app/stream?*', () => {}),
  });
  await page.getByRole('heading', { name: 'No leads yet' }).waitFor();
  return page;
}

async function switchTo(member: SignedIn, brandId: string): Promise<void> {
  const { status } = await member.call('/v1/app/session/brand', { body: { brandId } });
  assert.equal(status, 200);
}

test('a window without a stream notices on its next read; it resumes when the other switches back', async () => {
  const member = await memberOfTwo(server, ['Third', 'Fourth']);
  const colleague = await signInAs(server, { brandId: member.brandId });
  const page = await boardWithoutStream(member);
  await switchTo(member, member.otherId);
  await makeLead(colleague, 'Meanwhile');
  await page.getByRole('link', { name: 'Customers' }).click();
  const note = page.getByRole('alertdialog', { name: 'You are working for Fourth' });
  await note.waitFor();
  await switchTo(member, member.brandId);
  await page.evaluate(`dispatchEvent(new Event('focus'))`);
  await note.waitFor({ state: 'detached' });
  // Replaces the error and the stale board.
  await page.getByRole('main').getByRole('link', { name: 'Jan' }).waitFor();
  await page.getByRole('link', { name: 'Leads', exact: true }).click();
  await cardIn(page, 'New', 'Meanwhile').waitFor();
  await page.context().close();
});

test('or on its next write; a late response from before does not undo the switch', async () => {
  const member = await memberOfTwo(server, ['Fifth', 'Sixth']);
  const page = await boardWithoutStream(member);
  await page.getByRole('button', { name: 'New lead' }).first().click();
  const form = page.getByRole('dialog', { name: 'New lead' });
  await form.getByLabel('Name').fill('Sanne Bakker');
  await form.getByLabel('In a few words').fill('Sent twice');
  await switchTo(member, member.otherId);
  await form.getByRole('button', { name: 'Save lead' }).click();
  const note = page.getByRole('alertdialog', { name: 'You are working for Sixth' });
  await note.waitFor();

  const held = Promise.withResolvers<Route>();
  await page.route('**/v1/app/session', held.resolve, { times: 1 });
  await page.evaluate(`dispatchEvent(new Event('focus'))`);
  const late = await held.promise;
  const response = await late.fetch();
  await note.getByRole('button', { name: 'Back to Fifth' }).click();
  await note.waitFor({ state: 'detached' });
  await late.fulfill({ response });
  await form.getByRole('button', { name: 'Save lead' }).click();
  await cardIn(page, 'New', 'Sent twice').waitFor();
  assert.equal(await note.count(), 0);
  await page.context().close();
});

test('a changed role is noticed immediately', async () => {
  const owner = await signInAs(server);
  const { page, me } = await browser.signedInPage(server, {
    brandId: owner.brandId,
    path: '/settings',
  });
  await page.getByRole('link', { name: 'API keys' }).waitFor();
  const path = `/v1/app/members/${me.accountId}`;
  assert.equal((await owner.call(path, { method: 'PATCH', body: { role: 'member' } })).status, 200);
  await page.getByRole('link', { name: 'API keys' }).waitFor({ state: 'detached' });
  // The stream is still open.
  await page.getByRole('link', { name: 'Leads', exact: true }).click();
  await makeLead(owner, 'For a member');
  await cardIn(page, 'New', 'For a member').waitFor();
  await page.context().close();
});

test('a window whose stream was replaced pauses until it is visible', async () => {
  const { page, me } = await browser.signedInPage(server, {
    prepare: (page) => page.addInitScript(watchStreams),
  });
  await until(page, 'hello');
  const others = [];
  for (let n = 0; n < streamsPerAccountMax; n++) others.push(await listen(server, me));
  await until(page, 'bye');
  const states = () => page.evaluate<number[]>('streams.map(({ readyState }) => readyState)');
  // Closed, and not reconnecting.
  assert.deepEqual(await states(), [2]);
  await makeLead(me, 'Not told');
  await page.evaluate(`dispatchEvent(new Event('focus'))`);
  await cardIn(page, 'New', 'Not told').waitFor();
  assert.deepEqual(await states(), [2, 1]);
  const bye = await others[0]!.until(({ event }) => event === 'bye');
  assert.deepEqual(bye.data, { reason: 'replaced' });
  for (const one of others) one.close();
  await page.context().close();
});

test('a late response of an earlier session does not end the current one', async () => {
  const { page, me } = await browser.signedInPage(server);
  const held = Promise.withResolvers<Route>();
  await page.route('**/v1/api/customers?*', held.resolve, { times: 1 });
  await page.getByRole('link', { name: 'Customers' }).click();
  const late = await held.promise;
  await page.getByRole('banner').getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('E-mail address').fill(me.email);
  await page.getByLabel('Password', { exact: true }).fill(passwordOfTests);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'No leads yet' }).waitFor();
  await late.fulfill({ status: 401, json: { error: 'You are not signed in' } });
  await page.getByRole('link', { name: 'Jobs' }).click();
  await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
  await page.context().close();
});

test('a link moves scroll position and focus to the top of the next page', async () => {
  const { page } = await browser.signedInPage(server, { viewport: phone, path: '/settings' });
  const where = () => page.evaluate<[number, string]>('[scrollY, document.activeElement.id]');
  // No link was followed yet.
  assert.deepEqual(await where(), [0, '']);
  await page.setViewportSize({ width: phone.width, height: 320 });
  const keys = page.getByRole('link', { name: 'API keys' });
  await keys.scrollIntoViewIfNeeded();
  assert.notEqual((await where())[0], 0);
  await keys.click();
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  assert.deepEqual(await where(), [0, 'content']);
  await page.context().close();
});
