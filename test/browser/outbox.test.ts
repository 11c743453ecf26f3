// What is made without a network waits on the device, and is sent once, in order, when it is back.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { assertAccessible, goWithin, openBrowser, type TestBrowser } from '../support/browser.ts';
import { call } from '../support/call.ts';
import { changeItem, itemOf, makeJob } from '../support/jobs-of-member.ts';
import { makePicture } from '../support/sample-pictures.ts';
import { sharedServer } from '../support/shared-server.ts';
import { passwordOfTests, samePage, type SignedIn, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();
let browser: TestBrowser;
let page: Page;
let me: SignedIn;
let sent: Write[] = [];

interface History {
  changes: Record<string, { after: unknown }> | null;
}

interface Write {
  /** Such as `POST notes`. */
  name: string;
  key: string | undefined;
  version: string | undefined;
}

before(async () => {
  browser = await openBrowser();
  ({ page, me } = await browser.signedInPage(server, { serviceWorkers: 'allow' }));
  const isControlled = 'navigator.serviceWorker.controller !== null';
  await eventually(() => page.evaluate<boolean>(isControlled));
  watchWrites(page.context());
});

after(async () => {
  browser?.takeAway(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/);
  await browser?.close();
});

function watchWrites(context: BrowserContext): void {
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' || !pathname.startsWith('/v1/api/')) return;
    const last = pathname.split('/').at(-1)!;
    const name = `${request.method()} ${request.method() === 'PATCH' ? 'item' : last}`;
    const headers = request.headers();
    sent.push({ name, key: headers['idempotency-key'], version: headers['if-match'] });
  });
}

const bar = (text: string) => page.getByRole('status').filter({ hasText: text });
const list = () => page.getByRole('dialog', { name: 'Waiting to be sent' });
const step = (name: string) =>
  page.getByRole('group', { name: 'Next step' }).getByRole('button', { name, exact: true });

async function goOffline(t: TestContext): Promise<void> {
  // A failure must not fail the next test too.
  t.after(goOnline);
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  sent = [];
}

const goOnline = () => page.context().setOffline(false);

