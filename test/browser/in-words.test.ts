// Error texts of the app: in plain words, with a next step, and with the request id of the brand's
// log.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { cardIn } from '../support/board.ts';
import {
  assertAccessible,
  goWithin,
  openBrowser,
  phone,
  type TestBrowser,
} from '../support/browser.ts';
import { changeItem } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const unknownId = randomUUIDv7();

const server = await sharedServer();
let browser: TestBrowser;
let english: Page;
let me: SignedIn;
let untold: Page;
let olga: SignedIn;

before(async () => {
  browser = await openBrowser();
  me = await signInAs(server);
  ({ page: english } = await browser.signedInPage(server, {
    member: me,
    path: '/settings/calendar',
  }));
  ({ page: untold, me: olga } = await browser.signedInPage(server, {
    name: 'Olga',
    path: '/settings/requests',
    // This page gets no events, so it asks for something that will be refused.
    prepare: (opened) => opened.route('**/v1/app/stream?*', () => {}),
  }));
});

after(() => browser?.close());

test('in Dutch an error is shown in Dutch; the original is collapsed', async () => {
  const { page, me: somebody } = await browser.signedInPage(server, {
    language: 'nl',
    viewport: phone,
    path: '/settings/webhooks/new',
  });
  await page.getByLabel('URL van de ontvanger').fill('https://10.0.0.1/');
  await page.getByRole('button', { name: 'Webhook maken' }).click();
  const note = page.getByRole('alert');
  await note.getByText('URL: deze URL is niet vanaf het internet bereikbaar').waitFor();
  await note.getByText(/^Verzoek [0-9a-f-]{36}$/).waitFor();
  const original = note.getByText('must be a public address');
  assert.equal(await original.isVisible(), false);
  await note.getByText('Technische details').click();
  await original.waitFor();
  await assertAccessible(page);

  // A message without a field is shown as the reason.
  await goWithin(page, '/settings/members');
  await page.getByLabel('E-mailadres').fill(somebody.email);
  await page.getByRole('button', { name: 'Uitnodiging maken' }).click();
  await page.getByRole('alert').getByText('Deze persoon is al medewerker.').waitFor();
});

