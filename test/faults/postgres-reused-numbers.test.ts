// After a crash PostgreSQL gives numbers of transactions a second time, where what they did needed no log. By such numbers a
// server of ours tells whether anything was written since it last looked.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { openPostgres } from '#db/postgres/open.ts';
import { SqlText } from '#db/sql-text.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { eventually } from '../support/within.ts';

const page = new SqlText().add('select id, version, id from pages order by id limit 50');
// What nobody waits for is not on disk when it crashes.
const settings = {
  autovacuum: 'off',
  wal_writer_delay: '10s',
  wal_level: 'minimal',
  max_wal_senders: '0',
};
const unloggedWrites = 5;

let postgres: PostgresServer;
let db: ReturnType<typeof openPostgres>;
before(async () => {
  postgres = await startPostgres({ settings });
  db = openPostgres({ url: postgres.url, connectionsMax: 1, waitMsMax: 5_000 });
});
after(async () => {
  await db?.close();
  await postgres?.close();
});

test('what is read after a crash is what is there', async () => {
  await db.execute(
    'create table pages (id integer primary key, version integer not null); create unlogged table counts (n integer)',
  );
  await db.run('insert into pages values (1, 1)');
  for (let n = 0; n < unloggedWrites; n++) await db.run('insert into counts values (1)');
  const numbers = await lastNumbers();
  assert.deepEqual(await idsOfPage(), ['1']);

  await crash();
  await db.run('insert into pages values (2, 1)');
  for (let n = 0; (await lastNumbers()) !== numbers; n++) {
    assert.ok(n < unloggedWrites, 'no number came a second time');
    await db.run('insert into counts values (1)');
  }
  assert.deepEqual(await idsOfPage(), ['1', '2']);
});

async function idsOfPage(): Promise<string[]> {
  return (await db.keys(page)).map(({ id }) => id);
}

async function lastNumbers(): Promise<string> {
  const row = await db.first<{ numbers: string }>(
    `select pg_current_snapshot()::text || pg_postmaster_start_time()::text as numbers`,
  );
  return row!.numbers;
}

/** One of its processes dies, and with it all others but the first, which starts them anew. */
async function crash(): Promise<void> {
  const ours = await processOfOurs();
  const victim = new Client(postgres.url);
  victim.on('error', () => {});
  await victim.connect();
  const { rows } = await victim.query<{ pid: number }>('select pg_backend_pid() as pid');
  process.kill(rows[0]!.pid, 'SIGKILL');
  await eventually(() =>
    processOfOurs().then(
      (pid) => pid !== ours,
      () => false,
    ),
  );
}

async function processOfOurs(): Promise<number> {
  return (await db.first<{ pid: number }>('select pg_backend_pid() as pid'))!.pid;
}
