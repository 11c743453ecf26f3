// A new business: every empty page is accessible and says what to do next.
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import {
  assertAccessible,
  assertNoSidewaysScroll,
  goWithin,
  openBrowser,
  phone,
  showWithin,
  type TestBrowser,
} from '../support/browser.ts';
import { sharedServer } from '../support/shared-server.ts';

const nothing = '/nothing';

const server = await sharedServer();
let browser: TestBrowser;

before(async () => {
  browser = await openBrowser();
});

after(() => browser?.close());

/** Each page offers a next step: a link or button in its main part. */
const pages: [path: string, next: RegExp][] = [
  ['/leads', /^(Connect website|Website koppelen)$/],
  ['/leads?view=list', /^(Connect website|Website koppelen)$/],
  ['/leads?priority=low', /^(Clear filters|Filters wissen)$/],
  ['/jobs', /^(New job|Nieuwe klus)$/],
  ['/jobs?view=completed', /^(Go to open jobs|Naar de open klussen)$/],
  ['/jobs?view=cancelled', /^(Go to open jobs|Naar de open klussen)$/],
  ['/calendar?view=list', /^(Go to leads|Naar de aanvragen)$/],
  ['/calendar?view=week', /^(New job|Nieuwe klus)$/],
  ['/calendar?view=month', /^(New job|Nieuwe klus)$/],
  ['/customers', /^(Import from a file|Importeren uit een bestand)$/],
  ['/settings/keys', /^(New key|Nieuwe sleutel)$/],
  ['/settings/webhooks', /^(New webhook|Nieuwe webhook)$/],
  ['/settings/import', /^(Choose a CSV file|Kies een CSV-bestand)$/],
  ['/settings/members', /^(Create invitation|Uitnodiging maken)$/],
  ['/settings/calendar', /^(Create link|Link maken)$/],
];
/** Pages on which there is nothing to do but wait. */
const quiet = [
  '/customers?archived=only',
  '/customers?q=nobody',
  '/customers/duplicates',
  '/overview',
  '/settings/requests',
];

const looks = [
  { name: 'a dark desktop in English', language: 'en', colorScheme: 'dark' },
  { name: 'a phone in Dutch', language: 'nl', viewport: phone },
] as const;

test('every page', { concurrency: looks.length }, async (t) => {
  const opened: (() => Promise<unknown>)[] = [];
  for (const { name, ...seen } of looks) {
    const { page } = await browser.signedInPage(server, seen);
    opened.push(() =>
      t.test(`on ${name}`, async (of) => {
        for (const [path, next] of pages) {
          await of.test(path, async () => {
            await look(page, path);
            const ways = page.getByRole('main').getByRole('link', { name: next });
            const buttons = page.getByRole('main').getByRole('button', { name: next });
            await ways.or(buttons).first().waitFor();
          });
        }
        for (const path of quiet) await of.test(path, () => look(page, path));
      }),
    );
  }
  await Promise.all(opened.map((run) => run()));
});

async function look(page: Page, path: string): Promise<void> {
  // The previous page stays until the next one has loaded.
  await goWithin(page, nothing);
  await showWithin(page, path);
  await assertAccessible(page);
  await assertNoSidewaysScroll(page);
}
