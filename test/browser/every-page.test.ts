// Every page of the app, on a desktop in English and on a dark phone in Dutch: accessible, and user
// text stays text.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { sharedServer } from '../support/shared-server.ts';
import { after, before, test } from '../support/browser-test.ts';
import {
  assertAccessible,
  assertNoSidewaysScroll,
  clickButton,
  goWithin,
  openBrowser,
  phone,
  type TestBrowser,
  untilShown,
} from '../support/browser.ts';
import { type FullBrand, makeFullBrand } from '../support/full-brand.ts';
import { assertOnlyText, markup, shortMarkup } from '../support/markup.ts';

const server = await sharedServer();

type Words = readonly [en: string, nl: string];

interface Row {
  path: string;
  /** Texts that must be on the page. */
  shows: (string | Words)[];
  /** Buttons that open a dialog. */
  dialogs?: Words[];
  /** Steps that lead to the state under test. */
  act?: (page: Page, say: (words: Words) => string) => Promise<void>;
}

let host: PictureHost;
let browser: TestBrowser;
let full: FullBrand;

before(async () => {
  host = await startPictureHost({ isShared: true });
  browser = await openBrowser();
  full = await makeFullBrand(server, host);
});

after(async () => {
  try {
    await browser?.close();
  } finally {
    await host?.close();
  }
});

/** Pages for visitors who are not signed in. */
const openRows = (): Row[] => [
  { path: '/sign-in', shows: [['Sign in', 'Inloggen']] },
  { path: '/forgot', shows: [['New password', 'Nieuw wachtwoord']] },
  { path: `/welcome/${full.invitation}`, shows: [markup('brand')] },
  {
    path: '/welcome/nothing',
    shows: [
      ['Request new password', 'Nieuw wachtwoord aanvragen'],
      ['Go to sign-in', 'Naar de inlogpagina'],
    ],
  },
];

const notHere: Words = ['Page not found', 'Deze pagina bestaat niet'];
const texts = (...words: string[]) => words.map(markup);

