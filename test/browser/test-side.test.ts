// The test side in the web app: a bar on every page, its own records, and emptying it.
import assert from 'node:assert/strict';
import { sharedServer } from '../support/shared-server.ts';
import { after, before, test } from '../support/browser-test.ts';
import {
  assertAccessible,
  assertNoSidewaysScroll,
  openBrowser,
  phone,
  showWithin,
  type TestBrowser,
} from '../support/browser.ts';
import { createLead } from '../support/call.ts';
import { signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();

let browser: TestBrowser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser?.close());

/** A brand with a lead on each side. */
async function twoSides() {
  const owner = await signInAs(server);
  const { brandId } = owner;
  for (const isTest of [false, true]) {
    const key = await server.createKey({ brandId, isTest });
    const title = isTest ? 'Tried tap' : 'Real tap';
    assert.equal((await createLead(server, key, { title })).status, 201);
  }
  return owner;
}

test('a member switches to the test side and back, from the menu', async () => {
  const { page } = await browser.signedInPage(server, { member: await twoSides() });
  const bar = page.getByRole('complementary', { name: 'Test environment' });
  await page.getByText('Real tap').first().waitFor();
  assert.equal(await bar.count(), 0);
  await page.locator('.account-button').click();
  await page.getByRole('menuitem', { name: 'Switch to the test environment' }).click();
  await bar.getByText('nothing here is real').waitFor();
  await page.getByText('Tried tap').first().waitFor();
  assert.equal(await page.getByText('Real tap').count(), 0);
  for (const path of ['/jobs', '/calendar', '/customers', '/overview', '/settings/keys']) {
    await showWithin(page, path);
    await bar.getByText('Test environment: nothing here is real').waitFor();
  }
  await assertAccessible(page);
  // Settings of the business say that they are shared.
  await showWithin(page, '/settings/members', { texts: ['changes apply there too'] });
  // The session is on the test side, not only this window.
  await page.reload();
  await bar.getByRole('button', { name: 'Back to live' }).click();
  await page.getByText('Real tap').first().waitFor();
  assert.equal(await bar.count(), 0);
});

test('a key created there is a test key', async () => {
  const { page, me } = await browser.signedInPage(server, { path: '/settings/keys/new' });
  const note = page.getByText('keys that you create here are test keys');
  await page.getByRole('button', { name: 'Create key' }).waitFor();
  assert.equal(await note.count(), 0);
  await showWithin(page, '/settings/test');
  await page.getByRole('button', { name: 'Switch to the test environment' }).click();
  await page.getByText('nothing here is real').waitFor();
  await showWithin(page, '/settings/keys/new');
  await note.waitFor();
  await assertAccessible(page);
  const { body } = await me.call('/v1/app/keys', { body: { name: 'Trial', scopes: ['full'] } });
  await showWithin(page, '/settings/keys', { texts: ['Trial', body.start] });
  await note.waitFor();
  assert.match(body.start, /^vk_test_/);
});

test('an owner empties it, after a question', async () => {
  const { page, me } = await browser.signedInPage(server, { member: await twoSides() });
  await showWithin(page, '/settings/test', { texts: ['Try things out'] });
  await page.getByRole('button', { name: 'Empty test environment' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Your real data stays').waitFor();
  await assertAccessible(page);
  await dialog.getByRole('button', { name: 'Empty test environment' }).click();
  await page.getByText('The test environment is empty').waitFor();
  assert.equal((await me.call('/v1/api/leads')).body.data.length, 1);
  await me.call('/v1/app/session/brand', { body: { brandId: me.brandId, isTest: true } });
  assert.deepEqual((await me.call('/v1/api/leads')).body.data, []);
});

test('a window on the other side is blocked, and can go back', async () => {
  const { page, me } = await browser.signedInPage(server, { member: await twoSides() });
  await page.getByText('Real tap').first().waitFor();
  await me.call('/v1/app/session/brand', { body: { brandId: me.brandId, isTest: true } });
  await page.evaluate(`window.dispatchEvent(new Event('focus'))`);
  await showWithin(page, '/customers').catch(() => {});
  const dialog = page.getByRole('alertdialog', { name: 'Test brand (test)' });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Back to Test brand' }).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await page.getByRole('complementary', { name: 'Test environment' }).count(), 0);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`on a ${colorScheme} phone in Dutch the bar fits and stays in sight`, async () => {
    const member = await twoSides();
    await member.call('/v1/app/session/brand', {
      body: { brandId: member.brandId, isTest: true },
    });
    const look = { language: 'nl', viewport: phone, colorScheme } as const;
    const { page } = await browser.signedInPage(server, { member, ...look });
    await page.getByText('Tried tap').first().waitFor();
    const bar = page.getByRole('complementary', { name: 'Testomgeving' });
    await bar.getByText('Testomgeving: niets hier is echt').waitFor();
    await assertNoSidewaysScroll(page);
    await assertAccessible(page);
    await showWithin(page, '/settings/test', { texts: ['Dingen uitproberen'] });
    await assertAccessible(page);
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    assert.equal((await bar.boundingBox())!.y, 0);
    // Its text, which may take two lines, fits.
    const text = await bar.getByText('niets hier is echt').boundingBox();
    assert.ok(text!.y >= 0 && text!.height <= (await bar.boundingBox())!.height);
    // A notification leaves it in sight.
    await page.getByRole('button', { name: 'Testomgeving leegmaken' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Testomgeving leegmaken' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'De testomgeving' });
    await notice.waitFor();
    // It slides in from above.
    const { height } = (await bar.boundingBox())!;
    await eventually(async () => (await notice.boundingBox())!.y >= height);
  });
}
