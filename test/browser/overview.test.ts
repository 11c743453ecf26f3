// The overview: charts that can also be read as tables, in both languages; and a webhook that the
// server has disabled.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import {
  assertAccessible,
  assertNoSidewaysScroll,
  goWithin,
  openBrowser,
  phone,
  type TestBrowser,
} from '../support/browser.ts';
import { createLead } from '../support/call.ts';
import { logTraffic } from '../support/logged-traffic.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';
import { webhookApi } from '../support/webhooks.ts';

const hourMs = 3_600_000;

const server = await sharedServer();
let receiver: Receiver;
let browser: TestBrowser;

before(async () => {
  receiver = await startReceiver({ isShared: true });
  browser = await openBrowser();
});

after(async () => {
  try {
    await browser?.close();
  } finally {
    await receiver?.close();
  }
});

/**
 * Four leads: contacted immediately and won, after two hours and lost, the next day, and not yet.
 */
async function ownerWithLeads(): Promise<SignedIn> {
  const me = await signInAs(server);
  // An hour to answer, by day and night.
  const workingHours = { days: [1, 2, 3, 4, 5, 6, 7], from: 0, until: 1_440 };
  await me.call('/v1/app/brand', { method: 'PATCH', body: { workingHours } });
  const key = await server.createKey({ brandId: me.brandId });
  for (const [status, source, hours] of [
    ['pending', 'web', 0],
    ['lost', 'phone', 2],
    ['contacted', 'web', 30],
    [undefined, 'web', 0],
  ] as const) {
    const { body: lead } = await createLead(server, key, { source });
    if (status) {
      await me.call(`/v1/api/work-items/${lead.id}`, { method: 'PATCH', body: { status } });
    }
    // Reading the feed numbers pending events.
    await me.call('/v1/api/events');
    const cameAt = Date.now() - hours * hourMs;
    await server.withDatabase((db) =>
      db.run(
        "update events set created_at = ? where subject_id = ? and type = 'lead.created'",
        cameAt,
        lead.id,
      ),
    );
  }
  return me;
}

/** The rows of a section as text: the bars have none. */
function rowsOf(page: Page, part: string): Promise<string[]> {
  return page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: part, exact: true }) })
    .getByRole('row')
    .allInnerTexts()
    .then((rows) => rows.map((row) => row.replace(/\s+/g, ' ').trim()));
}

test('response time and outcome of leads are charts, and text', async () => {
  const me = await ownerWithLeads();
  const { page } = await browser.signedInPage(server, { member: me, path: '/overview' });
  await page.getByRole('heading', { name: 'Time to first response', exact: true }).waitFor();
  assert.deepEqual(await rowsOf(page, 'Time to first response'), [
    'First response Leads',
    'Within 15 mins 1 (25%)',
    '15 mins to 1 hr 0 (0%)',
    '1 hr to 4 hrs 1 (25%)',
    '4 hrs to 1 day 0 (0%)',
    'After 1 day 1 (25%)',
    'Not yet 1 (25%)',
  ]);
  await page.getByText('Answered in time').waitFor();
  await page.getByText('1 of 3 leads', { exact: true }).waitFor();
  assert.deepEqual(await rowsOf(page, 'Outcome of these leads'), [
    'Outcome Leads',
    'Became a job 1 (25%)',
    'Still open 2 (50%)',
    'Lost 1 (25%)',
  ]);
  assert.deepEqual(await rowsOf(page, 'Leads per source'), [
    'Source Leads',
    'Website 3 (1 won, 0 lost, 33%)',
    'Phone 1 (0 won, 1 lost, 0%)',
  ]);
  // Bars are proportional; the longest fills the width.
  const bars = page
    .locator('section')
    .filter({ hasText: 'Outcome of these leads' })
    .locator('rect');
  const widths: number[] = [];
  for (const bar of await bars.all()) widths.push(Math.round((await bar.boundingBox())!.width));
  assert.equal(widths[0]! * 2, widths[1]! + (widths[1]! % 2), widths.join());
  assert.equal(widths[0], widths[2]);
  await assertAccessible(page);

  const { page: dutch } = await browser.signedInPage(server, {
    member: me,
    language: 'nl',
    viewport: phone,
    colorScheme: 'dark',
    path: '/overview',
  });
  await dutch.getByRole('heading', { name: 'Tijd tot eerste reactie', exact: true }).waitFor();
  assert.deepEqual((await rowsOf(dutch, 'Tijd tot eerste reactie')).slice(1, 4), [
    'Binnen 15 min 1 (25%)',
    '15 min tot 1 uur 0 (0%)',
    '1 uur tot 4 uur 1 (25%)',
  ]);
  await assertAccessible(dutch);
  await assertNoSidewaysScroll(dutch);
});

