// What a session leaves behind: nothing that the next person, or the next brand, must not see.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { goWithin, openBrowser, type TestBrowser } from '../support/browser.ts';
import { itemOf, makeJob } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import { memberOfTwo, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();
let browser: TestBrowser;

before(async () => {
  browser = await openBrowser();
});

after(async () => {
  browser?.takeAway(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/);
  await browser?.close();
});

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });
const account = (page: Page) => page.getByRole('button', { name: 'Test Member' });

/** Holds each write to the path until it is released. */
async function holdWrites(page: Page, path: string, isAnswered = false): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    const response = isAnswered ? await route.fetch() : undefined;
    await held;
    // The page may have given it up.
    await (response ? route.fulfill({ response }) : route.continue()).catch(() => {});
  });
  return release;
}

async function writeNote(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'New note' }).fill(text);
  await page.getByRole('button', { name: 'Add note' }).click();
}

function storedTexts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('vakwerk.outbox');
    opening.onerror = reject;
    opening.onsuccess = () => {
      const all = opening.result.transaction('items').objectStore('items').getAll();
      all.onsuccess = () => resolve(all.result.map(({ content }) => content.text ?? content.kind));
    };
  })`);
}

test('signing out deletes what waits, also when the session ends before the answer', async () => {
  const { page, me } = await browser.signedInPage(server);
  const id = await makeJob(me, 'Left behind');
  await goWithin(page, `/jobs/${id}`);
  await page.route('**/notes', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await writeNote(page, 'Secret of A');
  await page.getByText('1 change is waiting to be sent').waitFor();
  const release = await holdWrites(page, '**/v1/app/sign-out', true);
  await account(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Delete and sign out' }).click();
  // The stream of events says so, or the next request.
  await signInButton(page).waitFor();
  assert.deepEqual(await storedTexts(page), ['Secret of A']);
  release();
  await eventually(async () => (await storedTexts(page)).length === 0);
});

test('signing out deletes the drafts of the member, not those of others', async () => {
  const { page, me } = await browser.signedInPage(server);
  const other = await signInAs(server, { brandId: me.brandId });
  const key = (accountId: string) => `vakwerk.draft ${accountId} ${me.brandId} new-lead`;
  const keys = [key(me.accountId), key(other.accountId)];
  await page.evaluate<void>(
    `for (const key of ${JSON.stringify(keys)})
      localStorage.setItem(key, JSON.stringify({ at: Date.now(), draft: { title: 'Half' } }))`,
  );
  await account(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await signInButton(page).waitFor();
  const left = await page.evaluate<string[]>(
    `Object.keys(localStorage).filter((key) => key.startsWith('vakwerk.draft'))`,
  );
  assert.deepEqual(left, [key(other.accountId)]);
});

test('what was under way in one brand says nothing in the next, and goes on later', async () => {
  const me = await memberOfTwo(server, ['One', 'Two']);
  const { page } = await browser.signedInPage(server, { member: me });
  const id = await makeJob(me, 'Secret of One');
  await goWithin(page, `/jobs/${id}`);
  await page.getByText('No notes yet').waitFor();
  const release = await holdWrites(page, `**/work-items/${id}`);
  const asked = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByLabel('Assigned to').selectOption(me.accountId);
  await asked;
  await switchTo(page, 'Two');
  await page.getByRole('heading', { name: 'No leads yet' }).waitFor();
  release();
  await page.unrouteAll({ behavior: 'wait' });
  assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0);
  assert.equal(await page.getByText('Secret of One').count(), 0);
  await switchTo(page, 'One');
  await eventually(async () => (await itemOf(me, id)).assigneeId === me.accountId);
});

test('what waits in one brand is never shown in the next', async () => {
  const me = await memberOfTwo(server, ['One', 'Two']);
  const { page } = await browser.signedInPage(server, { member: me });
  const id = await makeJob(me, 'Waits in One');
  await goWithin(page, `/jobs/${id}`);
  await page.route('**/notes', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await writeNote(page, 'Secret');
  await page.getByText('1 change is waiting to be sent').waitFor();
  // The storage answers no more.
  await page.evaluate<void>(`IDBDatabase.prototype.transaction = () =>
    Object.assign(new EventTarget(), { objectStore: () => ({ getAll() {} }) })`);
  await switchTo(page, 'Two');
  await page.getByRole('heading', { name: 'No leads yet' }).waitFor();
  assert.equal(await page.getByText('1 change is waiting to be sent').count(), 0);
});

test('what is written in an old window is never sent in the name of who signed in since', async () => {
  const { page, me } = await browser.signedInPage(server);
  const colleague = await signInAs(server, { brandId: me.brandId, name: 'Colleague' });
  const id = await makeJob(me, 'Whose note');
  await goWithin(page, `/jobs/${id}`);
  await page.getByText('No notes yet').waitFor();
  const [mine] = await page.context().cookies();
  // All windows share the cookie.
  await page.context().addCookies([{ ...mine!, value: colleague.cookie.split('=')[1]! }]);
  await writeNote(page, 'By me');
  await page.getByRole('button', { name: 'Colleague' }).waitFor();
  const notes = async () =>
    (await me.call(`/v1/api/work-items/${id}/notes`)).body.data as { actorId: string }[];
  assert.deepEqual(await notes(), []);
  await page.context().addCookies([mine!]);
  await page.reload();
  await account(page).waitFor();
  await eventually(async () => (await notes())[0]?.actorId === me.accountId);
});

async function switchTo(page: Page, brand: string): Promise<void> {
  await account(page).click();
  await page.getByRole('menuitem', { name: brand, exact: false }).click();
}