const closedRows = (): Row[] => [
  {
    path: '/leads',
    shows: texts('title', 'name', 'city', 'tag', 'lost title'),
    dialogs: [
      ['New lead', 'Nieuwe aanvraag'],
      [`Move ${markup('title')} to…`, `Verplaats ${markup('title')} naar…`],
    ],
  },
  { path: '/leads?view=list', shows: texts('title', 'name', 'city') },
  {
    path: `/leads/${full.leadId}`,
    shows: [
      ...texts('title', 'description', 'notes', 'category', 'budget', 'tag', 'name', 'company'),
      ...texts('street', 'city', 'location', 'unknown key', 'unknown value', 'first name'),
      ...['12', 'A', '3511', '06 11112222'].map(shortMarkup),
    ],
    dialogs: [
      ['Photo 1 of 1', 'Foto 1 van 1'],
      ['Convert to job', 'Maak er een klus van'],
      ['Lost', 'Verloren'],
      ['Edit', 'Bewerken'],
    ],
  },
  { path: `/leads/${full.lostId}`, shows: texts('lost title', 'reason', 'member') },
  {
    path: '/jobs',
    shows: texts('planned', 'busy', 'unplanned', 'name', 'street'),
    dialogs: [['New job', 'Nieuwe klus']],
  },
  { path: '/jobs?view=completed', shows: texts('done') },
  {
    path: `/jobs/${full.plannedId}`,
    shows: texts('planned', 'job tag'),
    dialogs: [['Reschedule', 'Verzetten']],
  },
  {
    path: `/jobs/${full.busyId}`,
    shows: texts('busy'),
    dialogs: [['Finish job', 'Klus afronden']],
  },
  { path: `/jobs/${full.doneId}`, shows: texts('done', 'completion') },
  { path: '/jobs?view=archived', shows: [['The archive is empty', 'Het archief is leeg']] },
  { path: '/jobs/nothing', shows: [['Not found', 'Niet gevonden']] },
  {
    path: '/leads/nothing',
    act: bringBack,
    shows: [['It cannot be restored', 'Het kan niet worden teruggehaald']],
  },
  { path: '/leads/a/b', shows: [notHere] },
  {
    path: '/today',
    shows: [...texts('busy'), ['In progress', 'Bezig']],
  },
  { path: '/calendar?view=list', shows: texts('planned', 'busy', 'unplanned', 'name', 'city') },
  { path: '/calendar?view=week', shows: texts('planned') },
  { path: '/calendar?view=month', shows: texts('planned') },
  { path: '/customers', shows: texts('name', 'company', 'customer tag', 'imported') },
  {
    path: '/customers/duplicates',
    shows: texts('name', 'street', 'city', 'customer notes', 'customer tag'),
  },
  {
    path: `/customers/${full.customerId}`,
    shows: [
      ...texts('name', 'company', 'customer notes', 'customer tag', 'street', 'location', 'title'),
      ...['06 11112222', '030 1234567'].map(shortMarkup),
    ],
    dialogs: [
      ['Edit', 'Bewerken'],
      ['Merge with…', 'Samenvoegen met…'],
      ['Erase permanently…', 'Definitief wissen…'],
    ],
  },
  {
    path: '/customers/nothing',
    shows: [['Customer not found', 'Klant niet gevonden']],
  },
  {
    path: '/tray',
    shows: texts('held', 'held words', 'channel', 'sent value'),
    dialogs: [[`Correct: ${markup('held')}`, `Verbeteren: ${markup('held')}`]],
  },
  { path: '/tray?part=duplicates', shows: texts('name', 'street', 'customer notes') },
  { path: '/tray?part=doubtful', shows: texts('doubtful', 'doubtful title', 'name') },
  { path: '/overview', shows: [['Leads per day', 'Aanvragen per dag']] },
  { path: '/settings', shows: [['Your business', 'Je bedrijf']] },
  { path: '/settings/brand', shows: [['Time zone', 'Tijdzone']] },
  { path: '/settings/members', shows: [markup('member'), 'invited@example.com'] },
  { path: '/settings/customer-mails', shows: [['Placeholders', 'Invulvelden']] },
  { path: '/settings/calendar', shows: texts('calendar link') },
  {
    path: '/settings/import',
    act: dryRun,
    shows: texts('file', 'chosen file', 'header', 'cell', 'known'),
  },
  { path: `/settings/import/${full.importId}`, shows: texts('file') },
  { path: '/settings/export', shows: [['Download leads', 'Aanvragen downloaden']] },
  { path: '/settings/test', shows: [['Try things out', 'Dingen uitproberen']] },
  { path: '/settings/channels', shows: texts('channel', 'hook') },
  { path: '/settings/channels/new', shows: [['Create channel', 'Kanaal maken']] },
  {
    path: `/settings/channels/${full.channelId}`,
    shows: [...texts('hook', 'sent key', 'sent value'), ['Refused earlier', 'Eerder geweigerd']],
    dialogs: [['Delete channel', 'Kanaal verwijderen']],
  },
  { path: '/settings/channels/nothing', shows: [['Channel', 'Kanaal']] },
  { path: '/settings/keys', shows: texts('key', 'member') },
  { path: '/settings/keys/new', shows: [['New API key', 'Nieuwe API-sleutel']] },
  { path: '/settings/webhooks', shows: texts('webhook') },
  { path: '/settings/webhooks/new', shows: [['Create webhook', 'Webhook maken']] },
  {
    path: `/settings/webhooks/${full.webhookId}`,
    shows: [['Messages of the last 30 days', 'Meldingen van de afgelopen 30 dagen']],
    dialogs: [['Delete webhook', 'Webhook verwijderen']],
  },
  {
    path: '/settings/webhooks/nothing',
    shows: [['This webhook cannot be shown', 'Deze webhook kan niet worden getoond']],
  },
  { path: '/settings/requests', shows: ['/v1/api/leads', markup('member')] },
  {
    path: `/settings/requests/${full.requestId}`,
    shows: [full.requestId, ['Accept lead', 'Aanvraag aannemen']],
  },
  { path: '/settings/notifications', shows: [['Do not disturb', 'Niet storen']] },
  { path: '/settings/account', shows: [['Passkeys', 'Passkeys']] },
  { path: '/settings/nothing', shows: [notHere] },
  { path: '/settings/brand/nothing', shows: [notHere] },
  { path: '/nothing', shows: [notHere] },
];