test('the value of open quotes is a figure', async () => {
  const me = await signInAs(server);
  for (const estimatedCost of [125_000, 50_000, null]) {
    const { body } = await me.call('/v1/api/leads', { body: { customerName: 'K', title: 'Roof' } });
    const changes = { status: 'quote_sent', estimatedCost };
    await me.call(`/v1/api/work-items/${body.id}`, { method: 'PATCH', body: changes });
  }
  const { page } = await browser.signedInPage(server, {
    member: me,
    language: 'nl',
    path: '/overview',
  });
  await page.getByText(/€\s1\.750,00/).waitFor();
  await page.getByText('3 offertes, 1 zonder bedrag').waitFor();
});

const traffics = [
  {
    logged: [
      [422, 3],
      [503, 2],
    ],
    today: ['5', '3', '2'],
    isMore: false,
  },
  {
    logged: [
      [422, 3],
      [201, 10_000],
    ],
    today: ['10,000+', '3', '0'],
    isMore: true,
  },
] as const;

for (const { logged, today, isMore } of traffics) {
  test(`API traffic beside the request log: ${today.join(', ')}`, async () => {
    const me = await signInAs(server);
    await server.createKey({ brandId: me.brandId });
    for (const [status, count] of logged) {
      await logTraffic(server, { brandId: me.brandId, status, count });
    }
    const { page } = await browser.signedInPage(server, { member: me, path: '/settings/requests' });
    const traffic = page.locator('section').filter({ hasText: 'API traffic' });
    await traffic.getByText('Show as table').click();
    const cells = traffic.getByRole('row').last().getByRole('cell');
    assert.deepEqual(await cells.allInnerTexts(), today);
    const limit = page.getByText('At most 10,000 requests are counted per day.');
    assert.equal(await limit.count(), isMore ? 1 : 0);
    await assertAccessible(page);
  });
}

test('a disabled webhook is shown while it is disabled, to owners only', async () => {
  const owner = await signInAs(server);
  const { brandId } = owner;
  const member = await signInAs(server, { brandId, role: 'member' });
  const key = await server.createKey({ brandId });
  const { page } = await browser.signedInPage(server, { member: owner, path: '/overview' });
  const notice = page.getByRole('status').filter({ hasText: 'A webhook has stopped' });
  assert.equal(await notice.count(), 0);

  // The open page learns of it.
  receiver.behave('/gone', { status: 410 });
  const asked = { eventTypes: ['lead.created'], description: 'Bookkeeping' };
  const { id } = await webhookApi(server, key).create(receiver.url('/gone'), asked);
  await createLead(server, key);
  await notice.waitFor();
  await assertAccessible(page);
  await notice.getByRole('link', { name: 'Bookkeeping' }).click();
  await page.waitForURL(`**/settings/webhooks/${id}`);
  receiver.behave('/gone', {});
  await page.getByRole('switch', { name: 'Send messages' }).click();
  await page.getByText(/^Stopped:/).waitFor({ state: 'detached' });
  await goWithin(page, '/overview');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await notice.waitFor({ state: 'detached' });

  receiver.behave('/gone', { status: 410 });
  await createLead(server, key);
  await notice.waitFor();
  const { page: dutch } = await browser.signedInPage(server, {
    member: owner,
    language: 'nl',
    viewport: phone,
    colorScheme: 'dark',
    path: '/overview',
  });
  await dutch.getByText('Een webhook is gestopt').waitFor();
  await assertAccessible(dutch);
  await assertNoSidewaysScroll(dutch);

  const { page: other } = await browser.signedInPage(server, { member, path: '/overview' });
  await other.getByRole('heading', { name: 'Leads per day', exact: true }).waitFor();
  assert.equal(await other.getByText('A webhook has stopped').count(), 0);
});
