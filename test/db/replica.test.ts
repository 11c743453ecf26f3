// What is read by way of a replica is what the primary would have said, whatever happened to either of them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { openPostgres } from '#db/postgres/open.ts';
import { Replica } from '#runner/replica.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { eventually, timelyTest, TooSlow } from '../support/within.ts';

const connectionsMax = 3;
const waitMsMax = 5_000;
// Nobody but the tests writes to the log.
const settings = {
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  // A replica whose primary was stopped comes back soon.
  wal_retrieve_retry_interval: '100ms',
};
const delayed = (delay: string) => `recovery_min_apply_delay = '${delay}'\n`;

interface Pair {
  primary: PostgresServer;
  replica: PostgresServer;
}

interface Reader {
  read(): Promise<string[]>;
  /** What takes longer on the replica than it may. */
  readSlowly(): Promise<unknown>;
  isFromReplica(): boolean;
  errors: string[];
}

let first: Pair;
let second: Pair;
const open: { close(): Promise<void> }[] = [];
before(async () => {
  [first, second] = await Promise.all([startPair(), startPair()]);
});
after(async () => {
  for (const one of open.toReversed()) await one.close();
});

test('a replica that was started anew at an earlier place, and nobody has noticed', async () => {
  const { primary, replica } = first;
  const earlier = await copyOf(replica);
  const reader = readerOf(first);
  await write(primary, 'seen');
  await untilFromReplica(reader, ['seen']);

  await putBack(replica, earlier, delayed('1h'));
  assert.deepEqual(await textsOn(replica), [], 'it is at the same place as before');
  assert.deepEqual(await reader.read(), ['seen']);
  assert.equal(reader.isFromReplica(), false);

  await putBack(replica, earlier, delayed('0'));
  await untilFromReplica(reader, ['seen']);
});

timelyTest('the replica is asked again after a statement that is slow by itself', async () => {
  const reader = readerOf(first);
  await untilFromReplica(reader, ['seen']);
  await reader.readSlowly();
  assert.equal(reader.isFromReplica(), false);
  await untilFromReplica(reader, ['seen']);
  if (reader.errors.includes('the replica takes too long')) throw new TooSlow('the replica rested');
  assert.deepEqual(reader.errors, []);
});

test('a replica that became a database of its own', async () => {
  const reader = readerOf(first);
  await untilFromReplica(reader, ['seen']);
  await on(first.replica, 'select pg_promote()');
  await write(first.replica, 'foreign');
  // Before that it may be taken for what it was.
  await eventually(async () => {
    await reader.read();
    return reader.errors.some((message) => message.includes('does not lead to a replica'));
  });
  await write(first.primary, 'own');
  assert.deepEqual(await reader.read(), ['own', 'seen']);
  assert.equal(reader.isFromReplica(), false);
});

test('a replica that is ahead of a database that was put back', async () => {
  const { primary, replica } = second;
  const earlier = await copyOf(primary);
  const reader = readerOf(second);
  await on(primary, 'select pg_switch_wal()');
  await write(primary, 'lost');
  await untilFromReplica(reader, ['lost']);

  await putBack(primary, earlier);
  for (const [number, one] of [reader, readerOf(second)].entries()) {
    await write(primary, `own ${number}`);
    assert.ok((await one.read()).includes(`own ${number}`), 'who wrote does not see it');
    assert.equal(one.isFromReplica(), false);
  }
  assert.deepEqual(await textsOn(replica), ['lost'], 'it is not ahead');
});

test('a replica of another database', async () => {
  const reader = readerOf({ primary: first.primary, replica: second.replica });
  await write(first.primary, 'here');
  const otherDatabase = 'DATABASE_REPLICA_URL leads to another database';
  await eventually(async () => {
    assert.ok((await reader.read()).includes('here'));
    assert.equal(reader.isFromReplica(), false);
    return reader.errors.includes(otherDatabase);
  });
  // That it is late may be said too, on a busy machine; but nothing else, and this once.
  const others = reader.errors.filter((message) => message !== 'the replica takes too long');
  assert.deepEqual(others, [otherDatabase]);
});

async function startPair(): Promise<Pair> {
  const primary = await startPostgres({ settings });
  open.push(primary);
  await on(primary, 'create table notes (text text not null)');
  await primary.stop();
  const replica = await startPostgres({ settings, replicaOf: primary });
  open.push(replica);
  await primary.restart();
  return { primary, replica };
}

function readerOf(pair: Pair): Reader {
  const errors: string[] = [];
  let isFromReplica = false;
  const opened = { connectionsMax, waitMsMax };
  const primary = openPostgres({ ...opened, url: pair.primary.url });
  const onConnected = () => replica.connected();
  const replicaDb = openPostgres({ ...opened, url: pair.replica.url, onConnected });
  open.push(primary, replicaDb);
  const replica = new Replica({
    primary,
    replica: replicaDb,
    onRead: (isReplica) => (isFromReplica = isReplica),
    onError: (error) => errors.push((error as Error).message),
  });
  return {
    async read() {
      const rows = await replica.read((db) =>
        db.all<{ text: string }>('select text from notes order by text'),
      );
      return rows.map(({ text }) => text);
    },
    readSlowly: () =>
      replica.read((db) => db.all(db === primary ? 'select 1' : 'select pg_sleep(2)')),
    isFromReplica: () => isFromReplica,
    errors,
  };
}

async function untilFromReplica(reader: Reader, expected: readonly string[]): Promise<void> {
  await eventually(async () => {
    assert.deepEqual(await reader.read(), expected);
    return reader.isFromReplica();
  });
}

/** Of its files, while it is stopped. */
async function copyOf(server: PostgresServer): Promise<string> {
  const copy = `${server.dataDir}-earlier`;
  await server.stop();
  execFileSync('cp', ['-a', server.dataDir, copy]);
  await server.restart();
  return copy;
}

async function putBack(server: PostgresServer, copy: string, setting = ''): Promise<void> {
  await server.stop();
  execFileSync('rm', ['-r', server.dataDir]);
  execFileSync('cp', ['-a', copy, server.dataDir]);
  appendFileSync(join(server.dataDir, 'postgresql.auto.conf'), setting);
  await server.restart();
}

async function write(server: PostgresServer, text: string): Promise<void> {
  await on(server, `insert into notes values ('${text}')`);
}

async function textsOn(server: PostgresServer): Promise<string[]> {
  return (await on(server, 'select text from notes order by text')).map(({ text }) => text!);
}

async function on(server: PostgresServer, sql: string): Promise<Record<string, string>[]> {
  const client = new Client(server.url);
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(sql)).rows;
  } finally {
    await client.end();
  }
}