async function bringBack(page: Page, say: (words: Words) => string): Promise<void> {
  await page
    .getByRole('button', { name: say(['Restore deleted item', 'Verwijderd item terughalen']) })
    .click();
}

/** Up to the table that previews what each row of a file becomes. */
async function dryRun(page: Page, say: (words: Words) => string): Promise<void> {
  const lines = [
    `Naam;Titel;E-mail;${markup('header')}`,
    `${markup('cell')};x;new@example.com;y`,
    `${markup('known')};x;first@example.com;y`,
  ];
  await page.locator('input[type=file]').setInputFiles({
    name: `${markup('chosen file')}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n')),
  });
  // Also when the table head is visually hidden.
  await page.getByRole('columnheader', { name: say(['Import as', 'Importeren als']) }).waitFor();
  await page.getByRole('button', { name: say(['Preview import', 'Voorbeeld bekijken']) }).click();
  await page
    .getByRole('row')
    .filter({ hasText: markup('cell') })
    .last()
    .waitFor();
}

async function look(page: Page, { path, shows, dialogs = [], act }: Row, language: 0 | 1) {
  const say = (words: Words) => words[language];
  await goWithin(page, path);
  await act?.(page, say);
  const texts = shows.map((one) => (typeof one === 'string' ? one : say(one)));
  await untilShown(page, { texts, unfolds: true });
  await assertAccessible(page);
  await assertNoSidewaysScroll(page);
  await assertOnlyText(page);
  for (const opener of dialogs) {
    await clickButton(page, say(opener));
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await assertAccessible(page, '[role=dialog]');
    await assertOnlyText(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
}

const looks = [
  { name: 'a desktop in English', language: 'en', index: 0 },
  {
    name: 'a dark phone in Dutch',
    language: 'nl',
    index: 1,
    viewport: phone,
    colorScheme: 'dark',
  },
] as const;

test('every page', { concurrency: looks.length }, async (t) => {
  const opened: (() => Promise<unknown>)[] = [];
  for (const { name, index, ...seen } of looks) {
    const nobody = await browser.page(server, seen);
    // Redirects to the sign-in page.
    await nobody.goto('/');
    await nobody.waitForURL('**/sign-in?*');
    const { page } = await browser.signedInPage(server, { member: full.owner, ...seen });
    await page.getByRole('banner').getByText(markup('brand')).waitFor();
    opened.push(() =>
      t.test(`on ${name}`, async (of) => {
        for (const row of openRows()) await of.test(row.path, () => look(nobody, row, index));
        for (const row of closedRows()) await of.test(row.path, () => look(page, row, index));
      }),
    );
  }
  await Promise.all(opened.map((run) => run()));
});

test('no page is left out', async () => {
  const root = new URL('../../web/src/', import.meta.url);
  const source = (file: string) => readFileSync(new URL(file, root), 'utf8');
  const paths = [...openRows(), ...closedRows()].map(({ path }) => path.split('?')[0]!);
  const routes = [...source('app/pages.tsx').matchAll(/^ {2}'(\/[^']*)': page\(/gm)];
  const parts = [
    ...source('pages/settings/settings.tsx').matchAll(/^ {2}'?([\w-]+)'?: \{\n {4}group/gm),
  ];
  assert.ok(routes.length > 10 && parts.length > 8);
  const wanted = [
    ...routes.map(([, route]) =>
      route!.replace(/\/:\w+\?/g, '(/[^/]+)?').replace(/:\w+/g, '[^/]+'),
    ),
    ...parts.map(([, part]) => `/settings/${part}`),
  ];
  const missing = wanted.filter((one) => !paths.some((path) => new RegExp(`^${one}$`).test(path)));
  assert.deepEqual(missing, []);
});
