// Accessibility of pages in use: dialogs, menus, errors, offline. In the viewports that
// every-page.test.ts leaves out.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
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
import { changeItem } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import { makeUsedBrand, type UsedBrand } from '../support/used-brand.ts';

type Words = readonly [en: string, nl: string];

/** One page in one language, with its named elements. */
interface Screen {
  page: Page;
  isPhone: boolean;
  go(path: string): Promise<void>;
  button(...words: Words): Locator;
  field(...words: Words): Locator;
  says(...words: Words): Promise<void>;
  dialog: Locator;
}

interface State {
  name: string;
  path: string | ((screen: Screen) => string);
  act?: (screen: Screen) => Promise<void>;
  /** Restores state outside the page. */
  undo?: (screen: Screen) => Promise<unknown>;
}

const server = await sharedServer();
let browser: TestBrowser;
let used: UsedBrand;
// Both viewports run concurrently, so each needs its own records.
let racedOver: { phone: string; desktop: string };

before(async () => {
  browser = await openBrowser();
  used = await makeUsedBrand(server);
  racedOver = { phone: await makeLead(), desktop: await makeLead() };
});

after(() => browser?.close());

async function makeLead(): Promise<string> {
  const body = { customerName: 'Anna Bakker', title: 'Changed by two' };
  const made = await used.owner.call('/v1/api/leads', { body });
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}

function leadOf({ isPhone }: Screen): string {
  return isPhone ? racedOver.phone : racedOver.desktop;
}

const opens =
  (...words: Words) =>
  async ({ page, button, dialog }: Screen) => {
    const wanted = button(...words).first();
    const others = button('Other steps', 'Andere stappen');
    await wanted.or(others).first().waitFor();
    if (await wanted.isVisible()) await wanted.click();
    else {
      await others.click();
      const name = new RegExp(`^(${words.join('|')})$`);
      await page.getByRole('menuitem', { name }).click();
    }
    await dialog.waitFor();
  };

