// The operators' pages in docs/ agree with the program and with deploy/.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { migrate } from '#db/migrate.ts';
import { newPostgresDatabase } from './support/postgres-database.ts';
import { root } from './support/project-files.ts';
import { sharedServer } from './support/shared-server.ts';

const server = await sharedServer();

const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('many-nodes.md sets every value that the compose file requires', () => {
  const page = read('docs/many-nodes.md');
  const [, env] = /cat > deploy\/\.env <<END\n([\s\S]+?)\nEND\n/.exec(page)!;
  const written = env!.split('\n').map((line) => line.split('=')[0]!);
  const asked = new Set(
    [...read('deploy/compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!),
  );
  assert.deepEqual(written.sort(), [...asked].sort());
});

test('monitoring.md names existing metrics', async () => {
  const named = new Set(
    [...read('docs/monitoring.md').matchAll(/`((?:vakwerk|nodejs|process)_\w+)/g)].map(
      ([, n]) => n!,
    ),
  );
  assert.notEqual(named.size, 0);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const missing = [...named].filter(
    (name) => !metrics.includes(`# TYPE ${name.replace(/_(?:bucket|count|sum)$/, '')} `),
  );
  assert.deepEqual(missing, []);
});

test('sharding.md lists every table of PostgreSQL', async () => {
  const places = [...read('docs/sharding.md').matchAll(/^\| (`.+?) \| (.+?) \|/gm)].flatMap(
    ([, names, kind]) =>
      [...names!.matchAll(/`(\w+)`/g)].map((match) => ({ table: match[1]!, kind: kind! })),
  );
  const kindOf = (table: string) => places.find((place) => place.table === table)!.kind;
  const isDistributed = (table: string) => kindOf(table).startsWith('distributed');
  const { tables, uniqueIndexes, references } = await readCatalog();
  assert.deepEqual(places.map(({ table }) => table).sort(), [...tables].sort());

  // A shard cannot check uniqueness across shards.
  const unique = uniqueIndexes.filter(({ table }) => isDistributed(table));
  assert.notEqual(unique.length, 0);
  for (const { name, columns } of unique) assert.equal(columns[0], 'brand_id', name);
  // A foreign key may point to the same shard, or to a reference table.
  for (const { name, table, columns, to, toColumns } of references) {
    if (kindOf(to) === 'reference') continue;
    assert.equal(isDistributed(table), isDistributed(to), name);
    if (isDistributed(table))
      assert.deepEqual([columns[0], toColumns[0]], ['brand_id', 'brand_id'], name);
  }
});

interface Catalog {
  tables: string[];
  uniqueIndexes: { name: string; table: string; columns: string[] }[];
  references: { name: string; table: string; columns: string[]; to: string; toColumns: string[] }[];
}

/** The catalog of a migrated database, as PostgreSQL describes it. */
async function readCatalog(): Promise<Catalog> {
  const database = await newPostgresDatabase({ isMigrated: true });
  try {
    const db = database.open();
    // A given server has no tables to copy.
    await migrate(db, Date.now());
    const namesOf = (table: string, numbers: string) => `(
      select json_agg(attname order by place) from unnest(${numbers}) with ordinality as part (number, place)
      join pg_attribute on attrelid = ${table} and attnum = number
    )`;
    const tables = await db.all<{ name: string }>(
      `select relname as name from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    const uniqueIndexes = await db.all<Catalog['uniqueIndexes'][number]>(
      `select indexrelid::regclass::text as name, indrelid::regclass::text as "table",
         ${namesOf('indrelid', 'indkey::smallint[]')} as columns
       from pg_index join pg_class on oid = indrelid
       where indisunique and relnamespace = 'public'::regnamespace`,
    );
    const references = await db.all<Catalog['references'][number]>(
      `select conname as name, conrelid::regclass::text as "table", ${namesOf('conrelid', 'conkey')} as columns,
         confrelid::regclass::text as "to", ${namesOf('confrelid', 'confkey')} as "toColumns"
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    );
    return { tables: tables.map(({ name }) => name), uniqueIndexes, references };
  } finally {
    await database.drop();
  }
}
