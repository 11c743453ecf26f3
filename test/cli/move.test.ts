// An installation goes from SQLite to PostgreSQL: interrupted, gone on with, and found whole.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { movedTableNames } from '#db/moved-tables.ts';
import { findMove } from '#db/postgres/moves.ts';
import { openSqlite } from '#db/sqlite/open.ts';
import { call, createLead } from '../support/call.ts';
import { commandLine, readOnlyJson, temporaryFolder } from '../support/command-line.ts';
import { runToEnd } from '../support/failed-start.ts';
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

async function rowsMoved(): Promise<number> {
  return (await findMove(db))?.rowsMoved ?? -1;
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

describe('a move that is killed', () => {
  test('before its first row', async () => {
    await killWhen(async () => (await rowsMoved()) === 0);
  });

  for (const share of [0.05, 0.5]) {
    test(`after ${share} of the rows leaves whole pieces behind`, async () => {
      const enough = (await rowsInSource()) * share;
      await killWhen(async () => (await rowsMoved()) >= enough);
      // The connection it had may be about to commit.
      const query = `select count(*) as count from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
      await eventually(async () => (await db.first<{ count: number }>(query))!.count === 0);
      assert.equal(await rowsIn(db), await rowsMoved());
    });
  }

  test('is not served from, nor changed', async () => {
    const complaint = /an installation is being moved into this database.+vakwerk move again/;
    const start = await runToEnd({ dataDir: folder.file('early'), databaseUrl: target.url });
    assert.match(start.stderr, complaint);
    assert.equal(start.code, 1);
    const onTarget = commandLine(folder.file('early'), { DATABASE_URL: target.url });
    for (const command of ['brands list', 'brands create --name A', 'migrate']) {
      const { code, stderr } = await onTarget(...command.split(' '));
      assert.match(stderr, complaint, command);
      assert.equal(code, 1);
    }
    const { stdout } = await onTarget('doctor', '--json');
    assert.match(JSON.stringify(readOnlyJson(stdout)), complaint);
  });

  test('does not go on from another source', async () => {
    const other = folder.file('other');
    const elsewhere = commandLine(other);
    await elsewhere.json('brands', 'create', '--name', 'Other');
    const file = join(other, 'vakwerk.sqlite');
    const { code, stderr } = await vakwerk('move', '--from', file, '--to', target.url);
    assert.match(stderr, /is being filled from another source, or the source has changed since/);
    assert.equal(code, 1);
  });

  test('while the rows are compared', async () => {
    const all = await rowsInSource();
    await killWhen(async () => (await rowsMoved()) === all);
    assert.equal((await findMove(db))!.completedAt, null);
  });
});

test('goes on to its end, and says what it did', async () => {
  const { code, stdout } = await vakwerk(...words(), '--json');
  assert.equal(code, 0);
  const { tables, ...rest } = readOnlyJson(stdout);
  const rows = await rowsInSource();
  const { host, pathname } = new URL(target.url);
  assert.deepEqual(rest, {
    from: installation.file,
    to: `${pathname.slice(1)} on ${host}`,
    wasComplete: false,
    rowsMovedBefore: rows,
    pictures: join(installation.dataDir, 'assets'),
  });
  assert.deepEqual(
    tables.map(({ table }: { table: string }) => table),
    movedTableNames,
  );
  const sum = tables.reduce((total: number, table: { rows: number }) => total + table.rows, 0);
  assert.equal(sum, rows);
  const empty = tables.filter((table: { rows: number }) => table.rows === 0);
  assert.deepEqual(
    empty.map(({ table }: { table: string }) => table),
    [],
    'something of everything',
  );
});

test('a second time there is nothing to do', async () => {
  const { code, stdout, stderr } = await vakwerk(...words());
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /^This move is complete already: \d+ rows from .+ to .+\.\n/);
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
