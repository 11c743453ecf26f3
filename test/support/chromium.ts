// The Chromium of the browser tests. The run launches one for all files and tells them by TEST_BROWSER; a file that is run
// alone launches its own.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';
import { onPath } from './on-path.ts';

const projectRoot = join(import.meta.dirname, '..', '..');
const names = [
  // The same engine without the browser around it, which takes a third less of the processor.
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
const playwrightFolders = [
  process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? '',
  join(homedir(), '.cache', 'ms-playwright'),
  join(homedir(), 'Library', 'Caches', 'ms-playwright'),
];
const installMsMax = 180_000;

// Nothing leaves this machine: neither what a browser asks for by itself, nor what a page should not ask for.
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

/** The browser of the run, or one of this process; null where there is none. */
export async function openChromium(): Promise<Browser | null> {
  const shared = process.env['TEST_BROWSER'];
  if (shared === 'none') return null;
  return shared ? chromium.connect(shared) : firstThatStarts((options) => chromium.launch(options));
}

/** For all files of a run: what they find in their environment. */
export async function shareChromium(): Promise<BrowserServer | null> {
  if (process.env['TEST_BROWSER']) return null;
  const server = await firstThatStarts((options) => chromium.launchServer(options));
  process.env['TEST_BROWSER'] = server?.wsEndpoint() ?? 'none';
  return server;
}

async function firstThatStarts<T>(
  start: (options: LaunchOptions) => Promise<T>,
): Promise<T | null> {
  const asked = process.env['CHROMIUM_PATH'];
  // Somebody wants this one: if it does not start, another one is no answer.
  if (asked) return start({ executablePath: asked, args: quietArguments });
  for (const find of [ofSystem, ofPlaywright, ofNpm, ofDebian]) {
    const options = await find();
    const started = options && (await start(options).catch(() => null));
    if (started) return started;
  }
  return null;
}

function ofSystem(): LaunchOptions | null {
  const found = [...names.map(onPath), ...places].find((path) => path && existsSync(path));
  return found ? { executablePath: found, args: quietArguments } : null;
}

/** What `npx playwright install chromium` brought, of whatever version. */
function ofPlaywright(): LaunchOptions | null {
  const programs = ['chrome-linux*/chrome', 'chrome-mac*/*.app/Contents/MacOS/*'];
  const [found] = playwrightFolders
    .filter((folder) => folder !== '' && existsSync(folder))
    .flatMap((folder) =>
      globSync(
        programs.map((program) => `chromium-*/${program}`),
        { cwd: folder },
      ).map((path) => join(folder, path)),
    )
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return found ? { executablePath: found, args: quietArguments } : null;
}

async function ofNpm(): Promise<LaunchOptions | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
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

function ofDebian(): LaunchOptions | null {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return null;
  process.stderr.write("no browser here: installing Debian's chromium for the browser tests\n");
  const install = 'apt-get install -y -qq --no-install-recommends';
  const script = `apt-get update -qq; ${install} chromium-headless-shell || ${install} chromium`;
  spawnSync('sh', ['-c', script], { stdio: 'ignore', timeout: installMsMax });
  return ofSystem();
}

/** Files that are run alone may start side by side: each unpacks for itself, and the first to be done is the one that stays. */
async function unpackedChromium(): Promise<string> {
  const cache = join(projectRoot, 'node_modules', '.cache', 'chromium-with-libraries');
  const folder = join(cache, versionOfPackage());
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const ours = mkdtempSync(join(cache, 'unpacking-'));
  const before = process.env['TMPDIR'];
  // The package unpacks into the folder for temporary files.
  process.env['TMPDIR'] = ours;
  try {
    const { default: packed, inflate } = await import('@sparticuz/chromium');
    await packed.executablePath();
    // Libraries that a machine without a browser often lacks; by itself the package brings them to Amazon's machines only.
    await inflate(join(packageFolder(), 'bin', 'al2023.tar.br'));
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
  writeFileSync(join(ours, 'fonts', 'fonts.conf'), fontsIn(join(folder, 'fonts')));
  try {
    renameSync(ours, folder);
  } catch (error) {
    rmSync(ours, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** The package's own list of font folders has none but Amazon's and `/tmp/fonts`: without this, pages have no letters. */
function fontsIn(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(folder, 'cache')}</cachedir>
</fontconfig>
`;
}

function versionOfPackage(): string {
  return createRequire(import.meta.url)(join(packageFolder(), 'package.json')).version;
}

function packageFolder(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  return join(dirname(entry), '..');
}
