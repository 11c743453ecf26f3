// Candidates for a Chromium, the best first.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { LaunchOptions } from 'playwright-core';
import { unpackedChromium } from './npm-chromium.ts';
import { allOnPath, onPath } from './on-path.ts';

const names = [
  // The same engine without the browser UI, which takes a third less CPU.
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];
// Of several versions of Playwright, in its folder.
const programsOfPlaywright = [
  'chromium_headless_shell-*/chrome-*/{headless_shell,chrome-headless-shell}{,.exe}',
  'chromium-*/chrome-*/chrome{,.exe}',
  'chromium-*/chrome-mac*/*.app/Contents/MacOS/*',
];
const packages = ['chromium-headless-shell', 'chromium'];
// Without a network, apt soon fails.
const aptOptions = ['http::Timeout=5', 'https::Timeout=5', 'Retries=0'].flatMap((option) => [
  '-o',
  `Acquire::${option}`,
]);
const aptMsMax = 120_000;

// Nothing leaves this machine: neither the browser's own requests nor a page's.
const quietArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** Each is looked for only when the previous ones did not start. */
export async function* browsersToTry({ mayInstall = false } = {}): AsyncGenerator<LaunchOptions> {
  yield* [...ofSystem(), ...ofPlaywright()].map(browserAt);
  if (process.platform === 'linux' && process.arch === 'x64') yield await ofNpm();
  if (mayInstall && (await installFromDebian())) yield* ofSystem().map(browserAt);
}

export function browserAt(executablePath: string): LaunchOptions {
  return { executablePath, args: quietArguments };
}

function ofSystem(): string[] {
  return [...names.flatMap(allOnPath), ...places.filter((path) => existsSync(path))];
}

/** Installed by `npx playwright install chromium`, the newest first. */
function ofPlaywright(): string[] {
  const caches = ['.cache', 'Library/Caches', 'AppData/Local'];
  const folders = [
    process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? '',
    ...caches.map((cache) => join(homedir(), cache, 'ms-playwright')),
  ];
  const version = (path: string) => Number(/-(\d+)/.exec(path)?.[1]);
  return folders
    .filter((folder) => folder !== '' && existsSync(folder))
    .flatMap((folder) => {
      const found = programsOfPlaywright.flatMap((program) => globSync(program, { cwd: folder }));
      return found.toSorted((a, b) => version(b) - version(a)).map((path) => join(folder, path));
    });
}

async function ofNpm(): Promise<LaunchOptions> {
  const folder = await unpackedChromium();
  const libraries = [join(folder, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH'] ?? []].flat();
  return {
    executablePath: join(folder, 'chromium'),
    args: [...quietArguments, '--no-zygote'],
    env: {
      ...process.env,
      FONTCONFIG_PATH: join(folder, 'fonts'),
      LD_LIBRARY_PATH: libraries.join(':'),
    },
  };
}

/** As root only; returns whether it succeeded. */
async function installFromDebian(): Promise<boolean> {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return false;
  process.stderr.write("no browser here: installing Debian's chromium for the browser tests\n");
  await aptGet('update');
  let complaint: string | null = null;
  for (const name of packages) {
    complaint = await aptGet('install', '-y', '--no-install-recommends', name);
    if (complaint === null) return true;
  }
  process.stderr.write(`that failed: ${complaint}\n`);
  return false;
}

/** Returns the last line of the error, else null. */
async function aptGet(...args: string[]): Promise<string | null> {
  const child = spawn('apt-get', ['-qq', ...aptOptions, ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: aptMsMax,
  });
  const [complaints] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (child.exitCode === 0) return null;
  if (child.exitCode === null) return `it took more than ${aptMsMax} ms`;
  return complaints.trimEnd().split('\n').at(-1)!;
}
