// Moves a whole installation from SQLite to PostgreSQL in one transaction: the target gets all of it or nothing.
import { type Database, DatabaseUnavailable } from '#db/database.ts';
import { migrate, refuseNewer } from '#db/migrate.ts';
import { countRows, describeMovedTables, hasRows, movedTableNames } from '#db/moved-tables.ts';
import { inspectPostgres } from '#db/postgres/inspect.ts';
import type { ActionContext } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { moveTable } from './move-table.ts';

interface MoveProgress {
  rowsDone: number;
  rowsInAll: number;
}

export interface TableCount {
  table: string;
  rows: number;
}

/** `source` must not change during the move. */
export async function moveInstallation(
  { source, target }: { source: Database; target: Database },
  onProgress: (progress: MoveProgress) => void,
  context: Pick<ActionContext, 'now'>,
): Promise<TableCount[]> {
  await refuseUnfit(target);
  await migrate(target, context.now());
  const tables = await describeMovedTables(source, target);
  const counts = await countsOf(source);
  const rowsInAll = counts.reduce((sum, { rows }) => sum + rows, 0);

  const moving = target.transaction(async (trx) => {
    // A server that starts meanwhile waits for these locks, and then finds all the data.
    await trx.waitForLocks(['first key', 'migrations']);
    await refuseData(trx, movedTableNames);
    let rowsDone = 0;
    for (const table of tables) {
      await moveTable({ source, trx }, table, (rows) =>
        onProgress({ rowsDone: (rowsDone += rows), rowsInAll }),
      );
    }
    await compareCounts(trx, counts);
  });
  await moving.catch(explainInterruption);
  // The planner's statistics are still those of empty tables.
  await target.execute('analyze');
  return counts;
}

function explainInterruption(error: unknown): never {
  if (!(error instanceof DatabaseUnavailable)) throw error;
  // The outcome of a commit without a reply is unknown.
  throw new Refusal(
    `the move was interrupted (${error.message}): run it again. If the target is then refused because it holds data, everything was moved`,
    { cause: error },
  );
}

/** Call this before the migration creates the tables. */
async function refuseUnfit(target: Database): Promise<void> {
  const { tables, isVakwerk, version } = await inspectPostgres(target);
  refuseNewer(version);
  if (tables.size > 0 && !isVakwerk) {
    throw new Refusal('the target holds tables of another program: name an empty database');
  }
  await refuseData(
    target,
    movedTableNames.filter((name) => tables.has(name)),
  );
}

async function refuseData(target: Database, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    if (!(await hasRows(target, table))) continue;
    throw new Refusal(`the target holds data already (in ${table}): name an empty database`);
  }
}

async function countsOf(db: Database): Promise<TableCount[]> {
  const counts: TableCount[] = [];
  for (const table of movedTableNames) counts.push({ table, rows: await countRows(db, table) });
  return counts;
}

const searchIndexes = [
  ['work_items', 'work_item_search'],
  ['addresses', 'address_search'],
  ['customers', 'customer_search'],
] as const;

async function compareCounts(trx: Database, wanted: readonly TableCount[]): Promise<void> {
  const found = await countsOf(trx);
  const differences = wanted.flatMap(({ table, rows }, index) =>
    found[index]!.rows === rows ? [] : [`${table} has ${found[index]!.rows} rows, not ${rows}`],
  );
  for (const [records, index] of searchIndexes) {
    const [rows, entries] = [await countRows(trx, records), await countRows(trx, index)];
    if (entries !== rows) differences.push(`${index} has ${entries} entries for ${rows} records`);
  }
  if (differences.length === 0) return;
  throw new Refusal(
    `the target would differ from the source, so nothing was moved: ${differences.join('; ')}. Name a new, empty database`,
  );
}
