// The board and the list of leads, in a real browser.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { cardIn, middleOf, moveByMouse, scrollDown } from '../support/board.ts';
import {
  assertAccessible,
  assertNoSidewaysScroll,
  goWithin,
  openBrowser,
  phone,
  type TestBrowser,
} from '../support/browser.ts';
import { fingerOn } from '../support/finger.ts';
import { assertOnlyText, markup } from '../support/markup.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SignedIn } from '../support/sign-in.ts';
import { eventually, lookAgainIfSlow, within } from '../support/within.ts';

const swipeMsMax = 10_000;

const server = await sharedServer();
let browser: TestBrowser;
let page: Page;
let me: SignedIn;

before(async () => {
  browser = await openBrowser();
  ({ page, me } = await browser.signedInPage(server, { name: 'Piet' }));
});

after(() => browser?.close());

test('an empty board says what to do next', async () => {
  await page.getByRole('heading', { name: 'No leads yet' }).waitFor();
  for (const [name, href] of [
    ['Connect website', '/settings/channels/new'],
    ['Import from a file', '/settings/import'],
  ] as const) {
    assert.equal(await page.getByRole('link', { name }).getAttribute('href'), href);
  }
  assert.equal(await page.getByRole('search').count(), 0, 'there is nothing to search');
  const guide = page.getByRole('link', { name: 'Integration guide' });
  assert.equal(await guide.getAttribute('href'), '/docs/guide');
});

test('a lead is entered by hand, and errors are shown at their fields', async () => {
  await page.getByRole('button', { name: 'New lead' }).first().click();
  const form = page.getByRole('dialog', { name: 'New lead' });
  await form.getByLabel('E-mail address').fill('nobody');
  // A tap outside the dialog does not discard the input.
  await page.mouse.click(5, 400);
  await form.getByRole('button', { name: 'Save lead' }).click();
  for (const message of [
    'Enter a name',
    'Describe it in a few words',
    'Enter a valid e-mail address',
  ]) {
    await form.getByText(message).waitFor();
  }
  await assertAccessible(page);
  await form.getByLabel('Name').fill('Sanne Bakker');
  await form.getByLabel('E-mail address').fill('sanne@example.com');
  await form.getByLabel('In a few words').fill('Leaking tap');
  await form.getByLabel('Town or city').fill('Utrecht');
  await form.getByRole('button', { name: 'Save lead' }).click();
  await cardIn(page, 'New', 'Leaking tap').waitFor();
  const [lead] = await leads();
  assert.equal(lead.customer.name, 'Sanne Bakker');
  assert.equal(lead.address.city, 'Utrecht');
  assert.equal(lead.source, 'phone');
  assert.equal(lead.createdBy, me.accountId);
});

test('a new lead appears by itself, marked as new', async () => {
  const [customerName, title, city] = ['name', 'title', 'city'].map(markup) as [
    string,
    string,
    string,
  ];
  await makeLead({ customerName, title, city });
  const card = cardIn(page, 'New', title);
  await card.waitFor();
  assert.equal(await card.getAttribute('data-new'), 'true');
  await card.getByText(customerName).waitFor();
  await card.getByText(city).waitFor();
  await page.getByText('2 new leads came in').waitFor({ state: 'attached' });
  await assertOnlyText(page);
});

