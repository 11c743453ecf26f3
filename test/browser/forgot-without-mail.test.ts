// Without a mail server, nobody is told that a link is on its way.
import assert from 'node:assert/strict';
import { after, before, test } from '../support/browser-test.ts';
import { assertAccessible, openBrowser, phone, type TestBrowser } from '../support/browser.ts';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer();
let browser: TestBrowser;

before(async () => {
  browser = await openBrowser();
});

after(() => browser?.close());

for (const [language, forgot, said] of [
  ['en', 'Forgot your password?', 'E-mail has not been set up'],
  ['nl', 'Wachtwoord vergeten?', 'Mail is niet ingesteld'],
] as const) {
  test(`the page says whom to ask, in ${language}`, async () => {
    const page = await browser.page(server, { language, viewport: phone });
    await page.goto('/sign-in');
    await page.getByRole('link', { name: forgot }).tap();
    await page.getByText(said).waitFor();
    assert.equal(await page.getByRole('textbox').count(), 0, 'there is nothing to send');
    await assertAccessible(page);
  });
}
