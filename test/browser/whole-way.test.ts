// From a new key to a finished job in one go: a business and its first lead.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { cardIn, moveByMouse } from '../support/board.ts';
import { goWithin, openBrowser, type TestBrowser } from '../support/browser.ts';
import { dragBox } from '../support/calendar.ts';
import { createLead } from '../support/call.ts';
import { sharedServer } from '../support/shared-server.ts';
import { passwordOfTests, type SignedIn, signInAs } from '../support/sign-in.ts';

const server = await sharedServer();
let browser: TestBrowser;
let me: SignedIn;
let page: Page;

before(async () => {
  browser = await openBrowser();
  me = await signInAs(server);
  await me.call('/v1/app/account', { method: 'PATCH', body: { language: 'en' } });
  page = await browser.page(server);
});

after(() => browser?.close());

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const follow = (name: string) => page.getByRole('link', { name, exact: true }).first().click();

test('a lead arrives through a key and becomes a finished job', async () => {
  await page.goto('/');
  await page.getByLabel('E-mail address').fill(me.email);
  await page.getByLabel('Password', { exact: true }).fill(passwordOfTests);
  await press('Sign in');

  await goWithin(page, '/settings/keys/new');
  await page.getByLabel('What is it for?').fill('Website');
  await press('Create key');
  const key = (await page.getByLabel('Key', { exact: true }).textContent())!;
  await press('Done');

  await follow('Leads');
  await page.getByRole('heading', { name: 'No leads yet' }).waitFor();
  const title = 'Leaking tap';
  const { status, body } = await createLead(server, key, { title, city: 'Utrecht' });
  assert.equal(status, 201);
  await moveByMouse(page, cardIn(page, 'New', title), 'Contacted');
  await cardIn(page, 'Contacted', title).waitFor();

  const handle = page.getByRole('button', { name: `Move ${title} with the arrow keys` });
  await handle.focus();
  for (const [pressed, said] of [
    ['Space', `${title} picked up. It is in Contacted.`],
    ['ArrowRight', `${title} is over Quote sent.`],
    ['Space', `${title} was moved to Quote sent.`],
  ] as const) {
    await page.keyboard.press(pressed);
    await page.getByRole('status').getByText(said, { exact: true }).waitFor({ state: 'attached' });
  }
  await cardIn(page, 'Quote sent', title).getByRole('link', { name: title }).click();

  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await press('Convert to job');
  const plan = page.getByRole('dialog', { name: 'Convert to job' });
  await plan.getByLabel('Start').fill('2027-03-02T09:00');
  await plan.getByRole('button', { name: 'Schedule', exact: true }).click();
  await page.waitForURL(`**/jobs/${body.id}`);

  await goWithin(page, '/calendar?view=week&day=2027-03-02');
  const event = page.getByRole('button', { name: new RegExp(title) });
  await dragBox(page, event, { day: '2027-03-04', time: '12:00' });
  await page.getByText(/“Leaking tap” is now scheduled for Thu,? 4 Mar/).waitFor();
  await event.focus();
  await page.keyboard.press('Enter');
  await follow('Open job');

  await press('Start');
  await press('Finish job');
  const finish = page.getByRole('dialog', { name: 'Finish job' });
  await finish.getByLabel('Work done (optional)').fill('New washer');
  await finish.getByRole('button', { name: 'Finish job' }).click();
  await finish.waitFor({ state: 'detached' });
  await page.getByText('New washer').waitFor();
  const { body: job } = await me.call(`/v1/api/work-items/${body.id}`);
  assert.deepEqual(
    [job.status, job.scheduledStart, job.completionNotes, job.updatedBy],
    ['completed', '2027-03-04T11:00:00.000Z', 'New washer', me.accountId],
  );
  const { body: history } = await me.call(`/v1/api/work-items/${body.id}/history`);
  const moves = history.data.flatMap(
    (entry: { changes?: { status?: { after?: string } } }) => entry.changes?.status?.after ?? [],
  );
  assert.deepEqual(moves, ['contacted', 'quote_sent', 'scheduled', 'in_progress', 'completed']);

  await follow('Settings');
  await follow('API keys');
  await press('Revoke');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('article', { name: 'Website' }).waitFor({ state: 'detached' });
  assert.equal((await createLead(server, key)).status, 401);
});
