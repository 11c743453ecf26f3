// The page of a job on a phone: what is needed most is in reach of the thumb.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import {
  assertAccessible,
  assertNoSidewaysScroll,
  clickButton,
  openBrowser,
  phone,
  type TestBrowser,
} from '../support/browser.ts';
import { itemOf, makeJob } from '../support/jobs-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();
let browser: TestBrowser;
let page: Page;
let me: SignedIn;
let id: string;

before(async () => {
  browser = await openBrowser();
  me = await signInAs(server);
  id = await makeJob(me, 'Boiler', {
    customer: { name: 'Anna Bakker', phone: '06 1234 5678' },
    address: { street: 'Oudegracht', streetNumber: '12', city: 'Utrecht' },
    description: 'No hot water since Monday',
    scheduledStart: '2027-09-07T08:00:00Z',
    status: 'scheduled',
  });
  const look = { member: me, viewport: phone, path: `/jobs/${id}` };
  ({ page } = await browser.signedInPage(server, look));
});

after(() => browser?.close());

const bar = () => page.getByRole('group', { name: 'Next step' });
const boxOf = async (name: string) =>
  (await page.getByRole('heading', { name, exact: true }).boundingBox())!;

test('call, message, route and the next step are above the navigation, wherever it is scrolled', async () => {
  const links = ['Call', 'WhatsApp', 'Directions'].map((name) =>
    bar().getByRole('link', { name, exact: true }),
  );
  await Promise.all(links.map((link) => link.waitFor()));
  assert.deepEqual(await Promise.all(links.map((link) => link.getAttribute('href'))), [
    'tel:0612345678',
    'https://wa.me/31612345678',
    'https://www.openstreetmap.org/search?query=Oudegracht%2012%2C%20Utrecht%2C%20NL',
  ]);
  const inReach = async () => {
    const { y, height } = (await bar().boundingBox())!;
    const navigation = (await page.locator('.bottom-bar').boundingBox())!;
    assert.equal(Math.round(y + height), Math.round(navigation.y));
    assert.ok(y > phone.height * 0.8);
    for (const button of await bar().locator('a, button').all()) {
      const box = (await button.boundingBox())!;
      assert.ok(box.height >= 44 && box.width >= 44, JSON.stringify(box));
    }
  };
  await inReach();
  await page.mouse.wheel(0, 10_000);
  await page.getByText('History', { exact: true }).scrollIntoViewIfNeeded();
  await inReach();
  const last = (await page.getByText('History', { exact: true }).boundingBox())!;
  assert.ok(last.y + last.height < (await bar().boundingBox())!.y, 'the end is not covered');
  await assertAccessible(page, 'body');
  await assertNoSidewaysScroll(page);
});

test('“On my way” opens WhatsApp or a text message with a ready text', async () => {
  const { body } = await me.call('/v1/app/session');
  const text = `Hallo Anna Bakker, met ${body.account.name} van ${body.brand.name}. Ik ben onderweg voor: Boiler.`;
  const hrefOf = async (name: string, on = page) =>
    new URL((await on.getByRole('link', { name, exact: true }).getAttribute('href'))!);
  const whatsApp = await hrefOf('On my way');
  assert.equal(`${whatsApp.origin}${whatsApp.pathname}`, 'https://wa.me/31612345678');
  assert.equal(whatsApp.searchParams.get('text'), text);
  const message = await hrefOf('On my way (SMS)');
  assert.equal(`${message.protocol}${message.pathname}`, 'sms:0612345678');
  assert.equal(message.searchParams.get('body'), text);
  // Of a member without a name.
  const { page: nameless } = await browser.signedInPage(server, {
    member: await signInAs(server, { brandId: me.brandId, name: '' }),
    viewport: phone,
    path: `/jobs/${id}`,
  });
  assert.equal(
    (await hrefOf('On my way', nameless)).searchParams.get('text'),
    `Hallo Anna Bakker, met ${body.brand.name}. Ik ben onderweg voor: Boiler.`,
  );
  await nameless.context().close();
});

test('what it is about comes before the customer and the forms', async () => {
  const first = ['Description', 'Photos'].map(boxOf);
  const whose = page.getByLabel('Assigned to').boundingBox();
  const others = ['Customer', 'Notes', 'Details'].map(boxOf);
  const boxes = await Promise.all([...first, whose, ...others]);
  const tops = boxes.map((box) => box!.y);
  assert.deepEqual(
    tops,
    tops.toSorted((one, other) => one - other),
  );
});

test('the other steps are in one menu', async () => {
  assert.equal(await bar().getByRole('button').count(), 2);
  await clickButton(page, 'Remove from calendar');
  await page.getByText('Now: To be scheduled').waitFor();
  await eventually(async () => (await itemOf(me, id)).status === 'pending');
  await clickButton(page, 'Cancel job');
  await page.getByRole('dialog', { name: 'Why is the job cancelled?' }).waitFor();
});
