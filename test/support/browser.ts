// Members in a real browser. Console errors and requests to other hosts fail the test file.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright-core';
import type { Role } from '#contract/account-lists.ts';
import { buildWeb } from '../../scripts/build-web.ts';
import { chromium } from './browser-test.ts';
import type { TestServer } from './server.ts';
import { type SignedIn, signInAs } from './sign-in.ts';

// Before any server starts and lists the app's files: a file run alone must not show an older app.
await buildWeb();

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 800 };

interface Look {
  /** English by default. */
  language?: 'en' | 'nl';
  /** A desktop by default; `phone` also has touch. */
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  /** The service worker fetches the whole app first, which slows tests down: opt-in. */
  serviceWorkers?: 'allow' | 'block';
  /** On by default. */
  javaScript?: boolean;
}

interface WantedMember extends Look {
  /** A signed-in member; a new one by default. */
  member?: SignedIn;
  role?: Role;
  /** A new brand by default. */
  brandId?: string;
  name?: string;
  /** The first page; `/leads` by default. */
  path?: string;
  /** Runs before the first navigation, to intercept its requests. */
  prepare?: (page: Page) => Promise<unknown>;
}

export interface TestBrowser {
  /** A blank page, of a member or of nobody. Each page has its own cookies and storage. */
  page(server: TestServer, look?: Look, member?: SignedIn): Promise<Page>;
  /** A page of a member, at `/leads` or another path. */
  signedInPage(server: TestServer, wanted?: WantedMember): Promise<{ page: Page; me: SignedIn }>;
  /** Complaints of the pages so far. */
  readonly complaints: string[];
  /** For a test that provokes complaints: drops those, and no others. */
  takeAway(provoked: RegExp): void;
  /** Fails when a page complained. */
  close(): Promise<void>;
}

// Longer than any legitimate wait.
const waitMsMax = 30_000;

export async function openBrowser(): Promise<TestBrowser> {
  const browser = chromium!;
  const complaints: string[] = [];

  const newPage = async (server: TestServer, look: Look = {}, member?: SignedIn): Promise<Page> => {
    const { language = 'en', viewport = desktop, colorScheme = 'light' } = look;
    const context = await browser.newContext({
      baseURL: server.url,
      locale: language === 'nl' ? 'nl-NL' : 'en-GB',
      timezoneId: 'Europe/Amsterdam',
      viewport,
      colorScheme,
      serviceWorkers: look.serviceWorkers ?? 'block',
      javaScriptEnabled: look.javaScript ?? true,
      hasTouch: viewport === phone,
      isMobile: viewport === phone,
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(waitMsMax);
    if (member) await context.addCookies([browserCookie(server, member)]);
    watch(context, server, complaints);
    return context.newPage();
  };

  return {
    complaints,
    takeAway(provoked) {
      const rest = complaints.filter((one) => !provoked.test(one));
      complaints.splice(0, Infinity, ...rest);
    },
    page: newPage,
    async signedInPage(server, wanted = {}) {
      const { language = 'en' } = wanted;
      const me = wanted.member ?? (await signInAs(server, wanted));
      await me.call('/v1/app/account', { method: 'PATCH', body: { language } });
      const page = await newPage(server, wanted, me);
      await wanted.prepare?.(page);
      await page.goto(wanted.path ?? '/leads');
      await page.getByRole('heading', { level: 1 }).waitFor();
      return { page, me };
    },
    async close() {
      assert.deepEqual(complaints, [], 'pages complained');
    },
  };
}

function browserCookie(server: TestServer, { cookie }: SignedIn) {
  const [name, value] = cookie.split('=') as [string, string];
  return {
    name,
    value,
    domain: new URL(server.url).hostname,
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax' as const,
  };
}

// The browser logs every refusal, which the test judges; and the service worker that is blocked.
const expected =
  /^Failed to load resource: the server responded with a status of 4\d\d|^Service Worker registration blocked/;

function watch(context: BrowserContext, server: TestServer, complaints: string[]): void {
  const home = new URL(server.url).origin;
  context.on('console', (message) => {
    const isBad = message.type() === 'error' || message.type() === 'warning';
    if (isBad && !expected.test(message.text())) complaints.push(message.text());
  });
  context.on('weberror', (event) => complaints.push(String(event.error())));
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== home) complaints.push(`asked ${request.url()}`);
  });
  const homeOfSockets = home.replace(/^http/, 'ws');
  context.on('page', (page) =>
    page.on('websocket', (socket) => {
      if (new URL(socket.url()).origin !== homeOfSockets) complaints.push(`asked ${socket.url()}`);
    }),
  );
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface AxeResult {
  violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[];
}

