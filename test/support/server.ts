// A real server process with its own data folder, as an operator runs it. Most tests need no own
// server: see shared-server.ts.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { issueApiKey } from '#actions/accounts/api-keys.ts';
import { createBrand, ensureTestSide } from '#actions/accounts/brands.ts';
import type { Scope } from '#contract/scopes.ts';
import type { Database } from '#db/database.ts';
import { systemContext } from '#runner/system-context.ts';
import { databaseFileIn } from '#server/data-folder.ts';
import { accessToPostgres, accessToSqlite } from './database-access.ts';
import { endWithUs, killAtExit } from './end-with-us.ts';
import type { LogPlace } from './log-place.ts';
import { type Printed, showOnFailure } from './show-on-failure.ts';

const projectRoot = join(import.meta.dirname, '..', '..');
// A test's photos come from this machine: no DNS lookups of other hosts.
const nobody = '127.0.0.1:9';
// A shared disk may stall for a long time.
const startWaitMsMax = 60_000;
const logLookedAtEveryMs = 50;

/** As on SQLite: a shared machine may stall for longer than a caller should wait. */
export const patientWithPostgres = { DATABASE_WAIT_MS: '10000' };

export interface ServerOptions {
  env?: Record<string, string>;
  /** Used and left in place; by default the server gets a temporary folder. */
  dataDir?: string;
  /** Of a PostgreSQL; by default the data is in a SQLite file in the data folder. */
  databaseUrl?: string;
  /** Its output also goes to this file, for other processes. */
  outputFile?: string;
  /** Takes its standard output; by default, the test does. */
  log?: LogPlace;
  /** The folder of another version of the program. */
  program?: string;
  /** A command that runs the server, such as `['prlimit', '--fsize=1000000']`. */
  wrapper?: string[];
}

export interface TestServer {
  readonly url: string;
  readonly dataDir: string;
  /** On SQLite. */
  readonly databaseFile: string;
  /** On PostgreSQL. */
  readonly databaseUrl?: string;
  readonly pid: number;
  /** Everything printed so far. */
  output(): string;
  createBrand(options?: { name?: string; country?: string }): Promise<{ id: string }>;
  /** A key of that brand, or of a new one. */
  createKey(options?: {
    brandId?: string;
    scopes?: Scope[];
    expiresAt?: number;
    isImpersonal?: boolean;
    /** On the test side of the brand. */
    isTest?: boolean;
  }): Promise<string>;
  /** Reads its database, or changes what the API cannot change. */
  withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** SIGTERM by default; returns the exit code, null after a signal. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Identifies a server, and makes it reachable from any process of the run. */
export interface RunningServer {
  url: string;
  pid: number;
  dataDir: string;
  databaseUrl?: string;
}

export type StartServer = (options?: ServerOptions) => Promise<TestServer>;

export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? realpathSync(mkdtempSync(join(tmpdir(), 'vakwerk-test-')));
  const child = spawnServer({ ...options, dataDir });
  killAtExit(child);
  const printed = collectOutput(child, options);
  const url = await untilReady(child, printed, options).catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });
  endWithUs(child);
  const { databaseUrl } = options;
  const running = { url, pid: child.pid!, dataDir, ...(databaseUrl && { databaseUrl }) };
  return testServer(running, printed, async (signal) => {
    await endOf(child, signal);
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    return child.exitCode;
  });
}

/** Wraps a running server for tests; this process need not have started it. */
export function testServer(
  running: RunningServer,
  printed: Printed,
  end: (signal: NodeJS.Signals) => Promise<number | null>,
): TestServer {
  const databaseFile = databaseFileIn(running.dataDir);
  const context = systemContext();
  const database = running.databaseUrl
    ? accessToPostgres(running.databaseUrl)
    : accessToSqlite(databaseFile);
  const withDatabase = database.use;
  showOnFailure(printed);

  const server: TestServer = {
    ...running,
    databaseFile,
    output: () => printed.from(0),
    withDatabase,
    createBrand: ({ name = 'Test brand', country = 'NL' } = {}) =>
      withDatabase((db) => createBrand(db, { name, country }, context)),
    async createKey({ brandId, scopes = ['full' as const], isTest = false, ...options } = {}) {
      const { expiresAt, isImpersonal = false } = options;
      const live = { brandId: brandId ?? (await server.createBrand()).id };
      const testSide = () => withDatabase((db) => ensureTestSide(db, live, context));
      const brand = isTest ? (await testSide())! : live.brandId;
      const rights = { scopes, isImpersonal, expiresAt: expiresAt ?? null };
      const wanted = { brandId: brand, name: 'test', ...rights };
      const issued = await withDatabase((db) => issueApiKey(db, wanted, context));
      assert(issued.outcome === 'done');
      return issued.key.key;
    },
    async stop(signal = 'SIGTERM') {
      const code = await end(signal);
      await database.close();
      return code;
    },
  };
  return server;
}

async function endOf(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.ref();
  child.kill(signal);
  await exited;
}

/** The bare process, ready or not. */
export function spawnServer(options: ServerOptions & { dataDir: string }): ChildProcess {
  const [command, ...args] = [...(options.wrapper ?? []), process.execPath, 'server/main.js'];
  return spawn(command!, args, {
    cwd: options.program ?? projectRoot,
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: '0',
      RATE_LIMIT_PER_MINUTE: '0',
      PHOTO_DNS_SERVERS: nobody,
      // A run at night does no more than one by day.
      DATABASE_CHECK_HOURS: 'off',
      DATA_DIR: options.dataDir,
      ...(options.databaseUrl && {
        DATABASE_URL: options.databaseUrl,
        // The PostgreSQL that tests share has fsync off.
        DATABASE_MAY_LOSE_DATA: 'true',
      }),
      ...options.env,
    },
    stdio: ['ignore', options.log?.descriptor ?? 'pipe', 'pipe'],
  });
}

function collectOutput(child: ChildProcess, { outputFile, log }: ServerOptions): Printed {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (outputFile) appendFileSync(outputFile, chunk);
    });
  }
  // An earlier server may have written there too.
  const before = log?.read().length;
  const all = () => (log ? log.read().slice(before) + text : text);
  return {
    get length() {
      return all().length;
    },
    from: (position) => all().slice(position),
  };
}

async function untilReady(
  child: ChildProcess,
  printed: Printed,
  { log, env }: ServerOptions,
): Promise<string> {
  const deadline = AbortSignal.timeout(startWaitMsMax);
  const ended = once(child, 'exit').then(() => 'ended');
  for (;;) {
    // A log that cannot be written does not name the URL.
    const url =
      log && env?.['PORT']
        ? await aliveAt(env['PORT'])
        : /Vakwerk is ready at (\S+)\n/.exec(printed.from(0))?.[1];
    if (url) return url;
    const more = child.stdout
      ? once(child.stdout, 'data', { signal: deadline })
      : wait(logLookedAtEveryMs, null, { signal: deadline });
    const event = await Promise.race([more.then(() => 'data'), ended]);
    if (event === 'ended') throw new Error(`the server did not start:\n${printed.from(0)}`);
  }
}

function aliveAt(port: string): Promise<string | undefined> {
  const url = `http://127.0.0.1:${port}`;
  return fetch(`${url}/healthz`).then(
    () => url,
    () => undefined,
  );
}
