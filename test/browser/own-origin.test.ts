// The browser makes requests to the server only. Every page of every test is checked for it
// (`openBrowser`), including every-page.test.ts and the offline part of offline.test.ts.
import assert from 'node:assert/strict';
import { after, before, test } from '../support/browser-test.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { sharedServer } from '../support/shared-server.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();
let browser: TestBrowser;

before(async () => {
  browser = await openBrowser();
});

after(() => browser?.close());

const attempts: Record<string, string> = {
  fetch: `fetch('https://fetch.example/').catch(() => {})`,
  picture: `new Image().src = 'https://picture.example/'`,
  socket: `new WebSocket('wss://socket.example/')`,
  stream: `new EventSource('https://stream.example/')`,
  beacon: `navigator.sendBeacon('https://beacon.example/')`,
  style: `document.head.append(Object.assign(document.createElement('link'), {
    rel: 'stylesheet', href: 'https://style.example/' }))`,
  font: `new FontFace('x', 'url(https://font.example/)').load().catch(() => {})`,
  script: `import('https://script.example/').catch(() => {})`,
  frame: `document.body.append(Object.assign(document.createElement('iframe'), {
    src: 'https://frame.example/' }))`,
};

for (const isBypassed of [false, true]) {
  const name = isBypassed ? 'what a page asks of others' : 'what its policy keeps a page from';
  test(`${name} is reported`, async () => {
    const page = await browser.page(server);
    if (isBypassed) {
      const session = await page.context().newCDPSession(page);
      await session.send('Page.setBypassCSP', { enabled: true });
    }
    await page.goto('/sign-in');
    for (const attempt of Object.values(attempts)) await page.evaluate(`void (${attempt})`);
    const missed = () =>
      Object.keys(attempts).filter(
        (what) => !browser.complaints.some((one) => one.includes(`//${what}.example/`)),
      );
    await eventually(async () => missed().length === 0).catch(() =>
      assert.fail(`nobody noticed: ${missed().join()}`),
    );
    await page.context().close();
    browser.takeAway(/\.example|ERR_NAME_NOT_RESOLVED|violates/);
  });
}

test('the pages for integrators', async () => {
  const page = await browser.page(server);
  for (const path of ['/docs', '/docs/guide']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    assert.deepEqual(browser.complaints, [], path);
  }
});