// Of the files that axe preloads, only media: its rules need no style sheets.
const axeOptions = {
  runOnly: { type: 'tag', values: rules },
  resultTypes: ['violations'],
  preload: { assets: ['media'] },
};

// Half-faded text has low contrast, but not for long.
const runAxe = (part: string) => `'axe' in window &&
  Promise.allSettled(
    document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished),
  ).then(() => axe.run(${JSON.stringify(part)}, ${JSON.stringify(axeOptions)}))
    .then(({ violations }) => ({ violations }))`;

/** WCAG 2.2 AA and best practices, as far as axe can tell: of the page, or of one part. */
export async function assertAccessible(page: Page, part = 'html'): Promise<void> {
  let result = await page.evaluate<AxeResult | false>(runAxe(part));
  if (!result) {
    // Evaluated, because the CSP would refuse an added script.
    await page.evaluate(axe);
    result = await page.evaluate<AxeResult>(runAxe(part));
  }
  const found = result.violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`),
  }));
  assert.deepEqual(found, []);
}

/** Nothing is wider than the screen. */
export async function assertNoSidewaysScroll(page: Page): Promise<void> {
  const [content, screen] = await page.evaluate<[number, number]>(
    'const e = document.documentElement; [e.scrollWidth, e.clientWidth]',
  );
  assert.ok(content <= screen, `the page is ${content} px wide on a screen of ${screen} px`);
}

/** A virtual authenticator for this page that always succeeds. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Navigates within the app without a reload, as its links do. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
}

/**
 * Navigates there and waits for these texts, with details opened on request, and no request
 * pending.
 */
export async function showWithin(
  page: Page,
  path: string,
  { texts = [], unfolds = false }: { texts?: string[]; unfolds?: boolean } = {},
): Promise<void> {
  await goWithin(page, path);
  await untilShown(page, { texts, unfolds });
}

export async function untilShown(
  page: Page,
  { texts = [], unfolds = false }: { texts?: string[]; unfolds?: boolean } = {},
): Promise<void> {
  const missing = await page.evaluate<string[]>(`new Promise((resolve) => {
    const missing = () => {
      if (${unfolds}) {
        document.querySelectorAll('details:not([open]) > summary').forEach((one) => one.click());
      }
      const onItsWay = '.mantine-Loader-root, .mantine-Skeleton-root';
      const shown = document.querySelector('main')?.textContent ?? '';
      return [
        ...(document.querySelector('h1') ? [] : ['a heading']),
        ...([...document.querySelectorAll(onItsWay)].every((one) => one.closest('details:not([open])'))
          ? [] : ['what is on its way']),
        ...${JSON.stringify(texts)}.filter((text) => !shown.includes(text)),
      ];
    };
    const look = () => {
      if (missing().length === 0) end();
    };
    const end = () => {
      observer.disconnect();
      clearTimeout(timer);
      resolve(missing());
    };
    const observer = new MutationObserver(look);
    const timer = setTimeout(end, ${waitMsMax});
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    look();
  })`);
  assert.deepEqual(missing, [], `${page.url()} does not show this`);
}

/** Clicks a button, or on a phone the entry of the menu that has it. */
export async function clickButton(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true }).first();
  const others = page.getByRole('button', { name: /^(Other steps|Andere stappen)$/ });
  const entry = page.getByRole('menuitem', { name, exact: true });
  await button.or(others).first().waitFor();
  if (await button.isVisible()) return button.click();
  await others.click();
  await entry.click();
}
