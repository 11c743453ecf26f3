// Copies the rows of an installation, piece by piece. A piece and the mark of how far it goes are written in
// one transaction, so that after an interruption no row is left out and none comes twice.
import { wordsOfAddress, wordsOfCustomer, wordsOfWorkItem } from '#core/search/search-words.ts';
import type { AddressRecord, CustomerRecord, WorkItemRecord } from '#core/records.ts';
import { columnName } from '#db/columns.ts';
import { findCustomers } from '#db/customers.ts';
import { type Database, DatabaseUnavailable } from '#db/database.ts';
import { keyOf, type MovedRow, type MovedTable, rowsAfter } from '#db/moved-tables.ts';
import { holdMove, setMovePlace } from '#db/postgres/moves.ts';
import { unstorable } from './sum-tables.ts';

interface Ends {
  source: Database;
  target: Database;
}

export async function moveRows(
  ends: Ends,
  tables: readonly MovedTable[],
  onRows: (rowsDone: number) => void,
): Promise<void> {
  const names = tables.map(({ table }) => columnName(table));
  for (const [index, table] of tables.entries()) {
    for (let hasMore = true; hasMore;) hasMore = await movePiece(ends, index, table);
  }

  async function movePiece({ source, target }: Ends, index: number, table: MovedTable) {
    let rows: MovedRow[] = [];
    try {
      return await target.transaction(async (trx) => {
        const move = await holdMove(trx);
        const isBehind = names.indexOf(move.tableName ?? '') > index;
        if (isBehind) return false;
        rows = await rowsAfter(
          source,
          table,
          move.tableName === names[index] ? move.lastKey : null,
        );
        await putRows(trx, table, rows, source);
        const rowsMoved = move.rowsMoved + rows.length;
        if (rows.length > 0) {
          const lastKey = keyOf(table, rows.at(-1)!);
          await setMovePlace(trx, { tableName: names[index]!, lastKey, rowsMoved });
        }
        onRows(rowsMoved);
        return rows.length === table.rowsAtOnce;
      });
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) await nameBadRow(target, table, rows);
      throw error;
    }
  }
}

async function putRows(
  trx: Database,
  { table }: MovedTable,
  rows: readonly MovedRow[],
  source: Database,
): Promise<void> {
  await trx.insertRows(table, rows as never);
  // Records and rows have the same fields here.
  if (table === 'addresses') await indexAddresses(trx, rows as never);
  if (table === 'customers') await indexCustomers(trx, rows as never);
  if (table === 'workItems') await indexWorkItems(trx, rows as never, source);
}

function indexAddresses(trx: Database, addresses: readonly AddressRecord[]): Promise<void> {
  return trx.addressSearch.replace(
    addresses.map((address) => ({ ...address, words: wordsOfAddress(address) })),
  );
}

function indexCustomers(trx: Database, customers: readonly CustomerRecord[]): Promise<void> {
  return trx.customerSearch.replace(
    customers.map((customer) => ({ ...customer, words: wordsOfCustomer(customer) })),
  );
}

async function indexWorkItems(
  trx: Database,
  items: readonly WorkItemRecord[],
  source: Database,
): Promise<void> {
  for (const [brandId, own] of Map.groupBy(items, (item) => item.brandId)) {
    const ids = [...new Set(own.map((item) => item.customerId))];
    const found = await findCustomers(source, brandId, ids);
    const customers = new Map(found.map((customer) => [customer.id, customer]));
    await trx.workItemSearch.replace(
      own.map((item) => ({
        brandId,
        id: item.id,
        words: wordsOfWorkItem(item, customers.get(item.customerId)!),
      })),
    );
  }
}

/** Finds out which row it was that the database refused. */
async function nameBadRow(
  target: Database,
  table: MovedTable,
  rows: readonly MovedRow[],
): Promise<void> {
  for (const row of rows) {
    try {
      await target.transaction(async (trx) => {
        await trx.insertRows(table.table, [row] as never);
        throw new Undo();
      });
    } catch (error) {
      if (!(error instanceof Undo)) throw unstorable(table, row, (error as Error).message);
    }
  }
}

class Undo extends Error {}
