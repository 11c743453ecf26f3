// The tray on a phone.
import assert from 'node:assert/strict';
import { after, before, test } from '../support/browser-test.ts';
import {
  assertNoSidewaysScroll,
  openBrowser,
  phone,
  type TestBrowser,
} from '../support/browser.ts';
import { makeChannel, postSpam } from '../support/channels-of-member.ts';
import { sharedServer } from '../support/shared-server.ts';
import { signInAs } from '../support/sign-in.ts';

const server = await sharedServer();

let browser: TestBrowser;
before(async () => (browser = await openBrowser()));
after(() => browser?.close());

for (const language of ['en', 'nl'] as const) {
  test(`the first screen has a whole row and a part of the next, in ${language}`, async () => {
    const member = await signInAs(server);
    const form = await makeChannel(member, { type: 'form', name: 'Website' });
    for (const customerName of ['Anna Eerst', 'Bert Later']) {
      const description = 'Water drips from the ceiling.';
      await postSpam(server, form, { customerName, phone: '0612345678', description });
    }
    const { page } = await browser.signedInPage(server, {
      member,
      language,
      viewport: phone,
      path: '/tray',
    });
    const next = page.getByRole('listitem', { name: 'Anna Eerst', exact: true });
    await next.waitFor();
    const { y } = (await next.boundingBox())!;
    assert.ok(y < phone.height, `the next row begins at ${y} px`);
    await assertNoSidewaysScroll(page);
  });
}

test('doubtful leads beyond a page are one tap away', async () => {
  const member = await signInAs(server);
  const lead = (n: number) => ({ customerName: `Name ${n}`, phone: '0612345678', title: 'Tap' });
  const leads = Array.from({ length: 53 }, (_, n) => lead(n));
  const sent = await member.call('/v1/api/leads/batch', { body: { leads } });
  assert.equal(sent.status, 200, sent.text);
  const { page } = await browser.signedInPage(server, {
    member,
    viewport: phone,
    path: '/tray?part=doubtful',
  });
  const rows = page.getByRole('listitem', { name: /^Name / });
  await rows.last().waitFor();
  assert.equal(await rows.count(), 50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await rows.nth(51).waitFor();
  assert.equal(await rows.count(), 52);
  assert.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0);
});