const states: State[] = [
  {
    name: 'the menu of the account',
    path: '/leads',
    act: async ({ page }) => {
      await page.getByRole('banner').getByRole('button').last().click();
      await page.getByRole('menu').waitFor();
    },
    undo: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'filters that find nothing',
    path: '/leads?priority=low&age=older',
    act: async ({ page, isPhone, says }) => {
      await says('Nothing found', 'Niets gevonden');
      if (isPhone) await page.locator('.filter-fields[data-open]').waitFor();
    },
  },
  {
    name: 'a card that is carried by keys',
    path: '/leads',
    act: async ({ page, isPhone }) => {
      // A phone has no keyboard.
      if (isPhone) return;
      await page.locator('.lead-handle').first().focus();
      await page.keyboard.press('Space');
      await page.locator('[data-dragged]').waitFor();
    },
    undo: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'why a lead was lost',
    path: '/leads',
    act: async ({ page, button, dialog }) => {
      await button('Move Leaking tap to…', 'Verplaats Leaking tap naar…').click();
      await dialog.getByRole('button', { name: /^(Lost|Verloren)$/ }).click();
      await page.getByRole('textbox').last().waitFor();
    },
  },
  {
    name: 'a new lead that is refused',
    path: '/leads',
    act: async ({ button, field, dialog }) => {
      await button('New lead', 'Nieuwe aanvraag').first().click();
      await field('E-mail address', 'E-mailadres').fill('nobody');
      await button('Save lead', 'Aanvraag opslaan').click();
      await dialog.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'a new job without a customer',
    path: '/jobs',
    act: async ({ button, field, says }) => {
      await button('New job', 'Nieuwe klus').click();
      await field('What needs to be done?', 'Wat moet er gebeuren?').fill('x');
      await button('Save job', 'Klus opslaan').click();
      await says('Choose a customer', 'Kies een klant');
    },
  },
  {
    name: 'customers to choose from',
    path: '/jobs',
    act: async ({ page, button, dialog }) => {
      await button('New job', 'Nieuwe klus').click();
      await dialog.getByRole('combobox').first().fill('jan');
      await page.getByRole('option', { name: /Jan Jansen/ }).waitFor();
    },
  },
  {
    name: 'the menu of a job',
    path: () => `/jobs/${used.job}`,
    act: async ({ page, button }) => {
      await button('More', 'Meer').click();
      await page.getByRole('menu').waitFor();
    },
    undo: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'why a job is cancelled',
    path: () => `/jobs/${used.job}`,
    act: opens('Cancel job', 'Klus annuleren'),
  },
  {
    name: 'an end before the start',
    path: () => `/jobs/${used.job}`,
    act: async (screen) => {
      await opens('Reschedule', 'Verzetten')(screen);
      await screen.dialog.getByLabel(/^(Start|Begin)$/).fill('2027-03-02T10:00');
      await screen.dialog.getByLabel(/^(End|Einde)$/).fill('2027-03-02T09:00');
      await screen.says('The end is before the start', 'Het einde ligt voor het begin');
    },
  },
  {
    name: 'tags to choose from, and a sum',
    path: () => `/jobs/${used.busy}`,
    act: async (screen) => {
      await opens('Edit', 'Bewerken')(screen);
      await screen.field('Final amount', 'Eindbedrag').fill('100');
      await screen.field('Tags', 'Labels').first().click();
      await screen.page.locator('[role=option]').first().waitFor();
    },
  },
  {
    name: 'somebody else was first',
    path: (screen) => `/leads/${leadOf(screen)}`,
    act: async (screen) => {
      await opens('Edit', 'Bewerken')(screen);
      await screen.field('Title', 'Titel').fill('Mine');
      await changeItem(used.owner, leadOf(screen), { title: 'Theirs' });
      await screen.button('Save', 'Opslaan').click();
      await screen.dialog.getByRole('alert').waitFor();
    },
  },
  {
    name: 'notes that are written',
    path: () => `/leads/${used.lead}`,
    act: ({ button }) => button('Edit notes', 'Notities bewerken').click(),
  },
  {
    name: 'an address that is changed',
    path: () => `/leads/${used.lead}`,
    act: opens('Change address: Oudegracht 12, Utrecht', 'Adres wijzigen: Oudegracht 12, Utrecht'),
  },
  {
    name: 'what does not fit into a day of the month',
    path: '/calendar?view=month',
    act: async ({ page, isPhone }) => {
      // A phone shows the jobs of the chosen day below instead.
      if (isPhone) return page.locator('.calendar-entry').first().waitFor();
      await page.getByRole('button', { name: /^(\d+ more|nog \d+)$/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'a job of the calendar',
    path: '/calendar?view=week',
    act: async ({ page, dialog }) => {
      await page.locator('.time-column [data-movable]').first().click();
      await dialog.waitFor();
    },
  },
  {
    name: 'a job that gets its time',
    path: '/calendar?view=list',
    act: opens('Schedule “No time yet”', '“No time yet” inplannen'),
  },
  {
    name: 'a wrong name for somebody who is to be erased',
    path: () => `/customers/${used.customer}`,
    act: async (screen) => {
      await opens('Erase permanently…', 'Definitief wissen…')(screen);
      await screen.dialog.getByRole('textbox').fill('Somebody else');
      await screen.button('Erase permanently', 'Definitief wissen').click();
      await screen.dialog.getByRole('alert').waitFor();
    },
  },
  {
    name: 'a key that is made',
    path: '/settings/keys/new',
    act: async ({ button, field, page }) => {
      await field('What is it for?', 'Waar is hij voor?').fill('Bookkeeping');
      await page.getByRole('radio').last().press('Space');
      await button('Create key', 'Sleutel maken').click();
      await field('Key', 'Sleutel').waitFor();
    },
  },
  { name: 'a key to be replaced', path: '/settings/keys', act: opens('Replace', 'Vervangen') },
  { name: 'a key to be revoked', path: '/settings/keys', act: opens('Revoke', 'Intrekken') },
  {
    name: 'a webhook that is refused',
    path: '/settings/webhooks/new',
    act: async ({ page, button, field }) => {
      await field('Receiver URL', 'URL van de ontvanger').fill('http://example.com/');
      await page.getByRole('radio').last().press('Space');
      await button('Create webhook', 'Webhook maken').click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'a new secret',
    path: () => `/settings/webhooks/${used.webhook}`,
    act: async (screen) => {
      await opens('Create new secret', 'Nieuw geheim maken')(screen);
      await screen.dialog.getByRole('button').last().click();
      await screen.page.getByRole('group', { name: /^(Secret|Geheim)$/ }).waitFor();
    },
  },
  {
    name: 'an invitation, and one that is refused',
    path: '/settings/members',
    act: async ({ page, button, field, isPhone }) => {
      const email = field('E-mail address', 'E-mailadres');
      await email.fill(`guest${Number(isPhone)}@example.com`);
      await button('Create invitation', 'Uitnodiging maken').click();
      await field('Link', 'Link').waitFor();
      await email.fill(used.owner.email);
      await button('Create invitation', 'Uitnodiging maken').click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'a member to be removed',
    path: '/settings/members',
    act: opens('Remove Piet', 'Piet verwijderen'),
  },
  {
    name: 'a calendar link to be revoked',
    path: '/settings/calendar',
    act: opens('Revoke link “Piet’s phone”', 'Link “Piet’s phone” intrekken'),
  },
  {
    name: 'a refused lead that is still wrong',
    path: () => `/settings/requests/${used.request}`,
    act: async ({ page, button }) => {
      await button('Accept lead', 'Aanvraag aannemen').click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'a wrong password',
    path: '/settings/account',
    act: async ({ page, button, field }) => {
      await field('Current password', 'Huidig wachtwoord').fill('not this one');
      await field('New password', 'Nieuw wachtwoord').fill('another long secret');
      await button('Change password', 'Wachtwoord wijzigen').click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'columns of which two are the same',
    path: '/settings/import',
    act: async ({ page, says }) => {
      const buffer = Buffer.from('Naam;Extra\r\nJan;Piet');
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer });
      await page.getByLabel(/“Extra”/).selectOption({ index: 1 });
      await says('Two columns are', 'Twee kolommen staan op');
    },
  },
  {
    name: 'a list that cannot be read',
    path: '/customers',
    act: async ({ page }) => {
      await page.route('**/v1/api/customers?*', (route) => route.abort());
      await page.getByRole('searchbox').fill('nobody reads this');
      await page.getByRole('alert').waitFor();
    },
    undo: ({ page }) => page.unroute('**/v1/api/customers?*'),
  },
  {
    name: 'no network',
    path: '/leads',
    act: async ({ page }) => {
      await page.context().setOffline(true);
      const status = page.getByRole('status').filter({ hasText: /offline/ });
      await status.waitFor();
    },
    undo: ({ page }) => page.context().setOffline(false),
  },
];

const looks = [
  { name: 'a dark desktop in English', language: 'en', colorScheme: 'dark' },
  { name: 'a phone in Dutch', language: 'nl', viewport: phone },
] as const;

test('every state', { concurrency: looks.length }, async (t) => {
  const opened: (() => Promise<unknown>)[] = [];
  for (const { name, ...seen } of looks) {
    // A separate member, with that language.
    const { brandId } = used.owner;
    const { page } = await browser.signedInPage(server, { brandId, ...seen });
    const screen = screenOf(page, seen.language);
    opened.push(() =>
      t.test(`on ${name}`, async (of) => {
        for (const state of states) await of.test(state.name, () => look(screen, state));
      }),
    );
  }
  await Promise.all(opened.map((run) => run()));
  browser.takeAway(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
});

async function look(screen: Screen, { path, act, undo }: State): Promise<void> {
  try {
    await screen.go(typeof path === 'string' ? path : path(screen));
    await act?.(screen);
    await assertAccessible(screen.page);
    await assertNoSidewaysScroll(screen.page);
  } finally {
    await undo?.(screen);
  }
}

function screenOf(page: Page, language: 'en' | 'nl'): Screen {
  const say = ([en, nl]: Words) => (language === 'en' ? en : nl);
  return {
    page,
    isPhone: page.viewportSize()!.width === phone.width,
    async go(path) {
      // Closes everything that was open.
      await goWithin(page, '/nothing');
      await showWithin(page, path);
    },
    button: (...words) => page.getByRole('button', { name: say(words), exact: true }),
    field: (...words) => page.getByLabel(say(words), { exact: true }),
    says: (...words) => page.getByText(say(words)).first().waitFor(),
    dialog: page.getByRole('dialog'),
  };
}
