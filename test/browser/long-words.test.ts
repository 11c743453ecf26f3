// One long word in a name, a title or any other text widens no page and no dialog.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import {
  desktop,
  goWithin,
  openBrowser,
  phone,
  type TestBrowser,
  untilShown,
} from '../support/browser.ts';
import { type FullBrand, makeFullBrand } from '../support/full-brand.ts';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { sharedServer } from '../support/shared-server.ts';

const longWord = (word: string) => `${word.replaceAll(' ', '-')}${'Werkzaamheden'.repeat(6)}`;

const server = await sharedServer();
let host: PictureHost;
let browser: TestBrowser;
let full: FullBrand;

before(async () => {
  host = await startPictureHost({ isShared: true });
  browser = await openBrowser();
  full = await makeFullBrand(server, host, { of: longWord, ofShort: (word) => word });
});

after(async () => {
  try {
    await browser?.close();
  } finally {
    await host?.close();
  }
});

interface Row {
  path: string;
  /** Buttons that open a dialog. */
  dialogs?: string[];
}

const rows = (): Row[] => [
  { path: '/leads', dialogs: [`Move ${longWord('title')} to…`] },
  { path: '/leads?view=list' },
  { path: `/leads/${full.leadId}`, dialogs: ['Edit', 'Convert to job', 'Another customer…'] },
  { path: `/leads/${full.lostId}` },
  { path: '/jobs', dialogs: ['New job'] },
  { path: '/jobs?view=completed' },
  { path: `/jobs/${full.plannedId}`, dialogs: ['Reschedule'] },
  { path: `/jobs/${full.doneId}` },
  { path: '/calendar?view=list' },
  { path: '/calendar?view=week' },
  { path: '/calendar?view=month' },
  { path: '/customers' },
  { path: '/customers/duplicates' },
  {
    path: `/customers/${full.customerId}`,
    dialogs: ['Edit', 'Merge with…', 'Erase permanently…'],
  },
  { path: '/tray', dialogs: [`Correct: ${longWord('held')}`] },
  { path: '/tray?part=duplicates' },
  { path: '/tray?part=doubtful' },
  { path: '/overview' },
  { path: '/settings/brand' },
  { path: '/settings/members' },
  { path: '/settings/calendar' },
  { path: '/settings/import' },
  { path: `/settings/import/${full.importId}` },
  { path: '/settings/channels' },
  { path: `/settings/channels/${full.channelId}`, dialogs: ['Delete channel'] },
  { path: '/settings/keys' },
  { path: '/settings/webhooks' },
  { path: `/settings/webhooks/${full.webhookId}` },
  { path: '/settings/requests' },
  { path: `/settings/requests/${full.requestId}` },
  { path: '/settings/account' },
];

const tablet = { width: 768, height: 1024 };

for (const viewport of [phone, tablet, desktop]) {
  test(`at ${viewport.width} px`, async (t) => {
    const { page } = await browser.signedInPage(server, { member: full.owner, viewport });
    for (const { path, dialogs = [] } of rows()) {
      await t.test(path, async () => {
        await goWithin(page, path);
        await untilShown(page, { unfolds: true });
        assert.deepEqual(await overflowing(page, viewport.width), []);
        for (const name of dialogs) {
          await open(page, name);
          const dialog = page.getByRole('dialog');
          await dialog.waitFor();
          assert.deepEqual(await overflowing(page, viewport.width), [], name);
          await dialog.getByRole('button', { name: 'Close' }).click();
          await dialog.waitFor({ state: 'detached' });
        }
      });
    }
  });
}

/** By its button, or on a phone by the menu of a job's other steps. */
async function open(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true }).first();
  const others = page.getByRole('button', { name: 'Other steps' });
  await button.or(others).first().waitFor();
  if (await button.isVisible()) return button.click();
  await others.click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** The elements that make the page, or a dialog, wider than the screen. */
function overflowing(page: Page, width: number): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const frames = [document.documentElement, ...document.querySelectorAll('[role=dialog]')];
    const wide = frames.filter((one) => one.scrollWidth > one.clientWidth);
    const culprits = [...document.querySelectorAll('main *, [role=dialog] *')].filter(
      (one) => one.getBoundingClientRect().right > ${width} + 1,
    );
    return wide.length === 0 ? [] : wide.concat(culprits.slice(0, 8)).map(
      (one) => one.tagName + '.' + one.className + ' ' + one.scrollWidth + ' ' + one.textContent.slice(0, 40),
    );
  })()`);
}
