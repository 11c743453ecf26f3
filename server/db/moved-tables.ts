// The tables of an installation, and how their rows are read in chunks, on either engine.
import { columnName, columns, type Field, marks } from './columns.ts';
import type { Database } from './database.ts';
import { SqlText } from './sql-text.ts';
import type { TableName } from './tables.ts';

export interface MovedTable {
  table: TableName;
  /** The primary key; rows are read in its order. */
  key: readonly string[];
  /** Few enough to fit into memory, however long their texts are. */
  rowsAtOnce: number;
  fields: readonly MovedField[];
}

interface MovedField {
  field: string;
  /** The PostgreSQL type. */
  type: string;
}

export type MovedRow = Record<string, string | number | boolean | null>;

const rowsAtOnce = 1_000;
const longRowsAtOnce = 100;
const fileRowsAtOnce = 4;

// Each table after those it references. The other tables are rebuilt (search indexes and their
// refreshes, asset totals) or belong to the database itself (migrations, revisions, rate windows,
// change tokens, the cursor key).
const order: Omit<MovedTable, 'fields'>[] = [
  { table: 'brands', key: ['id'], rowsAtOnce: longRowsAtOnce },
  { table: 'apiKeys', key: ['brandId', 'id'], rowsAtOnce },
  { table: 'accounts', key: ['id'], rowsAtOnce },
  { table: 'members', key: ['brandId', 'accountId'], rowsAtOnce },
  { table: 'formerMembers', key: ['brandId', 'accountId'], rowsAtOnce },
  { table: 'sessions', key: ['tokenHash'], rowsAtOnce },
  { table: 'accountLinks', key: ['tokenHash'], rowsAtOnce },
  { table: 'passkeys', key: ['accountId', 'id'], rowsAtOnce },
  { table: 'passkeyChallenges', key: ['id'], rowsAtOnce },
  { table: 'pushKeys', key: ['publicKey'], rowsAtOnce },
  { table: 'pushSubscriptions', key: ['accountId', 'id'], rowsAtOnce },
  { table: 'notificationSettings', key: ['brandId', 'accountId'], rowsAtOnce },
  { table: 'addresses', key: ['brandId', 'id'], rowsAtOnce },
  { table: 'customers', key: ['brandId', 'id'], rowsAtOnce },
  { table: 'workItems', key: ['brandId', 'id'], rowsAtOnce },
  { table: 'workItemNotes', key: ['brandId', 'id'], rowsAtOnce: longRowsAtOnce },
  { table: 'customerMerges', key: ['brandId', 'id'], rowsAtOnce },
  { table: 'mergedWorkItems', key: ['brandId', 'mergeId', 'workItemId'], rowsAtOnce },
  { table: 'formerWorkItems', key: ['brandId', 'customerId', 'workItemId'], rowsAtOnce },
  { table: 'assets', key: ['brandId', 'id'], rowsAtOnce },
  { table: 'photos', key: ['brandId', 'workItemId', 'position'], rowsAtOnce },
  { table: 'leadSubmissions', key: ['brandId', 'workItemId'], rowsAtOnce: longRowsAtOnce },
  {
    table: 'idempotencyKeys',
    key: ['brandId', 'route', 'idempotencyKey'],
    rowsAtOnce: longRowsAtOnce,
  },
  { table: 'events', key: ['brandId', 'position'], rowsAtOnce },
  { table: 'webhookEndpoints', key: ['brandId', 'id'], rowsAtOnce },
  { table: 'webhookDeliveries', key: ['brandId', 'id'], rowsAtOnce: longRowsAtOnce },
  { table: 'webhookAttempts', key: ['brandId', 'deliveryId', 'number'], rowsAtOnce },
  { table: 'loggedRequests', key: ['brandId', 'id'], rowsAtOnce: longRowsAtOnce },
  { table: 'calendarLinks', key: ['brandId', 'id'], rowsAtOnce },
  { table: 'imports', key: ['brandId', 'id'], rowsAtOnce },
  {
    table: 'importBatches',
    key: ['brandId', 'importId', 'number'],
    rowsAtOnce: longRowsAtOnce,
  },
  { table: 'importRows', key: ['brandId', 'importId', 'rowNumber'], rowsAtOnce },
  { table: 'channels', key: ['brandId', 'id'], rowsAtOnce: longRowsAtOnce },
  { table: 'intakes', key: ['brandId', 'id'], rowsAtOnce: fileRowsAtOnce },
  { table: 'intakeFiles', key: ['brandId', 'intakeId', 'position'], rowsAtOnce: fileRowsAtOnce },
  { table: 'mailMessages', key: ['brandId', 'messageKey'], rowsAtOnce },
  { table: 'doubtfulLeads', key: ['brandId', 'workItemId'], rowsAtOnce },
  { table: 'distinctCustomers', key: ['brandId', 'oneId', 'otherId'], rowsAtOnce },
  { table: 'customerMails', key: ['brandId', 'id'], rowsAtOnce },
  { table: 'jobs', key: ['brandId', 'id'], rowsAtOnce },
  { table: 'postcodes', key: ['country', 'postcode'], rowsAtOnce },
];

export const movedTableNames = order.map(({ table }) => columnName(table));

/** With all columns, as both databases have them. */
export async function describeMovedTables(
  source: Database,
  target: Database,
): Promise<MovedTable[]> {
  const described: MovedTable[] = [];
  for (const table of order) {
    const name = columnName(table.table);
    const known = await source.all<{ name: string }>(
      // Only SQLite has `seq`, for its word index.
      `select name from pragma_table_info(?) where name <> 'seq'`,
      name,
    );
    const types = await typesOf(target, name);
    const fields = known.map((column) => ({
      field: fieldName(column.name),
      type: types.get(column.name) ?? '',
    }));
    const missing = fields.find(({ type }) => type === '');
    if (missing || fields.length !== types.size) {
      throw new Error(`the columns of ${name} differ between the databases: ${missing?.field}`);
    }
    described.push({ ...table, fields });
  }
  return described;
}

async function typesOf(target: Database, table: string): Promise<Map<string, string>> {
  const rows = await target.all<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
      where attrelid = cast(cast(? as text) as regclass) and attnum > 0 and not attisdropped`,
    table,
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

function fieldName(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The next rows after the key, or the first ones. */
export function rowsAfter(
  db: Database,
  { table, key, fields, rowsAtOnce }: MovedTable,
  after: readonly (string | number)[] | null,
): Promise<MovedRow[]> {
  const names = fields.map(({ field }) => field) as Field<TableName>[];
  const keys = key.map(columnName).join(', ');
  const sql = new SqlText().add(`select ${columns(table, names)} from ${columnName(table)}`);
  if (after) sql.add(` where (${keys}) > (${marks(after)})`, ...after);
  sql.add(` order by ${keys} limit ?`, rowsAtOnce);
  return db.all(sql.text, ...(sql.values as (string | number)[]));
}

export function keyOf({ key }: MovedTable, row: MovedRow): (string | number)[] {
  return key.map((field) => row[field] as string | number);
}

export async function countRows(db: Database, table: string): Promise<number> {
  const row = await db.first<{ count: number }>(`select count(*) as count from ${table}`);
  return row!.count;
}

export async function hasRows(db: Database, table: string): Promise<boolean> {
  return (await db.first(`select 1 from ${table} limit 1`)) !== undefined;
}