test('a page with failed parts still works, and recovers', async () => {
  const other = await browser.page(server, {}, me);
  await other.route(/drag-board|account-menu/, (route) => route.abort());
  await other.route('**/v1/app/stream?*', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await other.clock.install();
  const refused = other.waitForResponse('**/v1/app/stream?*');
  await other.goto('/leads');
  await cardIn(other, 'New', 'Leaking tap').waitFor();
  await other.getByRole('banner').getByRole('button').last().click();
  await other.getByRole('button', { name: 'Try again' }).waitFor();
  assert.equal((await refused).status(), 503);

  await makeLead({ title: 'While nobody told' });
  const opened = other.waitForResponse('**/v1/app/stream?*');
  await other.clock.fastForward('00:06');
  await cardIn(other, 'New', 'While nobody told').waitFor();
  await opened;
  await makeLead({ title: 'Told again' });
  await cardIn(other, 'New', 'Told again').waitFor();
  await other.context().close();
  browser.takeAway(/503|ERR_FAILED|dynamically imported module|drag-board|account-menu/);
});

test('sign-in errors are shown in Dutch', async () => {
  const door = await browser.page(server, { language: 'nl' });
  await door.route(/assets\/sign-in-/, (route) => route.abort());
  await door.goto('/sign-in');
  await door.getByText('Dit deel van de app kon niet worden geladen.').waitFor();
  await door.unroute(/assets\/sign-in-/);
  await door.getByRole('button', { name: 'Opnieuw proberen' }).click();
  await door.getByLabel('E-mailadres').fill('nobody@example.com');
  await door.getByLabel('Wachtwoord', { exact: true }).fill('not the right one');
  await door.getByRole('button', { name: 'Inloggen', exact: true }).click();
  await door.getByText('Het e-mailadres of wachtwoord klopt niet.').waitFor();
  await door.evaluate(`navigator.credentials.get = async () => {
    throw new DOMException('The operation either timed out or was not allowed.', 'NotAllowedError');
  }`);
  await door.getByRole('button', { name: 'Inloggen met een passkey' }).click();
  await door.getByText('Het inloggen is geannuleerd of duurde te lang').waitFor();
  await door.context().close();
  browser.takeAway(/ERR_FAILED|dynamically imported module/);
});

test('a card is moved by the mouse', async () => {
  const id = await makeLead({ title: 'By mouse' });
  await moveByMouse(page, cardIn(page, 'New', 'By mouse'), 'Quote sent');
  await cardIn(page, 'Quote sent', 'By mouse').waitFor();
  await untilStatus(id, 'quote_sent');
  assert.equal(new URL(page.url()).pathname, '/leads', 'a drag is no click');
});

test('a card is moved by keyboard, and the move is announced', async () => {
  const id = await makeLead({ title: 'By keys' });
  await cardIn(page, 'New', 'By keys').waitFor();
  const handle = page.getByRole('button', { name: 'Move By keys with the arrow keys' });
  await handle.focus();
  for (const [key, said] of [
    ['Space', 'By keys picked up. It is in New.'],
    ['ArrowRight', 'By keys is over Contacted.'],
    ['ArrowRight', 'By keys is over Quote sent.'],
    ['ArrowLeft', 'By keys is over Contacted.'],
    ['Escape', 'By keys stays in New.'],
    ['Space', 'By keys picked up. It is in New.'],
    ['ArrowRight', 'By keys is over Contacted.'],
    ['Space', 'By keys was moved to Contacted.'],
  ] as const) {
    await page.keyboard.press(key);
    await page.getByRole('status').getByText(said, { exact: true }).waitFor({ state: 'attached' });
    if (key === 'Escape') await page.locator('[data-dragged]').waitFor({ state: 'detached' });
  }
  await cardIn(page, 'Contacted', 'By keys').waitFor();
  await untilStatus(id, 'contacted');
  await page.locator('.lead-handle:focus').waitFor();
});

test('a card is moved by its menu, with a reason when it is lost', async () => {
  const id = await makeLead({ title: 'By menu' });
  await cardIn(page, 'New', 'By menu').hover();
  await page.getByRole('button', { name: 'Move By menu to…' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Lost' }).waitFor();
  await page.mouse.click(5, 400);
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Move By menu to…' }).click();
  await sheet.getByRole('button', { name: 'Lost' }).click();
  await sheet.getByLabel('Why was it lost?').fill('Too far away');
  await sheet.getByRole('button', { name: 'Move to Lost' }).click();
  await cardIn(page, 'Lost', 'By menu').waitFor();
  await untilStatus(id, 'lost');
  const { body } = await me.call(`/v1/api/work-items/${id}/history`);
  assert.equal(body.data.at(-1).reason, 'Too far away');
});

test('a card dragged to the lost column waits for the reason', async () => {
  const id = await makeLead({ title: 'Dragged away' });
  await cardIn(page, 'New', 'Dragged away').waitFor();
  const sheet = page.getByRole('dialog');
  const drag = async () => {
    await page.getByRole('button', { name: 'Move Dragged away with the arrow keys' }).focus();
    for (const key of ['Space', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Space']) {
      await page.keyboard.press(key);
    }
    await sheet.getByLabel('Why was it lost?').waitFor();
  };
  await drag();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await cardIn(page, 'New', 'Dragged away').waitFor();
  assert.equal(await statusOf(id), 'request');
  await drag();
  await sheet.getByLabel('Why was it lost?').fill('Too small');
  await sheet.getByRole('button', { name: 'Move to Lost' }).click();
  await cardIn(page, 'Lost', 'Dragged away').waitFor();
  await untilStatus(id, 'lost');
  const { body } = await me.call(`/v1/api/work-items/${id}/history`);
  assert.equal(body.data.at(-1).reason, 'Too small');
});

test('a refused move is reverted, and the message lists the allowed moves', async () => {
  const { page: other } = await browser.signedInPage(server, { member: me });
  const id = await makeLead({ title: 'Refused' });
  await cardIn(other, 'New', 'Refused').waitFor();
  // This window learns of the change late.
  await other.route('**/v1/api/leads?*', (route) => route.abort());
  await me.call(`/v1/api/work-items/${id}`, { method: 'PATCH', body: { status: 'pending' } });
  await cardIn(other, 'New', 'Refused').hover();
  await other.getByRole('button', { name: 'Move Refused to…' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Contacted' }).click();
  const message = other.getByRole('alert').filter({ hasText: '“Refused” was not moved' });
  await message.getByText('only to: “Scheduled”, “In progress”, “Cancelled”.').waitFor();
  // The original message is there for support.
  const original = message.getByText(/scheduled, in_progress/);
  assert.equal(await original.isVisible(), false);
  await message.getByText('Technical details').click();
  await original.waitFor();
  await cardIn(other, 'New', 'Refused').waitFor();
  assert.equal(await cardIn(other, 'Contacted', 'Refused').count(), 0);
  await other.context().close();
  browser.takeAway(/ERR_FAILED/);
});

test('search and filters are in the URL, for the board and the list', async () => {
  await makeLead({ title: 'Boiler makes noise', priority: 'urgent', source: 'whatsapp' });
  await cardIn(page, 'New', 'Boiler makes noise').waitFor();
  await page.getByRole('searchbox', { name: 'Search leads' }).pressSequentially('boil');
  await page.waitForURL(/[?&]q=boil/);
  await until(
    () => page.getByRole('heading', { level: 3 }).allTextContents(),
    (titles) => titles.join() === 'Boiler makes noise',
  );

  await page.getByRole('button', { name: 'List' }).click();
  await page.getByRole('table').getByRole('link', { name: 'Boiler makes noise' }).waitFor();
  await page.reload();
  await page.getByRole('table').getByRole('link', { name: 'Boiler makes noise' }).waitFor();
  assert.equal(await page.getByRole('row').count(), 2);

  await page.getByLabel('Priority').selectOption('low');
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await page.getByRole('table').getByRole('link', { name: 'Leaking tap' }).waitFor();
  await page.getByLabel('Source').selectOption('whatsapp');
  await page.waitForURL('**/leads?view=list&source=whatsapp');
  await page.getByRole('link', { name: 'Leaking tap' }).waitFor({ state: 'detached' });
});

test('a blank search and a trailing comma after a tag are no errors', async () => {
  const id = await makeLead({ title: 'Roof with a tag' });
  await me.call(`/v1/api/work-items/${id}`, { method: 'PATCH', body: { tags: ['roof'] } });
  await goWithin(page, '/leads');
  await page.getByRole('searchbox', { name: 'Search leads' }).pressSequentially(' ');
  const tag = page.getByRole('searchbox', { name: 'Tag' });
  await tag.pressSequentially('roof,');
  await page.waitForURL('**/leads?tag=roof');
  await until(
    () => page.getByRole('heading', { level: 3 }).allTextContents(),
    (titles) => titles.join() === 'Roof with a tag',
  );
  assert.equal(await tag.inputValue(), 'roof,', 'another may follow');
  assert.equal(await page.getByRole('alert').count(), 0);
});

test('a column shows more when it is scrolled', async () => {
  const batch = Array.from({ length: 30 }, (_, index) => ({
    customerName: 'Many',
    title: `Old ${index}`,
  }));
  await me.call('/v1/api/leads/batch', { body: { leads: batch } });
  await goWithin(page, '/leads');
  await scrollDown(page, 'New');
  await page.getByRole('heading', { level: 2, name: /^New 3\d$/ }).waitFor();
});

test('on a phone a long press picks up a card; a swipe scrolls', async (t) => {
  const { page: small, me: owner } = await browser.signedInPage(server, {
    viewport: phone,
    language: 'nl',
  });
  const { body } = await owner.call('/v1/api/leads', {
    body: { customerName: 'Kees', title: 'Met de vinger' },
  });
  const card = cardIn(small, 'Nieuw', 'Met de vinger');
  await card.waitFor();
  const tabs = small.getByRole('navigation', { name: 'Kolommen' });
  const currentTab = tabs.locator('[aria-current]');
  await small.locator('.lead-handle').first().waitFor({ state: 'attached' });
  await assertNoSidewaysScroll(small);
  const touch = await fingerOn(small);
  const { x, y } = await middleOf(card);

  await touch('touchStart', { x, y });
  await small.locator('.lead-card-lifted').waitFor();
  await touch('touchMove', { x: x + 60, y });
  // The board scrolls while the finger is at its edge.
  await touch('touchMove', { x: phone.width - 10, y });
  await until(
    () => leftOfColumn(small, 1),
    (left) => left < phone.width / 3,
  );
  await touch('touchMove', { x: phone.width / 2 + 20, y });
  await touch('touchMove', { x: phone.width / 2 + 20, y: y + 1 });
  await touch('touchEnd');
  await card.waitFor({ state: 'detached' });
  await small.getByRole('link', { name: 'Met de vinger' }).waitFor();
  await until(
    () => statusOf(body.id, owner),
    (status) => status !== 'request',
  );

  await owner.call('/v1/api/leads', { body: { customerName: 'Kees', title: 'Blijft staan' } });
  await lookAgainIfSlow(t, async () => {
    await tabs.getByRole('button', { name: 'Nieuw' }).click();
    await until(() => leftOfColumn(small, 0), isOnScreen);
    await cardIn(small, 'Nieuw', 'Blijft staan').waitFor();
    // Sent together: on a busy machine the touch would otherwise become a long press.
    await Promise.all([
      touch('touchStart', { x: 300, y }),
      touch('touchMove', { x: 200, y }),
      touch('touchMove', { x: 20, y }),
      touch('touchEnd'),
    ]);
    // A browser that renders no frame for a while takes the swipe for another gesture.
    await within(swipeMsMax, async () => isOnScreen(await leftOfColumn(small, 1)));
  });
  await currentTab.filter({ hasText: 'Contact gehad' }).waitFor();
  await cardIn(small, 'Nieuw', 'Blijft staan').waitFor();
  await small.context().close();
});

test('a member of another brand sees an empty board, in Dutch and in dark mode', async () => {
  const look = { viewport: phone, language: 'nl', colorScheme: 'dark', role: 'member' } as const;
  const { page: other } = await browser.signedInPage(server, look);
  await other.getByRole('heading', { name: 'Nog geen aanvragen' }).waitFor();
  assert.equal(await other.getByRole('link', { name: 'Website koppelen' }).count(), 0);
  await assertAccessible(other);
  await assertNoSidewaysScroll(other);
});

async function leftOfColumn(where: Page, index: number): Promise<number> {
  return (await where.locator('.board-column').nth(index).boundingBox())!.x;
}

function isOnScreen(leftPx: number): boolean {
  return Math.abs(leftPx) < 20;
}

async function makeLead(lead: Record<string, unknown>): Promise<string> {
  const { status, body, text } = await me.call('/v1/api/leads', {
    body: { customerName: 'Somebody', ...lead },
  });
  assert.equal(status, 201, text);
  return body.id;
}

// oxlint-disable-next-line typescript/no-explicit-any
async function leads(): Promise<any[]> {
  return (await me.call('/v1/api/leads')).body.data;
}

async function statusOf(id: string, member = me): Promise<string> {
  return (await member.call(`/v1/api/work-items/${id}`)).body.status;
}

/** The board shows a move before the server has confirmed it. */
function untilStatus(id: string, wanted: string): Promise<void> {
  return until(
    () => statusOf(id),
    (status) => status === wanted,
  );
}

async function until<T>(read: () => Promise<T>, isIt: (found: T) => boolean): Promise<void> {
  let found: T;
  const isThere = async () => isIt((found = await read()));
  await eventually(isThere).catch(() => assert.fail(`still ${String(found)}`));
}
