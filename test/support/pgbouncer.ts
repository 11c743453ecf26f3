// PgBouncer as a process, before a PostgreSQL.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { killAtExit } from './end-with-us.ts';
import { freePort } from './free-port.ts';
import { needs } from './needs.ts';
import { onPath } from './on-path.ts';
import { eventually } from './within.ts';

interface PgBouncer {
  /** The database's URL through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

const program = onPath('pgbouncer');
export const missingPgBouncer = program === undefined && needs('pgbouncer');
// It refuses to run as root.
const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];

/** Resolves when it accepts connections. */
export async function startPgBouncer(databaseUrl: string, poolMode: string): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'vakwerk-pgbouncer-'));
  chmodSync(folder, 0o755);
  const url = new URL(databaseUrl);
  const { hostname, port, username } = url;
  url.port = String(await freePort());
  const users = join(folder, 'users');
  writeFileSync(users, `"${username}" "${url.password}"\n`);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${url.port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${poolMode}
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout
`,
  );
  const child = spawn(program!, [...asNobody, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  killAtExit(child);
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (log += chunk));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      // Immediate: SIGTERM waits for clients in later versions.
      child.kill('SIGQUIT');
      await exited;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await eventually(async () => {
      assert.equal(child.exitCode, null, log);
      return letsIn(url.href);
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: url.href, stop };
}

async function letsIn(url: string): Promise<boolean> {
  const client = new Client(url);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
