// Data of an older version is complete after the migration.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { migrate, migrations } from '#db/migrate.ts';
import { openSqlite } from '#db/sqlite/open.ts';

test('photos that version 1 left waiting get their jobs', async (t) => {
  const db = openSqlite(':memory:');
  t.after(() => db.close());
  await db.execute(`create table migrations (
    number integer primary key not null, name text not null, applied_at integer not null
  ) strict`);
  await db.execute(migrations[0]!.sqlite);
  await db.run('insert into migrations values (1, ?, 0)', 'first tables');
  const id = randomUUID();
  await db.run(
    `insert into brands (id, name, country, created_at) values (?, 'Brand', 'NL', 0)`,
    id,
  );
  await db.execute(`
    insert into customers (brand_id, id, version, name, first_name, last_name, email, phone, company_name,
        is_company, created_at, updated_at)
      values ('${id}', 'customer', 1, 'Jan', '', '', '', '', '', 0, 0, 0);
    insert into work_items (brand_id, id, version, customer_id, title, description, phase, status,
        priority_rank, source, received_at, photo_count, created_at, updated_at)
      values ('${id}', 'item', 1, 'customer', 'Tap', '', 'lead', 'request', 1, 'web', 0, 2, 0, 0);
    insert into photos (brand_id, work_item_id, position, url, status)
      values ('${id}', 'item', 0, 'https://example.com/"a".jpg', 'pending'),
        ('${id}', 'item', 1, 'https://example.com/b.jpg', 'failed');
  `);

  assert.deepEqual(
    (await migrate(db, 0)).map(({ number }) => number),
    migrations.slice(1).map(({ number }) => number),
  );
  const photos = await db.all<{ url: string; status: string }>(
    'select url, status from photos order by position',
  );
  assert.deepEqual(
    photos.map((photo) => ({ ...photo })),
    [
      { url: 'https://example.com/"a".jpg', status: 'pending' },
      { url: 'https://example.com/b.jpg', status: 'failed' },
    ],
  );
  const jobs = await db.all<{ kind: string; subject: string; payload: string; dueAt: number }>(
    'select kind, subject, payload, due_at as "dueAt" from jobs',
  );
  assert.deepEqual(
    jobs.map(({ payload, ...job }) => ({ ...job, payload: JSON.parse(payload) })),
    [
      {
        kind: 'fetchPhoto',
        subject: 'item',
        dueAt: 0,
        payload: { position: 0, url: 'https://example.com/"a".jpg' },
      },
    ],
  );
  assert.deepEqual(await db.upkeep.checkIntegrity(), []);
});
