// Copies the rows of one table in chunks, so that a large table fits into memory.
import { whyUnstorable } from '#core/unstorable.ts';
import { wordsOfAddress, wordsOfCustomer, wordsOfWorkItem } from '#core/search/search-words.ts';
import type { AddressRecord, CustomerRecord, WorkItemRecord } from '#core/records.ts';
import { columnName } from '#db/columns.ts';
import { findAddresses } from '#db/addresses/addresses.ts';
import { findCustomers } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import { keyOf, type MovedRow, type MovedTable, rowsAfter } from '#db/moved-tables.ts';
import { Refusal } from '../refusal.ts';

/** Refuses a value that PostgreSQL cannot store, and names its row. */
export async function moveTable(
  { source, trx }: { source: Database; trx: Database },
  table: MovedTable,
  onRows: (rows: number) => void,
): Promise<void> {
  for (let after: ReturnType<typeof keyOf> | null = null; ;) {
    const rows: MovedRow[] = await rowsAfter(source, table, after);
    for (const row of rows) refuseUnstorable(table, row);
    await putRows(trx, table, rows, source);
    onRows(rows.length);
    if (rows.length < table.rowsAtOnce) return;
    after = keyOf(table, rows.at(-1)!);
  }
}

function refuseUnstorable({ table, key, fields }: MovedTable, row: MovedRow): void {
  for (const { field, type } of fields) {
    const reason = whyUnstorable(row[field]!, type);
    if (reason === null) continue;
    const name = key.map((part) => `${columnName(part)} ${row[part]}`).join(', ');
    throw new Refusal(
      `a row of ${columnName(table)} (${name}) cannot be stored in PostgreSQL, so nothing was moved: ${columnName(field)}: ${reason}`,
    );
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
    const addressIds = new Set(own.flatMap((item) => item.addressId ?? []));
    const places = await findAddresses(source, brandId, [...addressIds]);
    const addresses = new Map(places.map((address) => [address.id, address]));
    await trx.workItemSearch.replace(
      own.map((item) => ({
        brandId,
        id: item.id,
        words: wordsOfWorkItem(
          item,
          customers.get(item.customerId)!,
          addresses.get(item.addressId ?? '') ?? null,
        ),
      })),
    );
  }
}
