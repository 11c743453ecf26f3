// Brings a database to the shape this program knows: numbered steps, each in a transaction of its own.
import type { Database, Engine } from './database.ts';
import { firstTables } from './migrations/0001-first-tables.ts';
import { photosAndJobs } from './migrations/0002-photos-and-jobs.ts';
import { events } from './migrations/0003-events.ts';
import { webhooks } from './migrations/0004-webhooks.ts';
import { customers } from './migrations/0005-customers.ts';
import { requestLogAndCalendars } from './migrations/0006-request-log-and-calendars.ts';
import { erasure } from './migrations/0007-erasure.ts';
import { accounts } from './migrations/0008-accounts.ts';
import { imports } from './migrations/0009-imports.ts';
import { unusedKeys } from './migrations/0010-unused-keys.ts';
import { cursorKey } from './migrations/0011-cursor-key.ts';
import { plannedJobs } from './migrations/0012-planned-jobs.ts';
import { provenAddresses } from './migrations/0013-proven-addresses.ts';
import { impersonalKeys } from './migrations/0014-impersonal-keys.ts';
import { formerMembers } from './migrations/0015-former-members.ts';
import { assetTotals } from './migrations/0016-asset-totals.ts';
import { webhookSetters } from './migrations/0017-webhook-setters.ts';
import { listChanges } from './migrations/0018-list-changes.ts';
import type { Migration } from './migrations/migration.ts';

export const migrations: readonly Migration[] = [
  firstTables,
  photosAndJobs,
  events,
  webhooks,
  customers,
  requestLogAndCalendars,
  erasure,
  accounts,
  imports,
  unusedKeys,
  cursorKey,
  plannedJobs,
  provenAddresses,
  impersonalKeys,
  formerMembers,
  assetTotals,
  webhookSetters,
  listChanges,
];
export const schemaVersion = migrations.length;

export class DatabaseTooNew extends Error {
  override name = 'DatabaseTooNew';
}

/** One that begins. */
export interface MigrationStep {
  /** From 1, of those that this database lacks. */
  number: number;
  of: number;
  name: string;
}

/** Returns the steps that were taken. Those of a new database, which take no time, are not told of. */
export async function migrate(
  db: Database,
  now: number,
  onStep: (step: MigrationStep) => void = () => {},
): Promise<Migration[]> {
  const version = await db.transaction((trx) => inTurn(trx, appliedVersion));
  refuseNewer(version);
  const begin = ({ number, name }: Migration) => {
    if (version > 0) onStep({ number: number - version, of: schemaVersion - version, name });
  };
  const taken: Migration[] = [];
  for (const migration of migrations) {
    const isTaken = await db.transaction((trx) =>
      inTurn(trx, () => takeStep(trx, migration, now, begin)),
    );
    if (isTaken) taken.push(migration);
  }
  return taken;
}

/** Of several servers that start at once, one migrates and the others wait for it. */
async function inTurn<Result>(
  trx: Database,
  work: (trx: Database) => Promise<Result>,
): Promise<Result> {
  await trx.waitForLocks(['migrations']);
  return work(trx);
}

export function refuseNewer(version: number): void {
  if (version <= schemaVersion) return;
  throw new DatabaseTooNew(
    `the database has version ${version} and this program knows ${schemaVersion}: start a newer program`,
  );
}

/** The number of the last step taken; 0 for an empty database. */
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

// Asked again inside the transaction: another process may have taken the step meanwhile.
async function takeStep(
  trx: Database,
  migration: Migration,
  now: number,
  begin: (migration: Migration) => void,
): Promise<boolean> {
  if ((await appliedVersion(trx)) >= migration.number) return false;
  begin(migration);
  await trx.execute(migration[trx.engine]);
  const { number, name } = migration;
  await trx.insertRows('migrations', [{ number, name, appliedAt: now }]);
  return true;
}
