// A chunk of a table as CSV. The caller requests chunks one by one, as fast as the client reads them.
import type { Position } from '#core/requests/cursor.ts';
import { type CsvSeparator, writeCsvRow } from '#core/imports/csv.ts';
import { cellsOf, type ExportTable } from '#core/imports/export-tables.ts';
import { nilUuid } from '#core/uuid-v7.ts';
import { findAddresses } from '#db/addresses/addresses.ts';
import { findCustomers } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import { findCustomersToExport, findItemsToExport } from '#db/lists/export-pages.ts';
import { findWorkItems } from '#db/work-items/work-items.ts';
import { namesOf } from '../work-items/notes.ts';

interface ChunkRequest {
  brandId: string;
  table: ExportTable;
  separator: CsvSeparator;
  /** Null for the first chunk. */
  after: Position | null;
}

interface TableChunk {
  text: string;
  /** Where to continue; null at the end. */
  next: Position | null;
}

const recordsAtOnce = 200;
const beforeAll: Position = { value: 0, id: nilUuid };

export async function exportTable(
  db: Database,
  { brandId, table, separator, after }: ChunkRequest,
): Promise<TableChunk> {
  const range = { brandId, after: after ?? beforeAll, most: recordsAtOnce };
  const found =
    table === 'customers'
      ? await findCustomersToExport(db, range)
      : await findItemsToExport(db, { ...range, phase: table === 'leads' ? 'lead' : 'job' });
  const ids = found.map(({ id }) => id);
  const rows =
    table === 'customers'
      ? await customerRows(db, brandId, ids)
      : await itemRows(db, { brandId, table, ids });
  const last = found.length < recordsAtOnce ? undefined : found.at(-1);
  const text = rows.map((cells) => writeCsvRow(cells, separator)).join('');
  return { text, next: last ? { value: last.createdAt, id: last.id } : null };
}

type Cells = ReturnType<typeof cellsOf>;

async function itemRows(
  db: Database,
  { brandId, table, ids }: { brandId: string; table: 'leads' | 'jobs'; ids: string[] },
): Promise<Cells[]> {
  const items = byId(await findWorkItems(db, brandId, ids));
  const customerIds = [...items.values()].map(({ customerId }) => customerId);
  const customers = byId(await findCustomers(db, brandId, [...new Set(customerIds)]));
  const addresses = await addressesOf(db, brandId, [...items.values()]);
  const names = await namesOf(db, brandId);
  return ids.map((id) => {
    const item = items.get(id)!;
    const customer = customers.get(item.customerId)!;
    const address = addresses.get(item.addressId ?? '') ?? null;
    const assigneeName = names.get(item.assigneeId ?? '') ?? '';
    return cellsOf(table, { item, customer, address, assigneeName });
  });
}

async function customerRows(db: Database, brandId: string, ids: string[]): Promise<Cells[]> {
  const customers = byId(await findCustomers(db, brandId, ids));
  const addresses = await addressesOf(db, brandId, [...customers.values()]);
  return ids.map((id) => {
    const customer = customers.get(id)!;
    const address = addresses.get(customer.addressId ?? '') ?? null;
    return cellsOf('customers', { customer, address });
  });
}

async function addressesOf(
  db: Database,
  brandId: string,
  records: readonly { addressId: string | null }[],
) {
  const ids = records.flatMap(({ addressId }) => addressId ?? []);
  return byId(await findAddresses(db, brandId, [...new Set(ids)]));
}

function byId<T extends { id: string }>(records: readonly T[]): Map<string, T> {
  return new Map(records.map((record) => [record.id, record]));
}
