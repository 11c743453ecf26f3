// The keys of a page on PostgreSQL, which are looked for again only when something was written since.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as fc from 'fast-check';
import { Client } from 'pg';
import { KeyReader, type TextRow } from '#db/postgres/keys.ts';
import { SqlText } from '#db/sql-text.ts';
import { newPostgresDatabase, type PostgresTestDatabase } from '../support/postgres-database.ts';

const page = new SqlText().add('select id, version, id from pages order by id limit 50');

let database: PostgresTestDatabase;
let db: ReturnType<PostgresTestDatabase['open']>;
const writers: Client[] = [];
before(async () => {
  database = await newPostgresDatabase();
  // One connection, so that a setting of its session holds for all that is asked.
  db = database.open({ connectionsMax: 1 });
  await db.execute('create table pages (id integer primary key, version bigint not null)');
  for (let n = 0; n < 3; n++) {
    const writer = new Client(database.url);
    await writer.connect();
    writers.push(writer);
  }
});
after(async () => {
  await Promise.all(writers.map((writer) => writer.end()));
  await database?.drop();
});

// Fails when it is run while the divisor is 0, which is no business of any transaction.
const failing = new SqlText().add(
  `select id, version, id from pages where 1 / current_setting('test.divisor')::integer = 1 order by id limit 50`,
);
const setDivisor = (to: 0 | 1) => db.execute(`set test.divisor = '${to}'`);

test('while nothing is written they are not looked for', async () => {
  await db.run('insert into pages values (1, 1)');
  await setDivisor(1);
  const first = await db.keys(failing);
  assert.deepEqual(
    first.map(({ id, version }) => ({ id, version })),
    [{ id: '1', version: '1' }],
  );
  await setDivisor(0);
  assert.equal(await db.keys(failing), first);
  await db.run('update pages set version = 2');
  await assert.rejects(db.keys(failing), /division by zero/);
});

test('where tables are spread over several servers they are looked for each time', async () => {
  await db.execute(`set citus.shard_count = '32'`);
  await setDivisor(1);
  await db.keys(failing);
  await setDivisor(0);
  await assert.rejects(db.keys(failing), /division by zero/);
  await db.execute('reset citus.shard_count');
});

test('a transaction sees what it wrote, and nobody else does before its end', async () => {
  await db.run('delete from pages');
  const aside = database.open();
  assert.deepEqual(await aside.keys(page), []);
  await aside.transaction(async (trx) => {
    await trx.run('insert into pages values (1, 1)');
    assert.equal((await trx.keys(page)).length, 1);
    await trx.run('delete from pages');
    assert.deepEqual(await trx.keys(page), []);
    await trx.run('insert into pages values (1, 1)');
    assert.deepEqual(await aside.keys(page), []);
  });
  assert.equal((await aside.keys(page)).length, 1);
});

const aStep = fc.record({
  writer: fc.nat({ max: 2 }),
  does: fc.constantFrom('write', 'write', 'commit', 'rollback'),
});

test('whatever order writers begin and end in, nothing that was committed is missed', async () => {
  let version = 0;
  const property = fc.asyncProperty(fc.array(aStep, { maxLength: 15 }), async (steps) => {
    await db.run('delete from pages');
    const isOpen = [false, false, false];
    for (const { writer, does } of steps) {
      if (does === 'write') {
        if (!isOpen[writer]) await writers[writer]!.query('begin');
        isOpen[writer] = true;
        // Each has a row of its own, so that none waits for another.
        await writers[writer]!.query(
          'insert into pages values ($1, $2) on conflict (id) do update set version = $2',
          [writer, ++version],
        );
      } else if (isOpen[writer]) {
        await writers[writer]!.query(does);
        isOpen[writer] = false;
      }
      const read = (await db.keys(page)).map(({ id, version: of }) => `${id} ${of}`);
      const rows = await db.all<{ id: number; version: number }>('select * from pages order by id');
      assert.deepEqual(
        read,
        rows.map((row) => `${row.id} ${row.version}`),
      );
    }
    for (const writer of writers) await writer.query('rollback');
  });
  await fc.assert(property, { numRuns: 40 });
});

const textOf = (n: number) => `(id-${n},1,1,,"2026-11-15 09:30:00.123+00")`;
const select = (n: number) => ({ text: `select ${n}`, values: [] });

test('the same text gives the same array, as long as it is among the latest hundred', async () => {
  const reader = new KeyReader();
  const read = (n: number) => reader.read(select(n), async () => [null, textOf(n)]);
  const first = await read(0);
  const second = await read(1);
  assert.equal(first[0]!.id, 'id-0');
  for (let n = 2; n <= 100; n++) {
    await read(n);
    assert.equal(await read(0), first);
  }
  assert.notEqual(await read(1), second);
  reader.forget();
  assert.notEqual(await read(0), first);
  assert.deepEqual(await reader.read(select(0), async () => ['seen', null]), []);
});

test('an answer that leaves them out is asked for again when another server may have come', async () => {
  const reader = new KeyReader();
  await reader.read(select(1), async () => ['seen', textOf(1)]);
  const given: unknown[] = [];
  const keys = await reader.read(select(1), async (_, values): Promise<TextRow> => {
    given.push(values.at(-1));
    if (given.length > 1) return ['seen', textOf(2)];
    reader.forget();
    return ['seen', null];
  });
  assert.deepEqual(given, ['seen', null]);
  assert.equal(keys[0]!.id, 'id-2');
});

test('one that tells them is taken then, and not kept', async () => {
  const reader = new KeyReader();
  const given: unknown[] = [];
  const read = () =>
    reader.read(select(1), async (_, values): Promise<TextRow> => {
      given.push(values.at(-1));
      if (given.length === 1) reader.forget();
      return ['seen', textOf(1)];
    });
  assert.equal((await read())[0]!.id, 'id-1');
  await read();
  assert.deepEqual(given, [null, null]);
});

test('another server may have come without a new connection, behind a pooler', async () => {
  const reader = new KeyReader();
  const startedAt = ['2026-11-15 09:30:00+00', '2026-11-16 10:00:00+00'] as const;
  const read = (server: 0 | 1) =>
    reader.read(select(1), async () => [`10:20:10 ${startedAt[server]}`, textOf(1)]);
  const first = await read(0);
  assert.equal(await read(0), first);
  const before = db.era();
  const taken = await read(1);
  assert.notEqual(taken, first);
  assert.notEqual(db.era(), before);
  const after = db.era();
  const kept = await read(1);
  assert.equal(await read(1), kept);
  assert.equal(db.era(), after);
});

test('a new connection begins another era, also for what is kept of another database', async () => {
  const before = db.era();
  await database.open().all('select 1');
  assert.notEqual(db.era(), before);
});
