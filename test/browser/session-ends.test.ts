// What a session leaves behind: nothing that the next person, or the next brand, must not see.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { goWithin, openBrowser, type TestBrowser } from '../support/browser.ts';
import { itemOf, makeJob } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import { memberOfTwo, passwordOfTests, type SignedIn, signInAs } from '../support/sign-in.ts';
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

async function signIn(page: Page, { email }: SignedIn): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.locator('[name=password]').fill(passwordOfTests);
  await signInButton(page).click();
  await account(page).waitFor();
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
