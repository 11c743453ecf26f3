import { accountsOnPostgres } from './0001-first-tables/accounts.postgres.ts';
import { accountsOnSqlite } from './0001-first-tables/accounts.sqlite.ts';
import { jobsAndLogsOnPostgres } from './0001-first-tables/jobs-and-logs.postgres.ts';
import { jobsAndLogsOnSqlite } from './0001-first-tables/jobs-and-logs.sqlite.ts';
import { listChangesOnPostgres, listChangesOnSqlite } from './0001-first-tables/list-changes.ts';
import { workItemsOnPostgres } from './0001-first-tables/work-items.postgres.ts';
import { workItemsOnSqlite } from './0001-first-tables/work-items.sqlite.ts';
import type { Migration } from './migration.ts';

// Times are milliseconds since 1970 on SQLite and `timestamptz` on PostgreSQL. Keys and indexes of a
// brand's rows begin with `brand_id`; test/db/postgres-columns.test.ts lists the exceptions with their
// reasons. `seq` is the rowid that SQLite's word index refers to. The comments in the SQLite tables
// hold for both engines. Numbers are literals: a released migration must not change with the program.
export const firstTables: Migration = {
  number: 1,
  name: 'first tables',
  sqlite: [accountsOnSqlite, workItemsOnSqlite, jobsAndLogsOnSqlite, listChangesOnSqlite].join(''),
  postgres: [
    accountsOnPostgres,
    workItemsOnPostgres,
    jobsAndLogsOnPostgres,
    listChangesOnPostgres,
  ].join(''),
};
