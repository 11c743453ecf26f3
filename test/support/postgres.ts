// A real PostgreSQL for tests, with its default durability. It ends with the process that started
// it, however that ends.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { killProcesses } from './postgres-processes.ts';
import { findPostgresPrograms } from './postgres-programs.ts';
import { freeLowPort } from './shared-ports.ts';
import { eventually } from './within.ts';

export interface PostgresServer {
  /** The URL of an initial database, as superuser. */
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** Its log so far. */
  log(): string;
  /** Creates an empty database; returns its URL. */
  createDatabase(): Promise<string>;
  /**
   * `fast` is a graceful end, `immediate` a crash, and `kill` is SIGKILL to all its processes. Its
   * data stays.
   */
  stop(mode?: 'fast' | 'immediate' | 'kill'): Promise<void>;
  crash(): Promise<void>;
  /** Starts it again on the same port; stops it first if it runs. */
  restart(): Promise<void>;
  /** Stops it and removes everything. */
  close(): Promise<void>;
}

interface PostgresOptions {
  /** More settings, such as `{ max_connections: '20' }`. */
  settings?: Record<string, string>;
  /** A stopped server: this one starts from a copy, and follows it once it runs again. */
  replicaOf?: PostgresServer;
  /** A data folder to start from, as a copy. */
  copyOf?: string;
  /** For its processes. */
  environment?: (dataDir: string) => Record<string, string>;
}

const settingsDefault = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '32MB',
  max_connections: '300',
};
// PostgreSQL refuses to run as root.
const nobody = { uid: 65_534, gid: 65_534 };
const someoneElse: { uid?: number; gid?: number } = process.getuid?.() === 0 ? nobody : {};

// Waits on a pipe from us: when it closes without a word, we are gone, and the guardian ends
// everything.
const guardian = `
  folder=$1; shift
  "$@" >>"$folder/log" 2>&1 &
  if read -r word; then wait $!; else kill -QUIT $!; wait $!; rm -rf "$folder"; fi`;

export async function startPostgres({
  settings = {},
  replicaOf,
  copyOf,
  environment,
}: PostgresOptions = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'vakwerk-postgres-'));
  if (someoneElse.uid) chownSync(folder, nobody.uid, nobody.gid);
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);
  const programs = findPostgresPrograms(folder);
  const dataDir = join(folder, 'data');
  if (replicaOf) copyAsReplica(replicaOf, dataDir);
  else if (copyOf) execFileSync('cp', ['-a', copyOf, dataDir]);
  else initialize(programs, folder, dataDir);
  const env = { ...process.env, ...environment?.(dataDir) };
  const port = await freeLowPort();
  const url = `postgres://vakwerk@127.0.0.1:${port}/postgres`;
  const following: Record<string, string> = replicaOf
    ? { primary_conninfo: `host=127.0.0.1 port=${replicaOf.port} user=vakwerk` }
    : {};
  const args = Object.entries({
    ...settingsDefault,
    ...following,
    port: String(port),
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = () => readFileSync(join(folder, 'log'), 'utf8');
  let running: { guard: ChildProcess; pid: number } | null = await start();

  async function start() {
    const command = [join(programs, 'postgres'), '-D', dataDir, ...args];
    // Its own process group: a keyboard interrupt must not reach it.
    const guard = spawn('/bin/sh', ['-c', guardian, 'sh', folder, ...command], {
      ...someoneElse,
      cwd: folder,
      env,
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    // It does not keep us alive.
    guard.unref();
    (guard.stdin as unknown as { unref(): void }).unref();
    // A killed server leaves a file that says so too.
    const isReady = async () => stateOf(dataDir) === 'ready' && isAlive(pidOf(dataDir));
    await eventually(isReady).catch((cause) => {
      throw new Error(`PostgreSQL did not start:\n${log()}`, { cause });
    });
    return { guard, pid: pidOf(dataDir) };
  }

  const server: PostgresServer = {
    url,
    port,
    dataDir,
    log,
    createDatabase: () => createDatabase(url),
    async stop(mode = 'fast') {
      if (!running) return;
      const { guard, pid } = running;
      running = null;
      const ended = once(guard, 'exit');
      guard.ref();
      if (mode === 'kill') killProcesses(server);
      else process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      guard.stdin!.end('done\n');
      await ended;
    },
    crash: () => server.stop('immediate'),
    async restart() {
      await server.stop();
      running = await start();
    },
    async close() {
      await server.stop('immediate');
      removeFolder();
      process.off('exit', removeFolder);
    },
  };
  return server;
}

function initialize(programs: string, folder: string, dataDir: string): void {
  // A collation that differs from byte order, as in most installations.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en'];
  execFileSync(
    join(programs, 'initdb'),
    ['--username=vakwerk', '--auth=trust', '--no-sync', ...locale, dataDir],
    { ...someoneElse, cwd: folder, stdio: 'pipe' },
  );
}

function copyAsReplica(primary: PostgresServer, dataDir: string): void {
  const isOurs = { ...someoneElse, stdio: 'pipe' } as const;
  execFileSync('cp', ['-a', primary.dataDir, dataDir], isOurs);
  execFileSync('touch', [join(dataDir, 'standby.signal')], isOurs);
}

/** Creates a database on that server, empty or a copy of another one; returns its URL. */
export async function createDatabase(serverUrl: string, template = 'template1'): Promise<string> {
  const url = new URL(serverUrl);
  url.pathname = `/vakwerk_test_${randomUUID().replaceAll('-', '')}`;
  await runOn(serverUrl, `create database ${url.pathname.slice(1)} template ${template}`);
  return url.href;
}

/** Disconnects its remaining clients. */
export async function dropDatabase(serverUrl: string, url: string): Promise<void> {
  await runOn(serverUrl, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

// Line eight of the pid file holds the state of the start.
function stateOf(dataDir: string): string | undefined {
  return pidFileOf(dataDir)[7]?.trim();
}

function pidOf(dataDir: string): number {
  return Number(pidFileOf(dataDir)[0]);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function pidFileOf(dataDir: string): string[] {
  try {
    return readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}
