// Takes the README's screenshots from a demo with a fixed date: npm run screenshots
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import sharp, { type Sharp } from 'sharp';
import { openChromium } from '../test/support/chromium.ts';
import { needs } from '../test/support/needs.ts';
import { type Demo, makeDemo } from './make-demo.ts';
import { serveDemo } from './serve-demo.ts';

// A Wednesday morning with work in progress.
const now = Date.parse('2026-10-14T10:42:00+02:00');
const outFolder = join(import.meta.dirname, '..', 'docs', 'images');
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true };
const desk = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5, isMobile: false };
const shots = [
  { name: 'board-phone', path: '/leads', screen: phone, ready: '.lead-card' },
  { name: 'calendar-desk', path: '/calendar', screen: desk, ready: '[data-event-id]' },
] as const;
const colorSchemes = ['light', 'dark'] as const;
type Shot = (typeof shots)[number] & { colorScheme: (typeof colorSchemes)[number] };

const folder = mkdtempSync(join(tmpdir(), 'vakwerk-screenshots-'));
await useSameFonts(folder);
const demo = await makeDemo(join(folder, 'demo'), now);
const url = await serve(join(folder, 'demo'));
const browser = await openChromium();
if (!browser) throw new Error(needs('a browser'));
mkdirSync(outFolder, { recursive: true });
for (const shot of shots) {
  for (const colorScheme of colorSchemes) await take(browser, url, demo, { ...shot, colorScheme });
}
await browser.close();
rmSync(folder, { recursive: true, force: true });
// The server would keep the process alive.
process.exit();

/** The app uses system fonts. Those of an npm package give the same pictures on every Linux. */
async function useSameFonts(place: string): Promise<void> {
  const before = process.env['TMPDIR'];
  // The package unpacks into the folder for temporary files.
  process.env['TMPDIR'] = place;
  const { inflate } = await import('@sparticuz/chromium');
  const packed = new URL('../bin/fonts.tar.br', import.meta.resolve('@sparticuz/chromium'));
  await inflate(fileURLToPath(packed));
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  const list = `<fontconfig><dir>${join(place, 'fonts')}</dir><cachedir>${place}</cachedir></fontconfig>`;
  process.env['FONTCONFIG_FILE'] = join(place, 'fonts.conf');
  writeFileSync(process.env['FONTCONFIG_FILE'], list);
}

async function serve(dataDir: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const umask = process.umask();
  const env = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent' };
  await serveDemo(dataDir, env, (at) => {
    resolve(at);
    return '';
  });
  // runServer sets umask 077, which is not for the pictures.
  process.umask(umask);
  return promise;
}

async function take(from: Browser, baseURL: string, access: Demo, shot: Shot): Promise<void> {
  const { name, path, screen, ready, colorScheme } = shot;
  const context = await from.newContext({
    ...screen,
    baseURL,
    colorScheme,
    hasTouch: screen.isMobile,
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(now);
  await signIn(page, access);
  await page.goto(path);
  await page.locator(ready).first().waitFor();
  await page.waitForLoadState('networkidle');
  const file = join(outFolder, `${name}-${colorScheme}.png`);
  const picture = framed(await page.screenshot(), screen);
  const { size } = await picture.png({ palette: true, quality: 90, effort: 10 }).toFile(file);
  process.stdout.write(`${file}: ${Math.round(size / 1024)} KB\n`);
  await context.close();
}

/** Adds round corners and a border: a white page on a white README has no edge. */
function framed(picture: Buffer, { viewport, deviceScaleFactor }: typeof phone): Sharp {
  const { width, height } = viewport;
  const shape = (look: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"
        width="${width * deviceScaleFactor}" height="${height * deviceScaleFactor}">
        <rect x="1" y="1" width="${width - 2}" height="${height - 2}" rx="24" ${look}/></svg>`,
    );
  return sharp(picture).composite([
    { input: shape('fill="#000"'), blend: 'dest-in' },
    { input: shape('fill="none" stroke="#868e96" stroke-width="2"') },
  ]);
}

async function signIn(page: Page, { email, password }: Demo): Promise<void> {
  await page.goto('/');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation').first().waitFor();
}
