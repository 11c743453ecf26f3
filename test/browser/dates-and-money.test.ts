// Dates, times, numbers and money in the user's locale, on the pages of a lead and a job.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { goWithin, openBrowser, type TestBrowser } from '../support/browser.ts';
import { changeItem, itemOf, makeJob } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { changeWorkItem } from '../support/stored-records.ts';

// Summer in Amsterdam, where it is 10:30.
const now = '2027-07-14T08:30:00Z';

const server = await sharedServer();
let browser: TestBrowser;
let me: SignedIn;
let leadId: string;
let jobId: string;

before(async () => {
  browser = await openBrowser();
  me = await signInAs(server);
  const { body: lead } = await me.call('/v1/api/leads', {
    body: { customerName: 'Jan', title: 'Old lead', city: 'Utrecht' },
  });
  leadId = lead.id;
  await changeItem(me, leadId, { estimatedCost: 123_450 });
  await changeWorkItem(server, leadId, { receivedAt: Date.parse('2026-03-01T20:05:00Z') });
  jobId = await makeJob(me, 'Long job', {
    scheduledStart: '2027-08-02T07:00:00Z',
    scheduledEnd: '2027-08-02T13:30:00Z',
  });
  await changeItem(me, jobId, { status: 'in_progress' });
  await changeItem(me, jobId, { status: 'completed', finalCost: 1_000_095 });
  await changeWorkItem(server, jobId, {
    receivedAt: Date.parse('2027-07-14T06:00:00Z'),
    actualStart: Date.parse('2027-08-02T07:10:00Z'),
    actualEnd: Date.parse('2028-01-03T15:00:00Z'),
  });
});

after(() => browser?.close());

interface Expected {
  language: 'en' | 'nl';
  lead: Record<string, string>;
  job: Record<string, string>;
  planned: string;
  plannedLater: string;
  /** On the board and, in full, in the list. */
  ago: string;
  inFull: string;
  edit: string;
  estimatedCost: string;
  /** The amount in the form field. */
  inField: string;
  typed: string;
  saved: string;
  save: string;
}

const looks: Expected[] = [
  {
    language: 'en',
    lead: { Received: 'Sun, 1 Mar 2026, 21:05', 'Estimated amount': '€1,234.50' },
    job: {
      Received: 'Wed 14 Jul, 08:00',
      Started: 'Mon 2 Aug, 09:10',
      Finished: 'Mon, 3 Jan 2028, 16:00',
      'Final amount': '€10,000.95',
    },
    planned: 'Mon 2 Aug, 09:00 – 15:30',
    plannedLater: 'Mon 2 Aug, 09:00 – Wed 4 Aug, 12:00',
    ago: 'Utrecht · 1 year ago · Website',
    inFull: 'Sun, 1 Mar 2026, 21:05',
    edit: 'Edit',
    estimatedCost: 'Estimated amount',
    inField: '1234.50',
    typed: '99.95',
    saved: '€99.95',
    save: 'Save',
  },
  {
    language: 'nl',
    lead: { Binnengekomen: 'zo 1 mrt 2026, 21:05', 'Geschat bedrag': '€ 1.234,50' },
    job: {
      Binnengekomen: 'wo 14 jul, 08:00',
      Begonnen: 'ma 2 aug, 09:10',
      Klaar: 'ma 3 jan 2028, 16:00',
      Eindbedrag: '€ 10.000,95',
    },
    planned: 'ma 2 aug, 09:00 – 15:30',
    plannedLater: 'ma 2 aug, 09:00 – wo 4 aug, 12:00',
    ago: 'Utrecht · 1 jaar geleden · Website',
    inFull: 'zo 1 mrt 2026, 21:05',
    edit: 'Bewerken',
    estimatedCost: 'Geschat bedrag',
    inField: '1234,50',
    typed: '99,95',
    saved: '€ 99,95',
    save: 'Opslaan',
  },
];

for (const expected of looks) {
  test(`in ${expected.language}`, async () => {
    const { language, lead, job } = expected;
    await changeItem(me, leadId, { estimatedCost: 123_450 });
    await changeItem(me, jobId, { scheduledEnd: '2027-08-02T13:30:00Z' });
    const { page } = await browser.signedInPage(server, {
      member: me,
      language,
      prepare: (opened) => opened.clock.setFixedTime(now),
    });
    await page.getByText(expected.ago, { exact: true }).first().waitFor();
    await goWithin(page, '/leads?view=list');
    await page.getByTitle(expected.inFull, { exact: true }).waitFor();

    await goWithin(page, `/leads/${leadId}`);
    await showsFacts(page, lead);
    await page.getByRole('button', { name: expected.edit, exact: true }).click();
    const field = page.getByRole('dialog').getByLabel(expected.estimatedCost);
    assert.equal(await field.inputValue(), expected.inField);
    await field.fill(expected.typed);
    await page.getByRole('dialog').getByRole('button', { name: expected.save }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await showsFacts(page, { ...lead, [expected.estimatedCost]: expected.saved });
    assert.equal((await itemOf(me, leadId)).estimatedCost, 9_995);

    await goWithin(page, `/jobs/${jobId}`);
    await page.getByText(expected.planned, { exact: true }).waitFor();
    await showsFacts(page, job);
    await changeItem(me, jobId, { scheduledEnd: '2027-08-04T10:00:00Z' });
    await page.getByText(expected.plannedLater, { exact: true }).waitFor();
    await page.context().close();
  });
}

test('amounts are in the currency of the brand’s country', async () => {
  const { id: brandId } = await server.createBrand({ country: 'GB' });
  const british = await signInAs(server, { brandId });
  const id = await makeJob(british, 'In pounds', { estimatedCost: 250_000 });
  const { page } = await browser.signedInPage(server, {
    member: british,
    language: 'nl',
    path: `/jobs/${id}`,
  });
  await showsFacts(page, { 'Geschat bedrag': '£ 2.500,00' });
});

async function showsFacts(page: Page, facts: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(facts)) {
    const fact = page
      .locator('.item-facts > div')
      .filter({ has: page.getByText(name, { exact: true }) });
    await fact.getByText(value, { exact: true }).waitFor();
  }
}
