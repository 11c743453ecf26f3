// Brings a database to the schema of this program: numbered migrations, each in a transaction of
// its own.
import type { Database, Engine } from './database.ts';
import { firstTables } from './migrations/0001-first-tables.ts';
import { channels } from './migrations/0002-channels.ts';
import { workItems } from './migrations/0003-work-items.ts';
import { workItemIndexes } from './migrations/0004-work-item-indexes.ts';
import { notifications } from './migrations/0005-notifications.ts';
import { intakeLanguage } from './migrations/0006-intake-language.ts';
import { leadLanguage } from './migrations/0007-lead-language.ts';
import type { Migration } from './migrations/migration.ts';

/** Numbered from 1 without gaps. */
export const migrations: readonly Migration[] = [
  firstTables,
  channels,
  workItems,
  workItemIndexes,
  notifications,
  intakeLanguage,
  leadLanguage,
];
export const schemaVersion = migrations.length;

export class DatabaseTooNew extends Error {
  override name = 'DatabaseTooNew';
}

/** A migration that begins. */
export interface MigrationStep {
  /** From 1, of the migrations that this database lacks. */
  number: number;
  of: number;
  name: string;
}

/**
 * Returns the migrations that were applied. A new database is fast, so `onStep` is not called for
 * it.
 */
export async function migrate(
  db: Database,
  now: number,
  onStep: (step: MigrationStep) => void = () => {},
  known = migrations,
): Promise<Migration[]> {
  const applied: Migration[] = [];
  let isNew: boolean | undefined;
  for (;;) {
    const next = await db.transaction(async (trx) => {
      // Of several servers that start together, one migrates and the others wait.
      await trx.waitForLocks(['migrations']);
      const version = await appliedVersion(trx);
      refuseNewer(version, known.length);
      isNew ??= version === 0;
      const migration = known[version];
      if (!migration) return undefined;
      const { number, name } = migration;
      const of = applied.length + known.length - version;
      if (!isNew) onStep({ number: applied.length + 1, of, name });
      await trx.execute(migration[trx.engine]);
      await trx.insertRows('migrations', [{ number, name, appliedAt: now }]);
      return migration;
    });
    if (!next) return applied;
    applied.push(next);
  }
}

export function refuseNewer(version: number, known = schemaVersion): void {
  if (version <= known) return;
  throw new DatabaseTooNew(
    `the database has version ${version} and this program knows ${known}: start a newer program`,
  );
}

/** The number of the last migration; 0 for an empty database. */
async function appliedVersion(db: Database): Promise<number> {
  await db.execute(migrationsTable[db.engine]);
  const last = await db.first<{ number: number }>(
    'select number from migrations order by number desc limit 1',
  );
  return last?.number ?? 0;
}

const migrationsTable: Record<Engine, string> = {
  sqlite: `create table if not exists migrations (
    number integer primary key not null, name text not null, applied_at integer not null
  ) strict`,
  postgres: `create table if not exists migrations (
    number integer primary key, name text not null, applied_at timestamptz not null
  )`,
};
