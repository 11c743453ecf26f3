// Parameters that an operator may add to `DATABASE_URL`.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newPostgresDatabase, type PostgresTestDatabase } from '../support/postgres-database.ts';

let database: PostgresTestDatabase;
before(async () => {
  database = await newPostgresDatabase();
});
after(() => database?.drop());

const optionsOfOperators = [
  '',
  '-c timezone=Asia/Tokyo',
  '-c lock_timeout=5s -c timezone=America/New_York',
];
for (const options of optionsOfOperators) {
  test(`times are parsed correctly with options "${options}"`, async () => {
    const url = new URL(database.url);
    if (options) url.searchParams.set('options', options);
    const db = database.open({ url: url.href });
    const row = await db.first<{ at: number; lockTimeout: string }>(
      `select timestamptz '2026-11-15 09:30:00.123Z' as at,
        current_setting('lock_timeout') as "lockTimeout"`,
    );
    assert.equal(row?.at, Date.UTC(2026, 10, 15, 9, 30, 0, 123));
    assert.equal(row.lockTimeout, options.includes('lock_timeout') ? '5s' : '0');
  });
}
