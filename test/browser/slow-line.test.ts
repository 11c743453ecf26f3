// A connection so slow that the service worker shows cached pages: newer ones follow, and no change
// is lost.
import assert from 'node:assert/strict';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { after, before, test } from '../support/browser-test.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import type { TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

/** A proxy that holds back responses for these paths until they are released. */
interface SlowLine {
  readonly url: string;
  readonly slowPaths: Set<string>;
  /** Number of held responses. */
  held(): number;
  letGo(): void;
  close(): void;
}

const lines: SlowLine[] = [];
// One after the other: each writes to the database from outside.
const members: SignedIn[] = [];
const server = await sharedServer();
let browser: TestBrowser;

before(async () => {
  browser = await openBrowser();
  for (let n = 0; n < 2; n++) members.push(await signInAs(server));
});

after(async () => {
  try {
    await browser?.close();
  } finally {
    for (const line of lines) line.close();
    await server?.stop();
  }
});

async function startSlowLine(target: TestServer): Promise<SlowLine> {
  const waiting: (() => void)[] = [];
  const slowPaths = new Set<string>();
  const front = createServer((asked, answer) => {
    const { url: path, method, headers } = asked;
    const isSlow = method === 'GET' && slowPaths.has(path!);
    const passed = ask(new URL(path!, target.url), { method, headers }, (response) => {
      const send = () => {
        answer.writeHead(response.statusCode!, response.headers);
        response.pipe(answer);
      };
      if (isSlow) waiting.push(send);
      else send();
    });
    passed.on('error', () => answer.destroy());
    // The event stream would never end, and keep this process alive.
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const line: SlowLine = {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    slowPaths,
    held: () => waiting.length,
    letGo() {
      slowPaths.clear();
      for (const send of waiting.splice(0)) send();
    },
    close() {
      front.close();
      front.closeAllConnections();
    },
  };
  lines.push(line);
  return line;
}

/** A member on that page of a lead, with the service worker active. */
async function somebodyAt(
  pathOf: (lead: { id: string; customerId: string }) => string,
  api: (lead: { id: string; customerId: string }) => string,
): Promise<{ page: Page; me: SignedIn; apiPath: string; line: SlowLine }> {
  const line = await startSlowLine(server);
  const me = members.pop()!;
  const body = { customerName: 'Hanna Haan', title: 'Leaking tap' };
  const lead = (await me.call('/v1/api/leads', { body })).body;
  const { page } = await browser.signedInPage(
    { ...server, url: line.url },
    { member: me, serviceWorkers: 'allow' },
  );
  await page.evaluate('navigator.serviceWorker.ready');
  await page.goto(pathOf(lead));
  const apiPath = api(lead);
  await eventually(async () => (await keptAt(page, apiPath)) > 0);
  return { page, me, apiPath, line };
}

/** Zero while nothing is cached. */
function keptAt(page: Page, path: string): Promise<number> {
  return page.evaluate<number>(
    `caches.match('${path}').then((kept) => Number(kept?.headers.get('x-cached-at') ?? 0))`,
  );
}

// They mostly wait.
describe('on a slow line', { concurrency: true }, () => {
  test('another member’s change is shown once the response arrives', async () => {
    const { page, me, apiPath, line } = await somebodyAt(
      ({ customerId }) => `/customers/${customerId}`,
      ({ customerId }) => `/v1/api/customers/${customerId}`,
    );
    line.slowPaths.add(apiPath);
    const body = { name: 'Hanna Haan-Smit' };
    assert.equal((await me.call(apiPath, { method: 'PATCH', body })).status, 200);
    await page.getByText('You are offline.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Hanna Haan', exact: true }).waitFor();
    line.letGo();
    await page.getByRole('heading', { level: 1, name: 'Hanna Haan-Smit' }).waitFor();
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('an own change is not undone by an older cached page', async () => {
    const { page, apiPath, line } = await somebodyAt(
      ({ id }) => `/leads/${id}`,
      ({ id }) => `/v1/api/work-items/${id}`,
    );
    const status = page.getByRole('main').getByText('Contacted', { exact: true });
    line.slowPaths.add(apiPath);
    await page.getByRole('button', { name: 'Contacted' }).click();
    await status.first().waitFor();
    await eventually(async () => line.held() > 0);

    // A response read after the change is shown just as early: once it is there, the other would be
    // too.
    const other = '/v1/app/board';
    const changedAt = Date.now();
    await page.evaluate(`fetch('${other}').then((answer) => answer.text())`);
    await eventually(async () => (await keptAt(page, other)) >= changedAt);
    line.slowPaths.add(other);
    const isKept = `then(({ headers }) => headers.has('x-cached-at'))`;
    await page.evaluate(`void (window.anew = fetch('${other}', { cache: 'reload' }).${isKept})`);
    assert.equal(await page.evaluate<boolean>(`fetch('${other}').${isKept}`), true);
    assert.equal(await status.count(), 1);
    assert.equal(await page.getByText('You are offline.').count(), 0);
    line.letGo();
    assert.equal(await page.evaluate<boolean>('anew'), false);
    await page.context().close();
  });
});
