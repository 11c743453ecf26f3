// Transactions, locks, prepared statements, migrations and the word index on a real PostgreSQL.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createBrand } from '#actions/accounts/brands.ts';
import { prepareTables } from '#actions/installation/prepare-installation.ts';
import { Refusal } from '#actions/refusal.ts';
import { type Database, DatabaseUnavailable } from '#db/database.ts';
import { migrate, migrations, schemaVersion } from '#db/migrate.ts';
import { monotonicMs } from '#db/monotonic.ts';
import { SqlText } from '#db/sql-text.ts';
import { systemContext } from '#runner/system-context.ts';
import { newPostgresDatabase, type PostgresTestDatabase } from '../support/postgres-database.ts';
import { eventually, timelyTest, within } from '../support/within.ts';

const context = systemContext();
const deadlineMs = 1_000;

describe('transactions on PostgreSQL', () => {
  let database: PostgresTestDatabase;
  let db: ReturnType<PostgresTestDatabase['open']>;
  before(async () => {
    database = await newPostgresDatabase();
    db = database.open();
    await db.execute('create table notes (id integer primary key, text text not null)');
  });
  beforeEach(() => db.execute('truncate notes'));
  after(() => database?.drop());

  const add = (to: Database, id: number) =>
    to.run('insert into notes (id, text) values (?, ?)', id, `note ${id}`);
  const ids = async () =>
    (await db.all<{ id: number }>('select id from notes order by id')).map(({ id }) => id);

  test('all or nothing, with the original error', async () => {
    const refusal = new Refusal('not this one');
    await assert.rejects(
      db.transaction(async (trx) => {
        await add(trx, 1);
        throw refusal;
      }),
      (error) => error === refusal,
    );
    assert.deepEqual(await ids(), []);
    assert.equal(
      await db.transaction(async (trx) => {
        await add(trx, 2);
        assert.deepEqual(await ids(), [], 'seen from outside before the commit');
        return 'done';
      }),
      'done',
    );
    assert.deepEqual(await ids(), [2]);
  });

  describe('a failure among concurrent statements rolls back', () => {
    // New statements, each described before it is sent.
    const never = (trx: Database, id: number) => () =>
      trx.run(`insert into notes (id, text) values (?, '${id}')`, id);
    const failures: Record<string, (trx: Database) => () => Promise<unknown>> = {
      'in the database': (trx) => () =>
        trx.run('insert into notes (id, text) values (?, null)', 100),
      'before it is sent': () => () => Promise.reject(new Error('before')),
      'at once': () => () => {
        throw new Error('at once');
      },
    };
    for (const [name, failing] of Object.entries(failures)) {
      test(name, async () => {
        const fresh = database.open({ connectionsMax: 1 });
        const failed = fresh.transaction(async (trx) => {
          await trx.inTurn([never(trx, 1), failing(trx), never(trx, 2), never(trx, 3)]);
        });
        await assert.rejects(failed, /null value|before|at once/);
        // On the same connection, behind whatever is still in flight.
        assert.deepEqual(await fresh.all('select id from notes'), []);
      });
    }

    test('also when it was not awaited', async () => {
      const fresh = database.open({ connectionsMax: 1 });
      let late: Promise<unknown> | undefined;
      const failed = fresh.transaction(async (trx) => {
        late = Promise.allSettled([4, 5, 6].map((id) => never(trx, id)()));
        throw new Error('given up');
      });
      await assert.rejects(failed, /given up/);
      await late;
      assert.deepEqual(await fresh.all('select id from notes'), []);
    });
  });

  test('a nested transaction joins the outer one', async () => {
    await assert.rejects(
      db.transaction(async (trx) => {
        await trx.transaction((inner) => add(inner, 1));
        assert.equal((await trx.all('select 1 from notes')).length, 1);
        throw new Error('too late');
      }),
      /too late/,
    );
    assert.deepEqual(await ids(), []);
  });

  test('an ignored statement error still fails the transaction', async () => {
    await add(db, 1);
    await assert.rejects(
      db.transaction(async (trx) => {
        await add(trx, 2);
        await add(trx, 1).catch(() => {});
      }),
      /its error was ignored/,
    );
    assert.deepEqual(await ids(), [1]);
    assert.equal(db.load().busy, 0);
  });

  test('the same statements on many connections concurrently', async () => {
    const numbers = Array.from({ length: 50 }, (_, index) => index);
    const fresh = database.open();
    await Promise.all(numbers.map((id) => fresh.transaction((trx) => add(trx, id))));
    const texts = await Promise.all(
      numbers.map((id) => fresh.first<{ text: string }>('select text from notes where id = ?', id)),
    );
    assert.deepEqual(
      texts.map((row) => row?.text),
      numbers.map((id) => `note ${id}`),
    );
    assert.deepEqual(fresh.load(), { busy: 0, waiting: 0 });
  });

  test('a lock has one holder, until its transaction ends', async () => {
    const first = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const holder = db.transaction(async (trx) => {
      assert.deepEqual(await trx.tryLocks(['a', 'b', 'a']), new Set(['a', 'b']));
      // Again in the same transaction, which already holds it.
      assert.deepEqual(await trx.tryLocks(['b']), new Set(['b']));
      isHeld.resolve();
      await first.promise;
    });
    await isHeld.promise;
    await db.transaction(async (trx) => {
      assert.deepEqual(await trx.tryLocks(['c', 'b', 'd']), new Set(['c', 'd']));
      assert.deepEqual(await trx.tryLocks([]), new Set());
    });
    let isOver = false;
    const waiter = db.transaction(async (trx) => {
      await trx.waitForLocks(['b', 'c']);
      assert.ok(isOver, 'it did not wait');
    });
    await eventually(async () => (await waitingForLocks()) === 1);
    isOver = true;
    first.resolve();
    await Promise.all([holder, waiter]);
    await db.transaction(async (trx) =>
      assert.deepEqual(await trx.tryLocks(['a', 'b', 'c']), new Set(['a', 'b', 'c'])),
    );
  });

  test('locks requested in any order never deadlock', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        db.transaction(async (trx) => {
          await trx.waitForLocks(index % 2 === 0 ? names : names.toReversed());
          await add(trx, index);
        }),
      ),
    );
    assert.equal((await ids()).length, 20);
  });

  test('a transaction past its deadline is rolled back, however short each statement was', async () => {
    const inTime = () => db.until(monotonicMs() + deadlineMs);
    const endless = inTime().transaction(async (trx) => {
      await add(trx, 1);
      for (;;) await trx.all('select pg_sleep(0.1)');
    });
    await assert.rejects(endless, DatabaseUnavailable);
    const late = inTime().transaction(async (trx) => {
      await add(trx, 2);
      await wait(deadlineMs);
    });
    await assert.rejects(late, DatabaseUnavailable, 'it was committed too late');
    await assert.rejects(db.until(monotonicMs()).first('select 1'), DatabaseUnavailable);
    await db.until(monotonicMs() + 10 * deadlineMs).transaction((trx) => add(trx, 3));
    assert.deepEqual(await ids(), [3]);
  });

  test('a lock wait beyond the deadline gives 503', async () => {
    const hasty = database.open({ waitMsMax: 200 });
    await db.transaction(async (trx) => {
      await trx.waitForLocks(['a']);
      await assert.rejects(
        hasty.transaction((other) => other.waitForLocks(['a'])),
        DatabaseUnavailable,
      );
    });
    await eventually(() =>
      hasty
        .transaction((trx) => trx.waitForLocks(['a']))
        .then(
          () => true,
          () => false,
        ),
    );
  });

  timelyTest('an abandoned transaction releases its lock request', async () => {
    await db.transaction(async (trx) => {
      await trx.waitForLocks(['a']);
      const waiting = db.until(monotonicMs() + deadlineMs).transaction(async (other) => {
        await other.waitForLocks(['b']);
        await other.waitForLocks(['a']);
      });
      const givenUp = assert.rejects(waiting, DatabaseUnavailable);
      await within(deadlineMs, async () => (await waitingForLocks()) > 0);
      await givenUp;
      // Long before its statement would have ended.
      await within(deadlineMs, async () => (await waitingForLocks()) === 0);
      assert.deepEqual([...(await trx.tryLocks(['b']))], ['b']);
    });
  });

  const waitingForLocks = async () =>
    (await db.all(`select 1 from pg_locks where locktype = 'advisory' and not granted`)).length;
});

