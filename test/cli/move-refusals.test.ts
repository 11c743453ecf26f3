// Refusals of a move to PostgreSQL, before it begins and at its end.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { schemaVersion } from '#db/migrate.ts';
import { createLead } from '../support/call.ts';
import { commandLine, temporaryFolder } from '../support/command-line.ts';
import { damage } from '../support/damage.ts';
import { newPostgresDatabase, type PostgresTestDatabase } from '../support/postgres-database.ts';
import { startServer } from '../support/server.ts';
import { setVersion } from '../support/set-version.ts';

const folder = temporaryFolder();
const vakwerk = commandLine(folder.file('nowhere'));
const source = folder.file('sound.sqlite');
const targets: PostgresTestDatabase[] = [];
const secret = 'very-secret';

before(async () => {
  const dataDir = folder.file('source');
  mkdirSync(dataDir, { mode: 0o700 });
  const server = await startServer({ dataDir });
  try {
    const key = await server.createKey();
    const lead = {
      city: 'Utrecht',
      notes: 'x'.repeat(2_000),
      photoUrls: ['http://plain.example/'],
    };
    for (let n = 0; n < 50; n++) await createLead(server, key, { ...lead, title: `Job ${n}` });
    const refused = await vakwerk('move', '--from', server.databaseFile, '--to', await target());
    assert.match(refused.stderr, /^vakwerk: another server is using .+: stop it first\n$/);
    assert.equal(refused.code, 1);
    await commandLine(dataDir).json('backup', source);
  } finally {
    await server.stop();
  }
});
after(async () => {
  for (const one of targets) await one.drop();
  folder.remove();
});

// move.test.ts covers that a move creates the tables.
async function newTarget(
  wanted: Parameters<typeof newPostgresDatabase>[0] = { isMigrated: true },
): Promise<PostgresTestDatabase> {
  const one = await newPostgresDatabase(wanted);
  targets.push(one);
  return one;
}

async function target(): Promise<string> {
  return (await newTarget()).url;
}

async function assertRefused(from: string, to: string, complaint: RegExp): Promise<void> {
  const { code, stdout, stderr } = await vakwerk('move', '--from', from, '--to', to);
  assert.match(stderr, complaint);
  // On a busy machine a move takes long enough to print progress.
  const lines = stderr.replaceAll(/^moving .+\n/gm, '');
  assert.match(lines, /^vakwerk: .+\n$/, 'one line');
  assert.equal(stderr.includes(secret), false);
  assert.deepEqual([code, stdout], [1, '']);
}

function changed(file: string, script: string): void {
  const database = new DatabaseSync(file);
  database.exec(script);
  database.close();
}

const badSources: [name: string, spoil: (file: string) => void, complaint: RegExp][] = [
  ['no database', (file) => writeFileSync(file, 'no '.repeat(5_000)), /is not a database/],
  [
    'a database of another program',
    (file) => changed(file, 'drop table migrations; create table migrations (id integer)'),
    /is not a Vakwerk database/,
  ],
  ['a damaged one', damage, /is damaged: /],
  [
    'a newer one',
    (file) => setVersion(file, schemaVersion + 1),
    /has version \d+ and this program knows \d+: start a newer program/,
  ],
  [
    'one with a NUL character',
    (file) =>
      changed(
        file,
        `update customers set notes = 'a' || char(0) where seq = (select max(seq) from customers)`,
      ),
    /a row of customers \(brand_id [0-9a-f-]{36}, id [0-9a-f-]{36}\) cannot be stored in PostgreSQL, so nothing was moved: notes: it holds a NUL character/,
  ],
  [
    'one with tags that are no text',
    (file) => changed(file, `update work_items set tags = '["a\\u0000"]' where seq = 7`),
    /a row of work_items .+ cannot be stored in PostgreSQL, so nothing was moved: tags: it holds a NUL character/,
  ],
  [
    'one with a time that is none',
    (file) => changed(file, 'update work_items set actual_end = 9000000000000000 where seq = 7'),
    /a row of work_items .+ cannot be stored in PostgreSQL, so nothing was moved: actual_end: it is not a time/,
  ],
  [
    'one with a number that is too large',
    (file) => changed(file, 'update work_items set priority_rank = 40000 where seq = 7'),
    /a row of work_items \(brand_id .+, id .+\) cannot be stored in PostgreSQL, so nothing was moved: priority_rank: 40000 is out of range/,
  ],
];

describe('a source is refused:', { concurrency: 2 }, () => {
  for (const [name, spoil, complaint] of badSources) {
    void test(name, async () => {
      const file = folder.file(`${name}.sqlite`);
      copyFileSync(source, file);
      spoil(file);
      await assertRefused(file, await target(), complaint);
    });
  }
  void test('none', async () => {
    await assertRefused(folder.file('none'), await target(), /there is no file/);
    await assertRefused(folder.path, await target(), /is not a file/);
  });
});

describe('a target is refused:', () => {
  test('with data of its own', async () => {
    const to = await target();
    const onTarget = commandLine(folder.file('used'), { DATABASE_URL: to });
    await onTarget.json('brands', 'create', '--name', 'Other');
    await assertRefused(
      source,
      to,
      /the target holds data already \(in brands\): name an empty database/,
    );
    assert.equal((await onTarget.json('brands', 'list')).brands.length, 1);
  });

  test('with tables of another program', async () => {
    const one = await newTarget({});
    await one.open().execute('create table wp_posts (id integer)');
    await assertRefused(source, one.url, /holds tables of another program/);
  });

  test('that is newer', async () => {
    const one = await newTarget();
    await commandLine(folder.file('newer'), { DATABASE_URL: one.url }).json('migrate');
    await one.open().execute(`insert into migrations values (${schemaVersion + 1}, 'x', now())`);
    await assertRefused(source, one.url, /this program knows \d+: start a newer program/);
  });

  test('that cannot be reached', async () => {
    const to = `postgres://vakwerk:${secret}@127.0.0.1:9/vakwerk`;
    await assertRefused(source, to, /PostgreSQL: .*ECONNREFUSED/);
  });

  const misuses: string[][] = [
    ['--from', source, '--to', `mysql://vakwerk:${secret}@127.0.0.1/vakwerk`],
    ['--from', source, '--to', `vakwerk:${secret}@127.0.0.1`],
    ['--from', source, `postgres://vakwerk:${secret}@127.0.0.1/vakwerk`],
    ['--from', source, `postgres://127.0.0.1/vakwerk?password=${secret}`],
    ['--from', source],
  ];
  for (const words of misuses) {
    test(`wrong usage: ${words.slice(2).join(' ').slice(0, 30)}`, async () => {
      const { code, stderr } = await vakwerk('move', ...words);
      assert.match(stderr, /^vakwerk: .+\n$/);
      assert.equal(stderr.includes(secret), false);
      assert.equal(code, 2);
    });
  }
});

test('a lost row rolls the target back', async () => {
  const one = await newTarget();
  const db = one.open();
  await db.execute(
    `create function lose_first() returns trigger language plpgsql as $$
      begin
        if new.work_item_id::text = (select min(id::text) from work_items) then return null; end if;
        return new;
      end $$;
    create trigger lose_first before insert on lead_submissions
      for each row execute function lose_first()`,
  );
  await assertRefused(source, one.url, /nothing was moved: lead_submissions has 49 rows, not 50/);
  assert.deepEqual(await db.all('select id from brands'), []);
});
