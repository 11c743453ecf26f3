// Who does what, follow-ups, the page of today and signed notes, in a real browser.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import {
  assertNoSidewaysScroll,
  goWithin,
  openBrowser,
  phone,
  type TestBrowser,
} from '../support/browser.ts';
import { itemOf, makeJob } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { TestServer } from '../support/server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

let server: TestServer;
let browser: TestBrowser;
let page: Page;
let me: SignedIn;
let piet: SignedIn;

before(async () => {
  [server, browser] = await Promise.all([sharedServer(), openBrowser()]);
  me = await signInAs(server, { name: 'Olga Smit' });
  piet = await signInAs(server, { brandId: me.brandId, role: 'member', name: 'Piet de Vries' });
  ({ page } = await browser.signedInPage(server, { member: me }));
});

after(() => browser?.close());

const newLead = async (title: string, fields = {}) =>
  (await me.call('/v1/api/leads', { body: { customerName: 'Anna', title, ...fields } })).body
    .id as string;
const whoDoes = (on: Page) => on.getByRole('combobox', { name: 'Assigned to' });
const choose = (whose: 'Mine' | 'Everyone') => page.getByText(whose, { exact: true }).click();

test('a lead is given to a colleague, whose initials are on its card, and taken back', async () => {
  const id = await newLead('Gutter');
  await goWithin(page, `/leads/${id}`);
  await whoDoes(page).selectOption({ label: 'Piet de Vries' });
  await page.getByText('Assigned to Piet de Vries').waitFor();
  assert.equal((await itemOf(me, id)).assigneeId, piet.accountId);
  await goWithin(page, '/leads');
  const card = page.getByRole('listitem').filter({ hasText: 'Gutter' });
  await card.getByRole('img', { name: 'Assigned to Piet de Vries' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await eventually(async () => (await itemOf(me, id)).assigneeId === null);
  // From the card itself.
  await card.getByRole('button', { name: 'Move Gutter to…' }).click();
  await whoDoes(page).selectOption({ label: 'Olga Smit (you)' });
  await card.getByRole('img', { name: 'Assigned to Olga Smit' }).waitFor();
  assert.equal((await itemOf(me, id)).assigneeId, me.accountId);
});

test('mine or everyone is remembered, on the board, the list and the jobs', async () => {
  await newLead('For Olga', { assigneeId: me.accountId });
  await newLead('For Piet', { assigneeId: piet.accountId });
  await makeJob(me, 'Job of Piet', { assigneeId: piet.accountId });
  await makeJob(me, 'Job of Olga', { assigneeId: me.accountId });
  await goWithin(page, '/leads');
  const link = (name: string) => page.getByRole('link', { name });
  await link('For Piet').waitFor();
  await choose('Mine');
  await link('For Piet').waitFor({ state: 'detached' });
  await link('For Olga').waitFor();
  await goWithin(page, '/leads?view=list');
  await link('For Olga').waitFor();
  assert.equal(await link('For Piet').count(), 0);
  await page.goto('/jobs');
  await link('Job of Olga').waitFor();
  assert.equal(await link('Job of Piet').count(), 0);
  await choose('Everyone');
  await link('Job of Piet').waitFor();
});

test('a follow-up is set with one choice, and today shows it until it is done', async () => {
  const id = await newLead('Call about the boiler');
  await goWithin(page, `/leads/${id}`);
  await page.getByRole('button', { name: 'Follow up…' }).click();
  await page.getByRole('menuitem', { name: /^Tomorrow 09:00/ }).click();
  await page.getByText(/^Follow-up set for/).waitFor();
  const { followUpAt } = await itemOf(me, id);
  assert.ok(Date.parse(followUpAt) > Date.now());
  const due = new Date(Date.now() - 60_000).toISOString();
  await me.call(`/v1/api/work-items/${id}`, { method: 'PATCH', body: { followUpAt: due } });
  const soon = new Date(Date.now() + 60_000).toISOString();
  await makeJob(me, 'Job of today', { scheduledStart: soon });
  await goWithin(page, '/today');
  await page.getByRole('link', { name: /Call about the boiler/ }).waitFor();
  await page.getByRole('link', { name: /Job of today/ }).waitFor();
  await page.getByRole('button', { name: 'Done: Call about the boiler' }).click();
  await page.getByRole('link', { name: /Call about the boiler/ }).waitFor({ state: 'detached' });
  assert.equal((await itemOf(me, id)).followUpAt, null);
});

test('a follow-up at another time', async () => {
  const id = await newLead('Call later');
  await goWithin(page, `/leads/${id}`);
  await page.getByRole('button', { name: 'Follow up…' }).click();
  await page.getByRole('menuitem', { name: 'Another time…' }).click();
  await page.getByLabel('Date and time').fill('2030-06-13T14:30');
  await page.getByRole('button', { name: 'Set follow-up' }).click();
  await page.getByRole('button', { name: /^Follow up: .*2030.*14:30/ }).waitFor();
  assert.equal((await itemOf(me, id)).followUpAt, '2030-06-13T12:30:00.000Z');
});

test('a note is added with its author, and changed by that author only', async () => {
  const id = await newLead('Noted', { notes: 'Please call after five.' });
  await piet.call(`/v1/api/work-items/${id}/notes`, { body: { text: 'No answer.' } });
  await goWithin(page, `/leads/${id}`);
  await page.getByText('Please call after five.').waitFor();
  const notes = page.getByRole('listitem');
  await notes.filter({ hasText: 'No answer.' }).getByText('Piet de Vries ·').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Edit this note' }).count(), 0);
  await page.getByRole('textbox', { name: 'New note' }).fill('She called back.');
  await page.getByRole('button', { name: 'Add note' }).click();
  const mine = notes.filter({ hasText: 'She called back.' });
  await mine.getByText('Olga Smit ·').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'New note' }).inputValue(), '');
  await mine.getByRole('button', { name: 'Edit this note' }).click();
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill('She is in on Thursday.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('· edited').waitFor();
  assert.equal(
    (await itemOf(me, id)).notes,
    'Please call after five.\n\nNo answer.\n\nShe is in on Thursday.',
  );
});

test('on a phone too, in Dutch', async () => {
  const look = { member: me, viewport: phone, language: 'nl', path: '/today' } as const;
  const { page: small } = await browser.signedInPage(server, look);
  await small.getByRole('link', { name: /Job of today/ }).waitFor();
  const bar = small.getByRole('navigation', { name: 'Hoofdnavigatie' });
  await bar.getByRole('link', { name: 'Vandaag' }).waitFor();
  await assertNoSidewaysScroll(small);
  await small.context().close();
});
