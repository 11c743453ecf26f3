// Migrations apply in order, each as a whole, and a released one never changes.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { Database } from '#db/database.ts';
import { migrate, migrations, type MigrationStep } from '#db/migrate.ts';
import type { Migration } from '#db/migrations/migration.ts';
import { withEachTables } from '../support/each-database.ts';

// A database that has applied a migration never applies it again, so a change of its SQL would reach new databases only. Add a
// migration instead. A hash changes only before the release that brings the migration.
const released = [
  {
    name: 'first tables',
    hash: 'b2a3ffa0f3cc85d47e642d4d232370fdee8634348860df02fc38638e4d208da4',
  },
  {
    name: 'channels and intakes',
    hash: '987bc322b0863fd07c10a6fe2c6f31379afb43d84a549d4259c1dc50f8204e32',
  },
  {
    name: 'columns and tables of work items',
    hash: '55f80783ec1701ec93fed9d3c385cd55090fbfd81770064da09ecb5623d296ce',
  },
  {
    name: 'indexes of work items',
    hash: '42585cdf02f8b5ddf2d9cd14bfd0736c764cbacda49767443235936b0b8b9f58',
  },
  {
    name: 'notifications and settings of brands',
    hash: '41bc4434ac93b422903e93d0fab98faa03e1afaf8d0b5badae6253017b9b301d',
  },
  {
    name: 'language of intakes',
    hash: 'dd96f3e3e98a7c94accd218a7084f767e85d55606ad26ef700483833a863cdf7',
  },
  {
    name: 'language of leads',
    hash: '9c92b57fad139089dc564cd16b4ff75da409110fafdb544a72d27d0207a0ef35',
  },
];

test('a released migration never changes', () => {
  const found = migrations.map(({ name, sqlite, postgres }) => ({
    name,
    hash: createHash('sha256').update(sqlite).update(postgres).digest('hex'),
  }));
  assert.deepEqual(found, released);
});

test('migrations are numbered from 1 without gaps', () => {
  assert.deepEqual(
    migrations.map(({ number }) => number),
    migrations.map((_, index) => index + 1),
  );
});

withEachTables('later migrations', (db) => {
  const first = migrations.length + 1;
  const known = [
    ...migrations,
    migration(first, 'create table warranties (id text)'),
    migration(first + 1, `insert into warranties values ('a')`),
  ];
  const broken = migration(first + 2, 'create table half_made (id text); select no_such_column');

  test('those that are missing are applied, and reported', async () => {
    const steps: MigrationStep[] = [];
    const applied = await migrate(db, 0, (step) => steps.push(step), known);
    assert.deepEqual(applied, known.slice(-2));
    assert.deepEqual(steps, [
      { number: 1, of: 2, name: `migration ${first}` },
      { number: 2, of: 2, name: `migration ${first + 1}` },
    ]);
    assert.deepEqual(await migrate(db, 0, undefined, known), []);
    assert.equal((await db.all('select id from warranties')).length, 1);
  });

  test('one that fails is rolled back, and applied by a later start', async () => {
    await assert.rejects(migrate(db, 0, undefined, [...known, broken]), /no_such_column/);
    assert.equal(await versionOf(db), first + 1);
    const mended = migration(first + 2, 'create table half_made (id text)');
    assert.deepEqual(await migrate(db, 0, undefined, [...known, mended]), [mended]);
  });

  test('a newer database is refused', async () => {
    await assert.rejects(migrate(db, 0), /version \d+ .* newer program/);
  });
});

function migration(number: number, sql: string): Migration {
  return { number, name: `migration ${number}`, sqlite: sql, postgres: sql };
}

async function versionOf(db: Database): Promise<number> {
  return (await db.first<{ last: number }>('select max(number) as last from migrations'))!.last;
}