async function openJob(title: string, fields: object = {}): Promise<string> {
  const id = await makeJob(me, title, fields);
  await goWithin(page, `/jobs/${id}`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await page.getByText('No notes yet').waitFor();
  return id;
}

async function writeNote(text: string, on = page): Promise<void> {
  await on.getByRole('textbox', { name: 'New note' }).fill(text);
  await on.getByRole('button', { name: 'Add note' }).click();
  await on.getByRole('listitem').getByText(text, { exact: true }).waitFor();
}

async function finish(work: string): Promise<void> {
  await step('Finish job').click();
  const dialog = page.getByRole('dialog', { name: 'Finish job' });
  await dialog.getByLabel('Work done').fill(work);
  await dialog.getByRole('button', { name: 'Finish job' }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function enterLead(name: string, email = ''): Promise<void> {
  await page.getByRole('link', { name: 'Leads', exact: true }).click();
  await page.getByRole('button', { name: 'New lead' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New lead' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('E-mail address').fill(email);
  await dialog.getByLabel('In a few words').fill('Leaking tap');
  await dialog.getByRole('button', { name: 'Save lead' }).click();
  await page.getByText(`Lead from ${name} will be sent once`).waitFor();
}

async function leadsOf(name: string): Promise<unknown[]> {
  return (await me.call(`/v1/api/leads?q=${encodeURIComponent(name)}`)).body.data;
}

async function notesOf(id: string): Promise<string[]> {
  const { body } = await me.call(`/v1/api/work-items/${id}/notes`);
  return body.data.map(({ text }: { text: string }) => text);
}

test('a note, a photo, moves and a lead survive a reload, and arrive once and in order', async (t) => {
  const id = await openJob('Boiler', { scheduledStart: '2027-09-07T08:00:00Z' });
  await goOffline(t);
  await writeNote('Valve replaced');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add photos' }).click();
  const buffer = await makePicture('png', { number: 51 });
  await (await choosing).setFiles([{ name: 'valve.png', mimeType: 'image/png', buffer }]);
  await page.getByRole('img', { name: 'valve.png' }).waitFor();
  await step('Start').click();
  await finish('New valve');
  await step('Reopen').waitFor();
  await enterLead('Sanne Bakker');
  await bar('5 changes are waiting to be sent').waitFor();

  await page.goto(`/jobs/${id}`);
  await bar('5 changes are waiting to be sent').waitFor();
  await page.getByText('Done', { exact: true }).first().waitFor();
  await page.getByText('Valve replaced', { exact: true }).waitFor();
  await page.getByRole('img', { name: 'valve.png' }).waitFor();
  await page.getByRole('button', { name: 'Show' }).click();
  await list().getByRole('listitem').nth(4).waitFor();
  assert.equal(await list().getByRole('listitem').count(), 5);
  await assertAccessible(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  assert.equal((await itemOf(me, id)).status, 'scheduled');
  assert.deepEqual(sent, []);

  await goOnline();
  await eventually(async () => (await leadsOf('Sanne Bakker')).length > 0);
  await bar('waiting to be sent').waitFor({ state: 'detached' });
  const { status, completionNotes, photos } = await itemOf(me, id);
  assert.deepEqual([status, completionNotes, photos.length], ['completed', 'New valve', 1]);
  assert.deepEqual(await notesOf(id), ['Valve replaced']);
  assert.equal((await leadsOf('Sanne Bakker')).length, 1);
  const moves = sent.filter(({ name }) => name === 'PATCH item');
  assert.ok(moves.every(({ version }) => version));
  assert.deepEqual(
    sent.map(({ name }) => name),
    ['POST notes', 'POST photos', ...moves.map(({ name }) => name), 'POST leads'],
  );
  const others = sent.filter(({ name }) => name !== 'PATCH item');
  assert.equal(new Set(others.map(({ key }) => key!)).size, 3);
  const { body } = await me.call(`/v1/api/work-items/${id}/history`);
  const reached = body.data.flatMap(({ changes }: History) => changes?.['status']?.after ?? []);
  assert.deepEqual(reached.slice(-2), ['in_progress', 'completed']);
});

test('a card stays where it was moved while the move waits', async (t) => {
  const { body: lead } = await me.call('/v1/api/leads', {
    body: { customerName: 'Kees Kok', title: 'Loose gutter' },
  });
  await goWithin(page, '/leads');
  const column = (name: string) => page.getByRole('region', { name });
  await column('New').getByText('Loose gutter').waitFor();
  await goOffline(t);
  await page.getByRole('button', { name: 'Move Loose gutter to…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Contacted' }).click();
  await bar('1 change is waiting to be sent').waitFor();
  await page.reload();
  const card = column('Contacted').getByRole('listitem').filter({ hasText: 'Loose gutter' });
  await card.getByText('Waiting to be sent').waitFor();
  await goOnline();
  await eventually(async () => (await itemOf(me, lead.id)).status === 'contacted');
  await card.getByText('Waiting to be sent').waitFor({ state: 'detached' });
  await card.waitFor();
  assert.ok(sent.every(({ version }) => version));
});

test('with two windows, one sends; the other goes on when it is closed', async (t) => {
  const id = await openJob('Two windows');
  const other = await page.context().newPage();
  await other.goto(`/jobs/${id}`);
  await other.getByText('No notes yet').waitFor();
  await goOffline(t);
  await writeNote('From both');
  await other.getByRole('listitem').getByText('From both', { exact: true }).waitFor();
  await writeNote('From the closed one', other);
  await other.close();
  await bar('2 changes are waiting to be sent').waitFor();
  await goOnline();
  await bar('waiting to be sent').waitFor({ state: 'detached' });
  assert.deepEqual(await notesOf(id), ['From both', 'From the closed one']);
  assert.deepEqual(
    sent.map(({ name }) => name),
    ['POST notes', 'POST notes'],
  );
});

test('a conflict is shown with both versions, and the text is kept', async (t) => {
  const id = await openJob('Roof', { scheduledStart: '2027-09-07T08:00:00Z' });
  await changeItem(me, id, { status: 'in_progress' });
  await step('Finish job').waitFor();
  await goOffline(t);
  await finish('My work');
  await bar('1 change is waiting to be sent').waitFor();
  await changeItem(me, id, { completionNotes: 'Their work' });
  await goOnline();
  await bar('1 change could not be sent').waitFor();
  assert.equal((await itemOf(me, id)).status, 'in_progress');
  await page.getByRole('button', { name: 'Show' }).click();
  await list().getByText('Someone else changed this in the meantime').waitFor();
  await list().getByText('Their work').waitFor();
  await list().getByText('Work done: My work').waitFor();
  await assertAccessible(page, '[role=dialog]');
  await list().getByRole('button', { name: 'Save my version anyway' }).click();
  await list().getByText('Everything has been sent.').waitFor();
  await page.keyboard.press('Escape');
  const { status, completionNotes } = await itemOf(me, id);
  assert.deepEqual([status, completionNotes], ['completed', 'My work']);
});

test('a refused lead is corrected and sent; what follows it is not held up', async (t) => {
  const id = await openJob('Not held up');
  await goOffline(t);
  await enterLead('Wim Wrong', 'no address');
  await goWithin(page, `/jobs/${id}`);
  await writeNote('Goes on');
  await goOnline();
  await bar('1 change could not be sent').waitFor();
  await eventually(async () => (await notesOf(id)).length === 1);
  assert.deepEqual(await leadsOf('Wim Wrong'), []);
  await page.reload();
  await bar('1 change could not be sent').waitFor();
  await page.getByRole('button', { name: 'Show' }).click();
  await list().getByRole('button', { name: 'Edit' }).click();
  await list().getByLabel('E-mail address').fill('wim@example.com');
  await page.keyboard.press('Escape');
  await list().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Show' }).click();
  await list().getByRole('button', { name: 'Edit' }).click();
  await list().getByText('This has not been saved yet.').waitFor();
  assert.equal(await list().getByLabel('E-mail address').inputValue(), 'wim@example.com');
  await list().getByRole('button', { name: 'Save and send' }).click();
  await list().getByText('Everything has been sent.').waitFor();
  await page.keyboard.press('Escape');
  assert.equal((await leadsOf('Wim Wrong')).length, 1);
});

test('a refusal holds up what follows for the same job, until it is discarded', async (t) => {
  const id = await openJob('Cancelled', { scheduledStart: '2027-09-07T08:00:00Z' });
  await goOffline(t);
  await step('Start').click();
  await writeNote('After the move');
  await changeItem(me, id, { status: 'cancelled' });
  await goOnline();
  await bar('1 change could not be sent · 1 change is waiting to be sent').waitFor();
  await page.getByRole('button', { name: 'Show' }).click();
  await list().getByText('Cancelled', { exact: true }).waitFor();
  await list().getByRole('button', { name: 'Save my version anyway' }).click();
  await list()
    .getByText(/cannot be moved from “Cancelled”/)
    .waitFor();
  assert.deepEqual(await notesOf(id), []);
  await list().getByRole('button', { name: 'Discard' }).first().click();
  await list().getByText('Everything has been sent.').waitFor();
  await page.keyboard.press('Escape');
  assert.deepEqual(await notesOf(id), ['After the move']);
  assert.equal((await itemOf(me, id)).status, 'cancelled');
});

test('after the session has ended, it waits for the same person', async (t) => {
  const id = await openJob('Signed out');
  await goOffline(t);
  await writeNote('Mine alone');
  const [cookie] = await page.context().cookies();
  const headers = { ...samePage, cookie: `${cookie!.name}=${cookie!.value}` };
  const out = await call(server, '/v1/app/sign-out', { method: 'POST', body: {}, headers });
  assert.equal(out.status, 204);
  await goOnline();
  const colleague = await signInAs(server, { brandId: me.brandId, name: 'Colleague' });
  await signIn(colleague, 'Colleague');
  await signOut('Colleague');
  assert.deepEqual(await notesOfColleague(colleague, id), []);
  await signIn(me, 'Test Member');
  await eventually(async () => (await notesOfColleague(colleague, id)).length === 1);
});

test('signing out asks before it deletes what waits', async (t) => {
  const colleague = await signInAs(server, { brandId: me.brandId, name: 'Colleague' });
  const id = await makeJob(colleague, 'Deleted');
  await goWithin(page, `/jobs/${id}`);
  await page.getByText('No notes yet').waitFor();
  await goOffline(t);
  await writeNote('Never sent');
  await colleague.call(`/v1/api/work-items/${id}`, { method: 'DELETE' });
  await goOnline();
  await bar('1 change could not be sent').waitFor();
  await page.getByRole('button', { name: 'Test Member' }).click();
  const ask = () => page.getByRole('menuitem', { name: 'Sign out' }).click();
  await ask();
  const sure = page.getByRole('dialog', { name: 'Sign out' });
  await sure.getByText('1 change has not been sent yet.').waitFor();
  await assertAccessible(page, '[role=dialog]');
  await sure.getByRole('button', { name: 'Cancel' }).click();
  await sure.waitFor({ state: 'detached' });
  assert.equal(await storedCount(), 1);
  await page.getByRole('button', { name: 'Test Member' }).click();
  await ask();
  await sure.getByRole('button', { name: 'Delete and sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  // Not the page of the one who left.
  assert.equal(new URL(page.url()).search, '');
  assert.equal(await storedCount(), 0);
});

async function notesOfColleague(colleague: SignedIn, id: string): Promise<string[]> {
  const { body } = await colleague.call(`/v1/api/work-items/${id}/notes`);
  return body.data.map(({ text }: { text: string }) => text);
}

async function signIn({ email }: SignedIn, name: string): Promise<void> {
  await page.getByLabel(/^(E-mail address|E-mailadres)$/).fill(email);
  await page.getByLabel(/^(Password|Wachtwoord)$/).fill(passwordOfTests);
  await page.getByRole('button', { name: /^(Sign in|Inloggen)$/ }).click();
  await page.getByRole('button', { name }).waitFor();
}

async function signOut(name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: /^(Sign out|Uitloggen)$/ }).click();
  await page.getByRole('heading', { name: /^(Sign in|Inloggen)$/ }).waitFor();
}

function storedCount(): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('vakwerk.outbox');
    opening.onerror = reject;
    opening.onsuccess = () => {
      const count = opening.result.transaction('items').objectStore('items').count();
      count.onsuccess = () => resolve(count.result);
    };
  })`);
}
