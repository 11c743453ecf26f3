// Moves a whole installation from SQLite to PostgreSQL. It may be broken off at any moment and begun again:
// it goes on where it was. Nothing is served from the new place before every row was compared.
import { hash } from 'node:crypto';
import { columnName } from '#db/columns.ts';
import type { Database } from '#db/database.ts';
import { migrate, refuseNewer } from '#db/migrate.ts';
import {
  countRows,
  describeMovedTables,
  hasRows,
  type MovedTable,
  movedTableNames,
} from '#db/moved-tables.ts';
import { inspectPostgres } from '#db/postgres/inspect.ts';
import {
  findMove,
  holdMove,
  insertMove,
  type Move,
  setMoveCompleted,
  setMoveSource,
} from '#db/postgres/moves.ts';
import type { ActionContext } from '../context.ts';
import { moveRows } from './move-rows.ts';
import { Refusal } from '../refusal.ts';
import { type TableSum, sumsOf } from './sum-tables.ts';

type MovePhase = 'reading' | 'moving' | 'comparing';

interface MoveProgress {
  phase: MovePhase;
  rowsDone: number;
  rowsInAll: number;
}

export interface MoveReport {
  /** Nothing was left to do. */
  wasComplete: boolean;
  /** In an earlier run that was broken off. */
  rowsMovedBefore: number;
  tables: TableSum[];
}

const startOver = 'to begin anew, drop the database and create it again';

/** `source` must not change meanwhile. */
export async function moveInstallation(
  { source, target }: { source: Database; target: Database },
  onProgress: (progress: MoveProgress) => void,
  context: Pick<ActionContext, 'now'>,
): Promise<MoveReport> {
  await begin(target, context);
  await migrate(target, context.now());
  const tables = await describeMovedTables(source, target);
  const rowsInAll = await rowsIn(source, tables);
  const tell = (phase: MovePhase) => (rowsDone: number) =>
    onProgress({ phase, rowsDone, rowsInAll });

  const wanted = await sumsOf(source, tables, tell('reading'));
  const { completedAt, rowsMoved } = await claim(target, sourceOf(wanted));
  const report = { wasComplete: completedAt !== null, rowsMovedBefore: rowsMoved, tables: wanted };
  if (report.wasComplete) return report;

  await moveRows({ source, target }, tables, tell('moving'));
  await compare(target, wanted, await sumsOf(target, tables, tell('comparing')));
  // What the planner knows of the tables is from when they were empty.
  await target.execute('analyze');
  await target.transaction((trx) => setMoveCompleted(trx, context.now()));
  return report;
}

/** From here on no server starts on the target until the move is complete. */
function begin(target: Database, context: Pick<ActionContext, 'now'>): Promise<void> {
  return target.transaction(async (trx) => {
    await trx.waitForLocks(['first key', 'migrations']);
    const { tables, isVakwerk, version } = await inspectPostgres(trx);
    refuseNewer(version);
    if (await findMove(trx)) return;
    if (tables.size > 0 && !isVakwerk) {
      throw new Refusal('the target holds tables of another program: name an empty database');
    }
    for (const table of movedTableNames.filter((name) => tables.has(name))) {
      if (!(await hasRows(trx, table))) continue;
      throw new Refusal(
        `the target holds data that did not come from this move (in ${table}): name an empty database`,
      );
    }
    await insertMove(trx, context.now());
  });
}

async function rowsIn(source: Database, tables: readonly MovedTable[]): Promise<number> {
  let rows = 0;
  for (const { table } of tables) rows += await countRows(source, columnName(table));
  return rows;
}

/** All that is moved, in one number: another installation has another, and so has this one after a change. */
function sourceOf(sums: readonly TableSum[]): string {
  return hash('sha256', JSON.stringify(sums));
}

function claim(target: Database, source: string): Promise<Move> {
  return target.transaction(async (trx) => {
    const move = await holdMove(trx);
    if (move.source === null) await setMoveSource(trx, source);
    if ((move.source ?? source) === source) return move;
    const state = move.completedAt === null ? 'is being filled' : 'was filled';
    throw new Refusal(
      `the target ${state} from another source, or the source has changed since: ${startOver}`,
    );
  });
}

async function compare(
  target: Database,
  wanted: readonly TableSum[],
  found: readonly TableSum[],
): Promise<void> {
  const differences = wanted.flatMap(({ table, rows, checksum }, index) => {
    const other = found[index]!;
    if (other.rows !== rows) return [`${table} has ${other.rows} rows instead of ${rows}`];
    return other.checksum === checksum ? [] : [`${table} has rows with other contents`];
  });
  for (const [records, index] of [
    ['work_items', 'work_item_search'],
    ['addresses', 'address_search'],
    ['customers', 'customer_search'],
  ] as const) {
    const [rows, entries] = [await countRows(target, records), await countRows(target, index)];
    if (entries !== rows) differences.push(`${index} has ${entries} entries for ${rows} records`);
  }
  if (differences.length === 0) return;
  throw new Refusal(
    `the target is not what the source is: ${differences.join('; ')}. Somebody else has written to it; ${startOver}`,
  );
}
