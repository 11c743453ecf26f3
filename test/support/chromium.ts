// The Chromium of the browser tests: the machine's own, else the one that npm brings, unpacked once.
import { existsSync, mkdtempSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const projectRoot = join(import.meta.dirname, '..', '..');
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const broughtByNpm = process.platform === 'linux' && process.arch === 'x64';

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

export async function launchChromium(): Promise<Browser> {
  const asked = process.env['CHROMIUM_PATH'];
  const installed = asked ?? places.find((path) => existsSync(path));
  if (installed) return chromium.launch({ executablePath: installed, args: quietArguments });
  if (!broughtByNpm) {
    throw new Error(
      'no Chromium here, and npm brings one for Linux on x64 only: set CHROMIUM_PATH',
    );
  }
  const folder = await unpackedChromium();
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: [...quietArguments, '--no-zygote'],
    env: {
      ...environment(),
      FONTCONFIG_PATH: join(folder, 'fonts'),
      LD_LIBRARY_PATH: [join(folder, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH'] ?? []]
        .flat()
        .join(':'),
    },
  });
}

/** Test files start side by side: each unpacks for itself, and the first to be done is the one that stays. */
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

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
