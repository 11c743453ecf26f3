// The order of the board's cards, and what a card shows at a glance.
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { cardIn, column, moveByMouse } from '../support/board.ts';
import { assertAccessible, openBrowser, phone, type TestBrowser } from '../support/browser.ts';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { changeWorkItem } from '../support/stored-records.ts';
import { eventually } from '../support/within.ts';

const hourMs = 3_600_000;

const server = await sharedServer();
let browser: TestBrowser;
let host: PictureHost;
let me: SignedIn;
let page: Page;

before(async () => {
  host = await startPictureHost({ isShared: true });
  browser = await openBrowser();
  me = await signInAs(server);
  const photoUrls = [host.url('/photo.jpg')];
  await makeLead('Long ago', 'medium', 50, { status: 'contacted' });
  await makeLead('Waits long', 'medium', 30, { estimatedCost: 185_000 });
  await makeLead('Waits a little', 'medium', 2);
  await makeLead('In no hurry', 'low', 90, {}, photoUrls);
  await makeLead('Now', 'urgent', 1);
  ({ page } = await browser.signedInPage(server, { member: me }));
});

after(async () => {
  await browser?.close();
  await host?.close();
});

test('the most urgent first, then those that wait longest', async () => {
  await untilOrder(page, 'New', ['Now', 'Waits long', 'Waits a little', 'In no hurry']);
});

test('a moved card goes to its place at once, before the server answers', async () => {
  const held = Promise.withResolvers<void>();
  await page.route('**/v1/api/leads?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await moveByMouse(page, cardIn(page, 'New', 'Waits long'), 'Contacted');
  await untilOrder(page, 'Contacted', ['Long ago', 'Waits long']);
  held.resolve();
  await page.unrouteAll({ behavior: 'wait' });
  await untilOrder(page, 'Contacted', ['Long ago', 'Waits long']);
});

test('another order is remembered', async () => {
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Newest first');
  await untilOrder(page, 'New', ['Now', 'In no hurry', 'Waits a little']);
  await page.reload();
  await untilOrder(page, 'New', ['Now', 'In no hurry', 'Waits a little']);
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Urgent first');
  await untilOrder(page, 'New', ['Now', 'Waits a little', 'In no hurry']);
});

test('a lead without an answer is marked, also while the board stays open', async () => {
  const member = await signInAs(server);
  const workingHours = { days: [1, 2, 3, 4, 5, 6, 7], from: 0, until: 1_440 };
  await member.call('/v1/app/brand', {
    method: 'PATCH',
    body: { workingHours, answerMinutes: 60 },
  });
  await member.call('/v1/api/leads', { body: { customerName: 'Eva', title: 'Boiler' } });
  const { page: open } = await browser.signedInPage(server, { member, path: '/settings' });
  await open.clock.install();
  await open.goto('/leads');
  const card = cardIn(open, 'New', 'Boiler');
  await card.waitFor();
  await card.getByText('No answer yet').waitFor({ state: 'detached' });
  await open.clock.fastForward('02:00:00');
  await card.getByText('No answer yet').waitFor();
  await open.context().close();
});

test('a card shows the amount and the first photo', async () => {
  const { page: small } = await browser.signedInPage(server, {
    member: me,
    viewport: phone,
    language: 'nl',
  });
  await cardIn(small, 'Contact gehad', 'Waits long')
    .getByText(/€\s1\.850,00/)
    .waitFor();
  await cardIn(small, 'Nieuw', 'In no hurry').locator('img').waitFor();
  // Cards are rendered again once drag and drop is loaded.
  await eventually(() =>
    small.evaluate<boolean>(`(() => {
      const picture = document.querySelector('.lead-picture');
      picture?.scrollIntoView();
      return picture?.naturalWidth > 0;
    })()`),
  );
  await assertAccessible(small);
});

async function makeLead(
  title: string,
  priority: string,
  hours: number,
  changes: object = {},
  photoUrls?: string[],
): Promise<void> {
  const lead = { customerName: 'Sanne', title, priority, ...(photoUrls && { photoUrls }) };
  const { body } = await me.call('/v1/api/leads', { body: lead });
  await me.call(`/v1/api/work-items/${body.id}`, { method: 'PATCH', body: changes });
  await changeWorkItem(server, body.id, { receivedAt: Date.now() - hours * hourMs });
}

async function untilOrder(where: Page, name: string, titles: string[]): Promise<void> {
  const shown = () => column(where, name).getByRole('heading', { level: 3 }).allTextContents();
  await eventually(async () => (await shown()).join() === titles.join());
}