test('several servers that start on an empty database migrate it once', async (t) => {
  const database = await newPostgresDatabase();
  t.after(() => database.drop());
  const pools = Array.from({ length: 4 }, () => database.open({ connectionsMax: 1 }));
  const taken = await Promise.all(pools.map((db) => migrate(db, context.now())));
  assert.deepEqual(
    taken
      .flat()
      .map(({ number }) => number)
      .sort((a, b) => a - b),
    migrations.map(({ number }) => number),
  );
  const [db] = pools;
  const rows = await db!.all<{ number: number }>('select number from migrations order by number');
  assert.equal(rows.length, schemaVersion);
  await db!.run('update migrations set number = 99 where number = ?', schemaVersion);
  await assert.rejects(migrate(db!, context.now()), /version 99 .* newer program/);
});

describe('the word index on PostgreSQL', () => {
  let database: PostgresTestDatabase;
  let db: Database;
  let brandId: string;
  let otherBrandId: string;
  before(async () => {
    database = await newPostgresDatabase({ isMigrated: true });
    db = database.open();
    await prepareTables(db, null, context);
    brandId = (await createBrand(db, { name: 'Brand', country: 'NL' }, context)).id;
    otherBrandId = (await createBrand(db, { name: 'Other', country: 'NL' }, context)).id;
  });
  after(() => database?.drop());

  const addAddress = async (brand: string, words: string[]): Promise<string> => {
    const id = context.newId();
    await db.run(
      `insert into addresses (brand_id, id, version, country, city, postal_code, street, street_number,
          street_number_addition, latitude, longitude, precision, city_key, postal_code_key, created_at)
        values (?, ?, 1, 'NL', '', '', '', '', '', 52, 5, 'country', '', '', ?)`,
      brand,
      id,
      context.now(),
    );
    await db.addressSearch.addNewest([{ brandId: brand, id, words }]);
    return id;
  };
  const find = async (brand: string, ...words: string[]): Promise<string[]> => {
    const sql = new SqlText().add('select a.id from ');
    const { finder } = db.addressSearch;
    assert.ok(finder.by === 'matches');
    finder.addMatches(sql, 'a', brand, words);
    sql.add(' where a.brand_id = ? order by a.id', brand);
    return (await db.rows<[string]>(sql)).map(([id]) => id);
  };

  test('finds by all words, by prefixes, in one brand, and after a change by the new ones', async () => {
    const one = await addAddress(brandId, ['dorpsstraat', '1', 'утрехт']);
    const two = await addAddress(brandId, ['dorpsplein', '12']);
    const none = await addAddress(brandId, []);
    await addAddress(otherBrandId, ['dorpsstraat', '1']);

    assert.deepEqual(await find(brandId, 'dorps'), [one, two]);
    assert.deepEqual(await find(brandId, 'dorps', '1'), [one, two]);
    assert.deepEqual(await find(brandId, 'dorpsstraat', '12'), []);
    assert.deepEqual(await find(brandId, 'утре'), [one]);
    assert.deepEqual(await find(brandId, 'straat'), []);

    await db.addressSearch.replace([
      { brandId, id: one, words: ['kade'] },
      { brandId, id: none, words: ['kade', '3'] },
    ]);
    assert.deepEqual(await find(brandId, 'dorps'), [two]);
    assert.deepEqual(await find(brandId, 'kade'), [one, none]);
    await db.addressSearch.replace([]);
    assert.ok((await db.addressSearch.size()) >= 0);
  });
});
