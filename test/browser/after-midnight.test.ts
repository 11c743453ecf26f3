// Pages that stay open over midnight go on with the next day.
import { after, before, test } from '../support/browser-test.ts';
import { goWithin, openBrowser, type TestBrowser } from '../support/browser.ts';
import { makeJob } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';

const server = await sharedServer();
let browser: TestBrowser;
let me: SignedIn;

before(async () => {
  browser = await openBrowser();
  me = await signInAs(server);
  await makeJob(me, 'Job of tomorrow', { scheduledStart: '2027-06-11T07:00:00Z' });
  const body = { customerName: 'Anna', title: 'Call at a quarter to twelve' };
  const { id } = (await me.call('/v1/api/leads', { body })).body;
  const changes = { followUpAt: '2027-06-10T21:45:00Z' };
  await me.call(`/v1/api/work-items/${id}`, { method: 'PATCH', body: changes });
});

after(() => browser?.close());

/** Half past eleven in the evening in Amsterdam. */
const lateInTheEvening = async () => {
  const { page } = await browser.signedInPage(server, {
    member: me,
    prepare: (opened) => opened.clock.install({ time: new Date('2027-06-10T21:30:00Z') }),
  });
  return page;
};

test('Today marks what has become due, and shows the next day after midnight', async () => {
  const page = await lateInTheEvening();
  await goWithin(page, '/today');
  const row = page.getByRole('link', { name: /Call at a quarter to twelve/ });
  await row.waitFor();
  await page.locator('[data-due]').waitFor({ state: 'detached' });
  await page.clock.fastForward('20:00');
  await row.locator('[data-due]').waitFor();
  await page.getByRole('link', { name: /Job of tomorrow/ }).waitFor({ state: 'detached' });
  await page.clock.fastForward('20:00');
  await page.getByRole('link', { name: /Job of tomorrow/ }).waitFor();
  await page.context().close();
});

test('the jobs of the next day become those of today after midnight', async () => {
  const page = await lateInTheEvening();
  await goWithin(page, '/jobs');
  await page.getByRole('rowgroup', { name: 'Upcoming' }).waitFor();
  await page.clock.fastForward('40:00');
  await page.getByRole('rowgroup', { name: 'Today' }).waitFor();
  await page.context().close();
});