test('a text is copied, or selected where copying is not allowed', async () => {
  const page = english;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const url = await newCalendarLink(page, 'Phone');
  const copy = page.getByRole('button', { name: /^Cop(y|ied)$/ }).last();
  await copy.click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), url);
  assert.equal(await page.getByText('does not allow copying').isVisible(), false);

  await page.context().clearPermissions();
  await page.evaluate(`navigator.clipboard.writeText = async () => {
    throw new DOMException('Write permission denied.', 'NotAllowedError');
  }`);
  await copy.click();
  await page.getByText('Your browser does not allow copying.').waitFor();
  assert.equal(await page.evaluate('String(getSelection())'), url);
  await assertAccessible(page);
  // A page without HTTPS has no clipboard.
  await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined });
    getSelection().removeAllRanges()`);
  await copy.click();
  await eventually(async () => (await page.evaluate('String(getSelection())')) === url);
});

async function newCalendarLink(page: Page, name: string): Promise<string> {
  await page.getByText('No links yet. Create one above.').waitFor();
  await page.getByLabel('Whose phone is it for?').fill(name);
  await page.getByRole('button', { name: 'Create link' }).click();
  return (await page.getByLabel('Address for Google and Outlook', { exact: true }).textContent())!;
}

test('an empty page offers the next step', async () => {
  const page = english;
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const follow = (name: string) => page.getByRole('link', { name, exact: true }).click();
  const shows = (heading: string) => page.getByRole('heading', { name: heading }).waitFor();

  await goWithin(page, '/customers?q=zzz');
  await shows('No customers found');
  await press('Search the archive too');
  await page.waitForURL('**/customers?q=zzz&archived=include');
  await press('Clear search');
  await page.waitForURL('**/customers?archived=include');
  await goWithin(page, '/customers?archived=only');
  await shows('The archive is empty');
  await press('Go to customers');
  await shows('No customers yet');

  await goWithin(page, '/customers/duplicates');
  await shows('No duplicates found');
  await page.getByRole('main').getByRole('link', { name: 'Go to customers' }).click();
  await page.waitForURL('**/customers');
  await goWithin(page, '/customers/nothing');
  await follow('Go to customers');
  await page.waitForURL('**/customers');

  await goWithin(page, '/settings/requests?show=faults');
  await shows('No requests found');
  await press('Show all requests');
  await page.waitForURL('**/settings/requests?show=all');

  const customerId = await customerWithoutJobs(me);
  await goWithin(page, `/customers/${customerId}`);
  await press('Add a phone number or e-mail address');
  await page.getByRole('dialog', { name: 'Edit customer' }).waitFor();
  await page.keyboard.press('Escape');
  await press('New job');
  const form = page.getByRole('dialog', { name: 'New job' });
  assert.equal(await form.getByRole('combobox', { name: 'Find a customer' }).inputValue(), 'Nora');
  await form.getByLabel('What needs to be done?').fill('Gutter');
  await form.getByRole('button', { name: 'Save job' }).click();
  await page.waitForURL('**/jobs/*');
  const { body } = await me.call(`/v1/api/work-items?customerId=${customerId}`);
  assert.deepEqual(
    body.data.map(({ title }: { title: string }) => title),
    ['Gutter'],
  );
});

async function customerWithoutJobs(me: SignedIn): Promise<string> {
  const lead = { customerName: 'Nora', title: 'Gutter' };
  return (await me.call('/v1/api/leads', { body: lead })).body.customerId;
}

interface Refusal {
  what: string;
  /** The steps up to the refused click or key. */
  act: () => Promise<void>;
  method: string;
  /** The path in the request log. */
  path: string;
  status: number;
}

const refusals: Refusal[] = [
  {
    what: 'a page that has nothing to show',
    act: () => goWithin(untold, `/settings/webhooks/${unknownId}`),
    method: 'GET',
    path: `/v1/api/webhooks/${unknownId}`,
    status: 404,
  },
  {
    what: 'a lead that is not there',
    act: () => goWithin(untold, `/leads/${unknownId}`),
    method: 'GET',
    path: `/v1/api/work-items/${unknownId}`,
    status: 404,
  },
  {
    what: 'a form',
    act: async () => {
      await goWithin(untold, '/settings/members');
      await untold.getByLabel('E-mail address').fill(olga.email);
      await untold.getByRole('button', { name: 'Create invitation' }).click();
    },
    method: 'POST',
    path: '/v1/app/invitations',
    status: 409,
  },
  {
    what: 'a dialog',
    act: async () => {
      const id = await makeLead('Taken already');
      await goWithin(untold, `/leads/${id}`);
      await untold.getByRole('button', { name: 'Lost', exact: true }).click();
      await olga.call(`/v1/api/work-items/${id}`, { method: 'DELETE' });
      await untold.getByRole('dialog').getByRole('button', { name: 'Lost' }).click();
    },
    method: 'PATCH',
    path: '/v1/api/work-items/',
    status: 404,
  },
  {
    what: 'a message that passes',
    act: async () => {
      const id = await makeLead('Moved by others');
      await goWithin(untold, '/leads');
      await cardIn(untold, 'New', 'Moved by others').waitFor();
      await untold.getByRole('button', { name: 'Move Moved by others to…' }).click();
      await untold.getByRole('dialog').getByRole('button', { name: 'Contacted' }).waitFor();
      await changeItem(olga, id, { status: 'pending' });
      await untold.getByRole('dialog').getByRole('button', { name: 'Contacted' }).click();
    },
    method: 'PATCH',
    path: '/v1/api/work-items/',
    status: 409,
  },
];

for (const { what, act, method, path, status } of refusals) {
  test(`${what} shows its request id, which the log finds`, async () => {
    const isIt = (response: { url(): string; request(): { method(): string } }) =>
      response.url().includes(path) && response.request().method() === method;
    const [response] = await Promise.all([untold.waitForResponse(isIt), act()]);
    assert.equal(response.status(), status);
    const shown = await idShownOn(untold, 'Request');
    assert.equal(shown, response.headers()['x-request-id']);

    await untilLogged(shown);
    await goWithin(untold, '/settings/requests');
    await untold.getByLabel('Find by request ID').fill(shown);
    await untold.getByRole('button', { name: 'Find' }).click();
    await untold.getByRole('definition').getByText(shown, { exact: true }).waitFor();
    const facts = await untold.getByRole('definition').allTextContents();
    assert.ok(facts[0]!.startsWith(`${method} ${path}`), facts.join());
    assert.match(facts[1]!, new RegExp(`^${status} in \\d+ ms$`));
    assert.ok(facts.includes('Olga in this app'), facts.join());
  });
}

test('in Dutch too, and without a session', async () => {
  const door = await browser.page(server, { language: 'nl' });
  await door.goto('/sign-in');
  await door.getByLabel('E-mailadres').fill(olga.email);
  await door.getByLabel('Wachtwoord', { exact: true }).fill('not the right one');
  const [response] = await Promise.all([
    door.waitForResponse('**/v1/app/sign-in'),
    door.getByRole('button', { name: 'Inloggen', exact: true }).click(),
  ]);
  assert.equal(await idShownOn(door, 'Verzoek'), response.headers()['x-request-id']);
  // The brand is unknown, so only the operator's log has it.
  await eventually(async () => server.output().includes(response.headers()['x-request-id']!));
});

async function idShownOn(where: Page, word: string): Promise<string> {
  const pattern = new RegExp(`${word} ([0-9a-f-]{36})`);
  const text = await where.getByRole('alert').filter({ hasText: pattern }).first().textContent();
  return pattern.exec(text!)![1]!;
}

async function untilLogged(id: string): Promise<void> {
  await eventually(async () => (await olga.call(`/v1/api/requests/${id}`)).status === 200);
}

async function makeLead(title: string): Promise<string> {
  const body = { customerName: 'Somebody', title };
  const answer = await olga.call('/v1/api/leads', { body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.id;
}
