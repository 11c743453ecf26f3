// Before the first file of a run: the servers, the PostgreSQL and the browser that all files share. Node calls both
// functions; what the files have to know is in their environment.
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserServer } from 'playwright-core';
import { buildProgram } from '../../scripts/build-program.ts';
import { buildWeb } from '../../scripts/build-web.ts';
import { shareChromium } from './chromium.ts';
import { closePostgres, sharePostgres } from './postgres-for-tests.ts';
import { enginesOfRun, shareServers, stopSharedServers } from './shared-server.ts';

const projectRoot = join(import.meta.dirname, '..', '..');
let folder: string | undefined;
let browser: BrowserServer | null = null;

export async function globalSetup(): Promise<void> {
  await Promise.all([buildWeb(), buildProgram()]);
  useOwnFolder();
  // Each file is a process: TypeScript that one has compiled the others need not.
  process.env['NODE_COMPILE_CACHE'] = join(projectRoot, 'node_modules', '.cache', 'tests');
  if (enginesOfRun().includes('PostgreSQL')) await sharePostgres();
  [browser] = await Promise.all([shareChromium(), shareServers()]);
}

export async function globalTeardown(): Promise<void> {
  await Promise.all([browser?.close(), stopSharedServers()]);
  await closePostgres();
  if (folder) rmSync(folder, { recursive: true, force: true });
}

/** For all temporary files of the run, so that none is left behind by whatever is killed. */
function useOwnFolder(): void {
  folder = mkdtempSync(join(tmpdir(), 'vakwerk-run-'));
  // PostgreSQL, which refuses to be root, has to get through.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
}
