// The web app on a phone: how soon the first card is there with a cold cache on a slow line, and how
// long a key press in the search takes. With the version before in another folder, in turns.
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openChromium } from '../test/support/chromium.ts';
import { noteFirstCard } from './first-screen.ts';
import type { Report } from './report.ts';

const firstCardMsMax = 2_500;
const keyMsMax = 60;
const leads = 200;
const slowdown = 4;
const line = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 };

type Support = typeof import('../test/support/server.ts') &
  typeof import('../test/support/sign-in.ts');

interface Version {
  url: string;
  cookie: string;
  firstCardMs: number[];
  keyMs: number[];
  stop(): Promise<unknown>;
}

export async function measureOnPhone(
  report: Report,
  { before, rounds }: { before: string | undefined; rounds: number },
): Promise<void> {
  const browser = await openChromium();
  if (!browser) return report.note('the web app on a phone', 'not measured: no browser here');
  const here = join(import.meta.dirname, '..');
  const versions: Version[] = [];
  try {
    for (const folder of [here, ...(before ? [before] : [])]) versions.push(await start(folder));
    for (let round = 0; round < rounds; round++) {
      for (const version of versions) await measure(browser, version);
    }
  } finally {
    await browser.close();
    for (const version of versions) await version.stop();
  }
  const [ours, theirs] = versions;
  report.atMost('first card on a phone', ours!.firstCardMs, firstCardMsMax, 'ms');
  report.atMost('a key in the search, p75', ours!.keyMs, keyMsMax, 'ms');
  if (!theirs) return;
  report.value('first card, version before', theirs.firstCardMs, 'ms');
  report.value('a key, version before, p75', theirs.keyMs, 'ms');
  report.ratio('first card, to the version before', ours!.firstCardMs, theirs.firstCardMs);
}

async function start(folder: string): Promise<Version> {
  const support = (name: string) => import(join(folder, 'test', 'support', name));
  const { startServer } = (await support('server.ts')) as Support;
  const { signInAs } = (await support('sign-in.ts')) as Support;
  const server = await startServer();
  const me = await signInAs(server);
  const batch = Array.from({ length: leads }, (_, at) => ({
    customerName: `Customer ${at}`,
    title: `Leaking tap ${at}`,
    city: 'Utrecht',
    description: 'The tap in the kitchen drips, and the one upstairs as well.',
  }));
  await me.call('/v1/api/leads/batch', { body: { leads: batch } });
  const { url } = server;
  return { url, cookie: me.cookie, firstCardMs: [], keyMs: [], stop: () => server.stop() };
}

async function measure(browser: Browser, version: Version): Promise<void> {
  const { url, cookie } = version;
  const context = await browser.newContext({
    baseURL: url,
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  const [name, value] = cookie.split('=') as [string, string];
  await context.addCookies([{ name, value, url: url.replace('http:', 'https:'), secure: true }]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...line });
  await page.addInitScript(noteFirstCard);
  await page.goto('/leads');
  version.firstCardMs.push(await page.evaluate<number>('firstCard'));
  version.keyMs.push(await typingMs(page));
  await context.close();
}

/** The time from a key press to the next frame, at the third quartile. */
async function typingMs(page: Page): Promise<number> {
  await page.evaluate(`window.keyMs = [];
    document.addEventListener('keydown', () => {
      const at = performance.now();
      requestAnimationFrame(() => setTimeout(() => keyMs.push(performance.now() - at)));
    }, true);`);
  await page.getByRole('searchbox').first().pressSequentially('leaking tap 12', { delay: 120 });
  const times = await page.evaluate<number[]>('keyMs');
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.75)]!;
}
