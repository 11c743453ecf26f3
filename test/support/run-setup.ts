// Setup of a run: the servers, the PostgreSQL and the browser that all files share. Node calls both
// functions; the files find the rest in their environment.
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserServer } from 'playwright-core';
import { buildProgram } from '../../scripts/build-program.ts';
import { buildWeb } from '../../scripts/build-web.ts';
import { shareChromium } from './chromium.ts';
import { needs, type Tool } from './needs.ts';
import { closePostgres, sharePostgres } from './postgres-for-tests.ts';
import { enginesOfRun, shareServers, stopSharedServers } from './shared-server.ts';

const memoryFolder = '/dev/shm';
const memoryBytesMin = 4 * 1024 ** 3;
const projectRoot = join(import.meta.dirname, '..', '..');
let browser: BrowserServer | null = null;

export async function globalSetup(): Promise<void> {
  // Elsewhere the tests that need them are skipped.
  if (!process.env['CLIENT_TOOLS']) requireInCi('client generators');
  useOwnFolder();
  // Before the servers, whose start has a time limit: a browser may have to be installed.
  browser = await shareChromium().catch((error: Error) => giveUp(error.message));
  if (process.env['TEST_BROWSER'] === 'none') requireInCi('a browser');
  await startShared();
}

/** All but the browser. */
export async function startShared(): Promise<void> {
  await Promise.all([buildWeb(), buildProgram()]);
  // Each file is a process: they share compiled TypeScript.
  process.env['NODE_COMPILE_CACHE'] = join(projectRoot, 'node_modules', '.cache', 'tests');
  if (enginesOfRun().includes('PostgreSQL')) await sharePostgres();
  await shareServers();
}

function requireInCi(tool: Tool): void {
  const { CI = '' } = process.env;
  if (!['', '0', 'false'].includes(CI)) giveUp(`With CI=${CI} the run ${needs(tool)}`);
}

/** For an error, Node would print the stack, and its own version last. */
function giveUp(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}

export async function globalTeardown(): Promise<void> {
  await Promise.all([browser?.close(), stopSharedServers()]);
  await closePostgres();
}

/** For all temporary files of the run, so that killed processes leave none behind. */
export function useOwnFolder(): void {
  const parent = realpathSync(hasRoomInMemory() ? memoryFolder : tmpdir());
  const folder = mkdtempSync(join(parent, 'vakwerk-run-'));
  // The run may end before the teardown is done.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  // PostgreSQL, which does not run as root, must be able to traverse it.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
}

/** No test cuts the power: in memory, hundreds of small databases do not wait for a disk. */
function hasRoomInMemory(): boolean {
  if (process.env['TMPDIR'] || !existsSync(memoryFolder)) return false;
  const { bavail, bsize } = statfsSync(memoryFolder);
  // The file system's limit is nominal: a busy machine or a container may have less memory.
  const room = Math.min(bavail * bsize, freemem(), process.constrainedMemory() || Infinity);
  // PostgreSQL's programs may be run from there.
  const [, options = ''] =
    new RegExp(`^\\S+ ${memoryFolder} \\S+ (\\S+)`, 'm').exec(
      readFileSync('/proc/mounts', 'utf8'),
    ) ?? [];
  return room >= memoryBytesMin && !options.split(',').includes('noexec');
}
