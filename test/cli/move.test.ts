// An installation goes from SQLite to PostgreSQL: interrupted, begun again, and found whole.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { movedTableNames } from '#db/moved-tables.ts';
import { openSqlite } from '#db/sqlite/open.ts';
import { call, createLead } from '../support/call.ts';
import { commandLine, readOnlyJson, temporaryFolder } from '../support/command-line.ts';
import {
  answersOf,
  type InstallationToMove,
  makeInstallationToMove,
} from '../support/installation-to-move.ts';
import { newPostgresDatabase, type PostgresTestDatabase } from '../support/postgres-database.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { eventually } from '../support/within.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = temporaryFolder();
const vakwerk = commandLine(folder.file('nowhere'));

let installation: InstallationToMove;
let target: PostgresTestDatabase;
let db: ReturnType<PostgresTestDatabase['open']>;

before(async () => {
  const dataDir = folder.file('source');
  mkdirSync(dataDir, { mode: 0o700 });
  installation = await makeInstallationToMove(dataDir);
  target = await newPostgresDatabase();
  db = target.open();
});
after(async () => {
  await target?.drop();
  folder.remove();
});

function words(): string[] {
  return ['move', '--from', installation.file, '--to', target.url];
}

async function rowsInSource(): Promise<number> {
  const source = openSqlite(installation.file, { readOnly: true });
  try {
    return await rowsIn(source);
  } finally {
    await source.close();
  }
}

async function rowsIn(one: Pick<typeof db, 'first'>): Promise<number> {
  const counts = movedTableNames.map((name) => `(select count(*) from ${name})`);
  const row = await one.first<{ rows: number }>(`select ${counts.join(' + ')} as rows`);
  return row!.rows;
}

/** Runs the move until that has happened, and kills it then. */
async function killWhen(hasHappened: () => Promise<boolean>): Promise<void> {
  const child = spawn(process.execPath, ['cli/vakwerk.js', ...words()], {
    cwd: root,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  await eventually(hasHappened);
  child.kill('SIGKILL');
  assert.deepEqual(await ended, [null, 'SIGKILL'], 'it was still under way');
}

/** Rows were written that are not committed: the size of the file shows them. */
async function isUnderWay(): Promise<boolean> {
  const found = await db.first<{ bytes: number | null }>(
    `select pg_relation_size(to_regclass('lead_submissions')) as bytes`,
  );
  return (found?.bytes ?? 0) > 0;
}

test('a move that is killed has moved nothing, and nobody saw anything of it', async () => {
  await killWhen(async () => (await isUnderWay()) && (await rowsIn(db)) === 0);
  const query = `select count(*) as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  await eventually(async () => (await db.first<{ count: number }>(query))!.count === 0);
  assert.equal(await rowsIn(db), 0);
});

test('a move that loses its connection says what to do', async () => {
  // Of the move before.
  await db.execute('vacuum lead_submissions');
  const moving = vakwerk(...words());
  await eventually(isUnderWay);
  await db.all(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and backend_xid is not null`,
  );
  const { code, stderr } = await moving;
  assert.match(stderr, /vakwerk: the move was interrupted \(PostgreSQL: .+\): run it again\. /);
  assert.equal(code, 1);
  assert.equal(await rowsIn(db), 0);
});

test('run again it moves everything, and says what it did', async () => {
  const { code, stdout } = await vakwerk(...words(), '--json');
  assert.equal(code, 0);
  const { tables, ...rest } = readOnlyJson(stdout);
  const { host, pathname } = new URL(target.url);
  assert.deepEqual(rest, {
    from: installation.file,
    to: `${pathname.slice(1)} on ${host}`,
    pictures: join(installation.dataDir, 'assets'),
  });
  assert.deepEqual(
    tables.map(({ table }: { table: string }) => table),
    movedTableNames,
  );
  const sum = tables.reduce((total: number, table: { rows: number }) => total + table.rows, 0);
  assert.equal(sum, await rowsInSource());
  assert.equal(sum, await rowsIn(db));
  const empty = tables.filter((table: { rows: number }) => table.rows === 0);
  assert.deepEqual(
    empty.map(({ table }: { table: string }) => table),
    [],
    'something of everything',
  );
});

test('a second move is refused, and changes nothing', async () => {
  const { code, stderr } = await vakwerk(...words());
  assert.match(
    stderr,
    /^vakwerk: the target holds data already \(in brands\): name an empty database\n$/,
  );
  assert.equal(code, 1);
  assert.equal(await rowsIn(db), await rowsInSource());
});

describe('from the new place', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({
      dataDir: installation.dataDir,
      databaseUrl: target.url,
    });
  });
  after(() => server?.stop());

  test('callers see the same', async () => {
    const now = await answersOf(server, installation);
    for (const [question, answer] of Object.entries(installation.answers)) {
      assert.deepEqual(now[question], answer, question);
    }
  });

  test('an idempotency key is remembered', async () => {
    const { headers, lead } = installation.idempotent;
    const again = await createLead(server, installation.keys.full, lead, headers);
    assert.equal(again.status, 201);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    const other = await createLead(server, installation.keys.full, { title: 'x' }, headers);
    assert.equal(other.status, 422);
  });

  test('who was signed in still is', async () => {
    const { cookie, accountId } = installation.member;
    const { status, body } = await call(server, '/v1/app/session', { headers: { cookie } });
    assert.equal(status, 200);
    assert.deepEqual([body.account.id, body.account.passkeys], [accountId, 1]);
  });

  test('a customer is recognised', async () => {
    const { email, customerId } = installation.known;
    const { body } = await createLead(server, installation.keys.full, {
      email: email.toUpperCase(),
    });
    assert.equal(body.customerId, customerId);
  });

  test('a customer is recognised by what one has who was merged into it', async () => {
    const key = installation.keys.full;
    const [kept] = (await call(server, '/v1/api/customers?email=kept@example.com', { key })).body
      .data;
    const { body } = await createLead(server, key, { email: 'merged@example.com' });
    assert.equal(body.customerId, kept.id);
  });

  test('pictures are found under their names', async () => {
    const key = installation.keys.full;
    const { body } = await call(server, '/v1/api/leads?q=with photos', { key });
    const stored = body.data.flatMap((lead: { photos?: { assetId: string | null }[] }) =>
      (lead.photos ?? []).filter(({ assetId }) => assetId !== null),
    );
    assert.ok(stored.length >= 2);
    for (const { assetId } of stored) {
      assert.equal((await call(server, `/v1/api/assets/${assetId}`, { key })).status, 200);
    }
  });
});
