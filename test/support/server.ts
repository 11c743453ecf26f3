// A real server in a process of its own, with a data folder of its own, as an operator runs it.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueApiKey } from '#actions/accounts/api-keys.ts';
import { createBrand } from '#actions/accounts/brands.ts';
import type { Scope } from '#contract/scopes.ts';
import type { Database } from '#db/database.ts';
import { systemContext } from '#runner/system-context.ts';
import { databaseFileIn } from '#server/data-folder.ts';
import { accessToPostgres, accessToSqlite } from './database-access.ts';

const projectRoot = join(import.meta.dirname, '..', '..');
// Photos of a test come from this machine: nobody is asked for the names of other hosts.
const nobody = '127.0.0.1:9';
// A disk that others use too may stand still for a long time.
const startWaitMsMax = 60_000;

/** As with SQLite: a machine that others use may stand still for longer than a caller should wait. */
export const patientWithPostgres = { DATABASE_WAIT_MS: '10000' };

export interface ServerOptions {
  env?: Record<string, string>;
  /** Used and left in place; without it the server gets a new folder that goes with it. */
  dataDir?: string;
  /** Of a PostgreSQL; without it the data is in a SQLite file in the data folder. */
  databaseUrl?: string;
  /** A command that runs the server, such as `['prlimit', '--fsize=1000000']`. */
  wrapper?: string[];
}

export interface TestServer {
  readonly url: string;
  readonly dataDir: string;
  /** On SQLite. */
  readonly databaseFile: string;
  readonly pid: number;
  /** Everything it has printed so far. */
  output(): string;
  createBrand(options?: { name?: string; country?: string }): Promise<{ id: string }>;
  /** A key of that brand; without a brand, of a new one. */
  createKey(options?: { brandId?: string; scopes?: Scope[]; expiresAt?: number }): Promise<string>;
  /** Looks into its database, or changes what the API cannot change. */
  withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** SIGTERM, unless told otherwise; the exit code, null when a signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'vakwerk-test-'));
  const child = spawnServer({ ...options, dataDir });
  const printed = collectOutput(child);
  const url = await untilReady(child, printed);
  const databaseFile = databaseFileIn(dataDir);
  const context = systemContext();

  const database = options.databaseUrl
    ? accessToPostgres(options.databaseUrl)
    : accessToSqlite(databaseFile);
  const withDatabase = database.use;

  const server: TestServer = {
    url,
    dataDir,
    databaseFile,
    pid: child.pid!,
    output: () => printed.text,
    withDatabase,
    createBrand: ({ name = 'Test brand', country = 'NL' } = {}) =>
      withDatabase((db) => createBrand(db, { name, country }, context)),
    async createKey({ brandId, scopes = ['full' as const], expiresAt } = {}) {
      const brand = brandId ?? (await server.createBrand()).id;
      const wanted = { brandId: brand, name: 'test', scopes, expiresAt: expiresAt ?? null };
      const issued = await withDatabase((db) => issueApiKey(db, wanted, context));
      assert(issued.outcome === 'done');
      return issued.key.key;
    },
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit');
        child.kill(signal);
        await exited;
      }
      await database.close();
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
      return child.exitCode;
    },
  };
  return server;
}

/** The bare process, ready or not. */
export function spawnServer(options: ServerOptions & { dataDir: string }): ChildProcess {
  const [command, ...args] = [...(options.wrapper ?? []), process.execPath, 'server/main.js'];
  return spawn(command!, args, {
    cwd: projectRoot,
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: '0',
      RATE_LIMIT_PER_MINUTE: '0',
      PHOTO_DNS_SERVERS: nobody,
      DATA_DIR: options.dataDir,
      ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl }),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function collectOutput(child: ChildProcess): { text: string } {
  const printed = { text: '' };
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (printed.text += chunk));
  }
  return printed;
}

async function untilReady(child: ChildProcess, printed: { text: string }): Promise<string> {
  const readyLine = /Vakwerk is ready at (\S+)/;
  const deadline = AbortSignal.timeout(startWaitMsMax);
  const ended = once(child, 'exit').then(() => 'ended');
  while (!readyLine.test(printed.text)) {
    const event = await Promise.race([
      once(child.stdout!, 'data', { signal: deadline }).then(() => 'data'),
      ended,
    ]);
    if (event === 'ended') throw new Error(`the server did not start:\n${printed.text}`);
  }
  return readyLine.exec(printed.text)![1]!;
}
