// What goes wrong is said with the id under which the brand's log of requests knows it.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { cardIn } from '../support/board.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { changeItem } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SignedIn } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const unknownId = randomUUIDv7();

const server = await sharedServer();
let browser: TestBrowser;
let page: Page;
let me: SignedIn;

before(async () => {
  browser = await openBrowser();
  ({ page, me } = await browser.signedInPage(server, { name: 'Olga' }));
  // Nobody tells this page what others do: it asks for what will be refused.
  await page.route('**/v1/app/stream?*', () => {});
});

after(() => browser?.close());

interface Refusal {
  what: string;
  /** Up to the click or key that is refused. */
  act: () => Promise<void>;
  method: string;
  /** As the log tells it. */
  path: string;
  status: number;
}

const refusals: Refusal[] = [
  {
    what: 'a page that has nothing to show',
    act: async () => void (await page.goto(`/settings/webhooks/${unknownId}`)),
    method: 'GET',
    path: `/v1/api/webhooks/${unknownId}`,
    status: 404,
  },
  {
    what: 'a lead that is not there',
    act: async () => void (await page.goto(`/leads/${unknownId}`)),
    method: 'GET',
    path: `/v1/api/work-items/${unknownId}`,
    status: 404,
  },
  {
    what: 'a form',
    act: async () => {
      await page.goto('/settings/members');
      await page.getByLabel('E-mail address').fill(me.email);
      await page.getByRole('button', { name: 'Make the invitation' }).click();
    },
    method: 'POST',
    path: '/v1/app/invitations',
    status: 409,
  },
  {
    what: 'a dialog',
    act: async () => {
      const id = await makeLead('Taken already');
      await page.goto(`/leads/${id}`);
      await page.getByRole('button', { name: 'Lost', exact: true }).click();
      await me.call(`/v1/api/work-items/${id}`, { method: 'DELETE' });
      await page.getByRole('dialog').getByRole('button', { name: 'Lost' }).click();
    },
    method: 'PATCH',
    path: '/v1/api/work-items/',
    status: 404,
  },
  {
    what: 'a message that passes',
    act: async () => {
      const id = await makeLead('Moved by others');
      await page.goto('/leads');
      await cardIn(page, 'New', 'Moved by others').waitFor();
      await page.getByRole('button', { name: 'Move Moved by others to…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Contacted' }).waitFor();
      await changeItem(me, id, { status: 'pending' });
      await page.getByRole('dialog').getByRole('button', { name: 'Contacted' }).click();
    },
    method: 'PATCH',
    path: '/v1/api/work-items/',
    status: 409,
  },
];

for (const { what, act, method, path, status } of refusals) {
  test(`${what} says the id of its request, by which the log finds it`, async () => {
    const isIt = (response: { url(): string; request(): { method(): string } }) =>
      response.url().includes(path) && response.request().method() === method;
    const [response] = await Promise.all([page.waitForResponse(isIt), act()]);
    assert.equal(response.status(), status);
    const shown = await idShownOn(page, 'Request');
    assert.equal(shown, response.headers()['x-request-id']);

    await untilLogged(shown);
    await page.goto('/settings/requests');
    await page.getByLabel('Find by request id').fill(shown);
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('definition').getByText(shown, { exact: true }).waitFor();
    const facts = await page.getByRole('definition').allTextContents();
    assert.ok(facts[0]!.startsWith(`${method} ${path}`), facts.join());
    assert.match(facts[1]!, new RegExp(`^${status} in \\d+ ms$`));
    assert.ok(facts.includes('Olga in this app'), facts.join());
  });
}

test('in Dutch too, and to somebody who is not signed in', async () => {
  const door = await browser.page(server, { language: 'nl' });
  await door.goto('/sign-in');
  await door.getByLabel('E-mailadres').fill(me.email);
  await door.getByLabel('Wachtwoord', { exact: true }).fill('not the right one');
  const [response] = await Promise.all([
    door.waitForResponse('**/v1/app/sign-in'),
    door.getByRole('button', { name: 'Inloggen', exact: true }).click(),
  ]);
  assert.equal(await idShownOn(door, 'Verzoek'), response.headers()['x-request-id']);
  // No brand is known to whose log it would belong; the operator's has it.
  await eventually(async () => server.output().includes(response.headers()['x-request-id']!));
});

async function idShownOn(where: Page, word: string): Promise<string> {
  const pattern = new RegExp(`${word} ([0-9a-f-]{36})`);
  const text = await where.getByRole('alert').filter({ hasText: pattern }).first().textContent();
  return pattern.exec(text!)![1]!;
}

async function untilLogged(id: string): Promise<void> {
  await eventually(async () => (await me.call(`/v1/api/requests/${id}`)).status === 200);
}

async function makeLead(title: string): Promise<string> {
  const body = { customerName: 'Somebody', title };
  const answer = await me.call('/v1/api/leads', { body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.id;
}
