// Two brands on one server: a member of one sees nothing of the other, whatever URL they know.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { sharedServer } from '../support/shared-server.ts';
import { after, before, test } from '../support/browser-test.ts';
import { cardIn } from '../support/board.ts';
import { goWithin, openBrowser, showWithin, type TestBrowser } from '../support/browser.ts';
import { call, createLead } from '../support/call.ts';
import { columnsOf } from '../support/imports.ts';
import { outcomesOf } from '../support/photo-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();

const name = 'Sanne Wolkenveld';
const title = 'Zilveren ketel';
const secrets = /wolkenveld|zilver/i;

let host: PictureHost;
let browser: TestBrowser;
let owner: SignedIn;
let me: SignedIn;
let page: Page;
let ids: Record<'lead' | 'job' | 'customer' | 'asset' | 'webhook' | 'import' | 'request', string>;

before(async () => {
  host = await startPictureHost({ isShared: true });
  browser = await openBrowser();
  owner = await signInAs(server, { name });
  const key = await server.createKey({ brandId: owner.brandId });
  const photoUrls = [host.url('/photo.jpg')];
  const { body: lead } = await createLead(server, key, { customerName: name, title, photoUrls });
  const [photo] = await outcomesOf(server, key, lead.id);
  const made = async (path: string, body: object) =>
    (await owner.call(path, { body })).body.id as string;
  const refused = await call(server, '/v1/api/leads', { key, body: { customerName: name } });
  ids = {
    lead: lead.id,
    customer: lead.customerId,
    asset: photo!.assetId!,
    job: await made('/v1/api/work-items', { title, customerId: lead.customerId }),
    webhook: await made('/v1/api/webhooks', {
      url: 'https://example.com/zilver',
      state: 'paused',
    }),
    import: await made('/v1/app/imports', {
      fileName: 'zilver.csv',
      columns: columnsOf({ name: 'customerName', title: 'title' }),
      rows: [[name, title]],
      isDryRun: false,
    }),
    request: refused.headers.get('x-request-id')!,
  };
  ({ page, me } = await browser.signedInPage(server));
});

after(async () => {
  try {
    await browser?.close();
  } finally {
    await host?.close();
  }
});

async function assertNothingSeen(): Promise<void> {
  assert.equal(secrets.exec(await page.content()), null, page.url());
}

test('its records are not found by their URLs', async () => {
  const ownPath = `/v1/api/requests/${ids.request}`;
  await eventually(async () => (await owner.call(ownPath)).status === 200);
  const paths: [page: string, api: string][] = [
    [`/leads/${ids.lead}`, `/v1/api/work-items/${ids.lead}`],
    [`/jobs/${ids.job}`, `/v1/api/work-items/${ids.job}`],
    [`/customers/${ids.customer}`, `/v1/api/customers/${ids.customer}`],
    [`/settings/webhooks/${ids.webhook}`, `/v1/api/webhooks/${ids.webhook}`],
    [`/settings/import/${ids.import}`, `/v1/app/imports/${ids.import}`],
    [`/settings/requests/${ids.request}`, ownPath],
  ];
  for (const [path, api] of paths) {
    // The first brand finds it; otherwise this would prove nothing.
    assert.equal((await owner.call(api)).status, 200, api);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => new URL(response.url()).pathname === api),
      goWithin(page, path),
    ]);
    assert.equal(answer.status(), 404, api);
    await page
      .getByText(/nothing found|not found|does not exist/i)
      .first()
      .waitFor();
    await assertNothingSeen();
  }
  for (const size of ['', '?size=thumbnail']) {
    const path = `/v1/api/assets/${ids.asset}${size}`;
    assert.equal((await owner.call(path)).status, 200);
    const status = await page.evaluate<number>(`fetch('${path}').then(({ status }) => status)`);
    assert.equal(status, 404);
  }
});

test('no search finds them', async () => {
  for (const [path, nothing] of [
    ['/leads?q=zilver', 'Nothing found'],
    ['/leads?view=list&q=wolkenveld', 'Nothing found'],
    ['/jobs?q=zilver', 'Nothing found'],
    ['/customers?q=wolkenveld', 'No customers found'],
  ] as const) {
    await goWithin(page, path);
    await page.getByRole('heading', { name: nothing }).waitFor();
    // The query is in the search field and nowhere else.
    assert.equal(secrets.exec((await page.getByRole('main').textContent())!), null);
  }
  for (const path of ['/customers/duplicates', '/overview', '/calendar', '/settings/members']) {
    await showWithin(page, path);
    await assertNothingSeen();
  }
});

test('the live board shows events of its own brand only', async () => {
  await goWithin(page, '/leads');
  await page.getByRole('heading', { name: 'No leads yet' }).waitFor();
  await page.evaluate(`new Promise((resolve) => {
    window.heard = [];
    const stream = new EventSource('/v1/app/stream');
    stream.addEventListener('changed', ({ data }) => heard.push(JSON.parse(data)));
    stream.addEventListener('hello', resolve);
  })`);
  const theirs = { customerName: name, title: 'Zilver en nieuw' };
  assert.equal((await owner.call('/v1/api/leads', { body: theirs })).status, 201);
  const { body: mine } = await me.call('/v1/api/leads', {
    body: { customerName: 'Open Otto', title: 'Visible tap' },
  });
  await cardIn(page, 'New', 'Visible tap').waitFor();
  const created = () =>
    page.evaluate<string[]>(
      `heard.filter(({ type }) => type === 'lead.created').map(({ recordId }) => recordId)`,
    );
  await eventually(async () => (await created()).length > 0);
  assert.deepEqual(await created(), [mine.id]);
  assert.equal(await page.getByRole('listitem').filter({ hasText: secrets }).count(), 0);
  await assertNothingSeen();
});
