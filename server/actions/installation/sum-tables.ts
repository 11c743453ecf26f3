// Counts and checksums of the tables of an installation, read piece by piece.
import { RowChecksum, whyUnstorable } from '#core/row-checksum.ts';
import type { Database } from '#db/database.ts';
import { columnName } from '#db/columns.ts';
import { keyOf, type MovedRow, type MovedTable, rowsAfter } from '#db/moved-tables.ts';
import { Refusal } from '../refusal.ts';

export interface TableSum {
  table: string;
  rows: number;
  checksum: string;
}

/** A value that PostgreSQL could not store is refused by the name of its row. */
export async function sumsOf(
  db: Database,
  tables: readonly MovedTable[],
  onRows: (rowsDone: number) => void,
): Promise<TableSum[]> {
  const sums: TableSum[] = [];
  let rowsDone = 0;
  for (const table of tables) {
    const checksum = new RowChecksum();
    await eachPiece(db, table, (rows) => {
      for (const row of rows) addRow(checksum, table, row);
      onRows((rowsDone += rows.length));
    });
    sums.push({ table: columnName(table.table), rows: checksum.rows, checksum: checksum.text });
  }
  return sums;
}

async function eachPiece(
  db: Database,
  table: MovedTable,
  use: (rows: readonly MovedRow[]) => void,
): Promise<void> {
  for (let after: ReturnType<typeof keyOf> | null = null; ;) {
    const rows = await rowsAfter(db, table, after);
    use(rows);
    if (rows.length < table.rowsAtOnce) return;
    after = keyOf(table, rows.at(-1)!);
  }
}

function addRow(checksum: RowChecksum, table: MovedTable, row: MovedRow): void {
  for (const { field, type } of table.fields) {
    const reason = whyUnstorable(row[field]!, type);
    if (reason !== null) throw unstorable(table, row, `${columnName(field)}: ${reason}`);
  }
  checksum.add(
    table.fields.map(({ field }) => row[field]!),
    table.fields.map(({ type }) => type),
  );
}

export function unstorable(table: MovedTable, row: MovedRow, reason: string): Refusal {
  const key = table.key.map((field) => `${columnName(field)} ${row[field]}`).join(', ');
  return new Refusal(
    `a row of ${columnName(table.table)} (${key}) cannot be stored in PostgreSQL: ${reason}`,
  );
}
