import { columns } from '../columns.ts';
import type { Database } from '../database.ts';
import type { BrandRow } from '../tables.ts';

const fields = ['id', 'name', 'country', 'timeZone', 'language', 'createdAt'] as const;
const select = `select ${columns('brands', fields)} from brands`;

export function insertBrand(db: Database, brand: BrandRow): Promise<void> {
  return db.insertRows('brands', [brand]);
}

export function findBrand(db: Database, id: string): Promise<BrandRow | undefined> {
  return db.first(`${select} where id = ?`, id);
}

/** Locks the row until the transaction ends. */
export function lockBrand(db: Database, id: string): Promise<BrandRow | undefined> {
  return db.first(`${select} where id = ?${db.dialect.forUpdate}`, id);
}

/** Null resets to the time zone of the country. Returns whether the brand exists. */
export async function setBrandTimeZone(
  db: Database,
  { id, timeZone }: Pick<BrandRow, 'id' | 'timeZone'>,
): Promise<boolean> {
  return (await db.run('update brands set time_zone = ? where id = ?', timeZone, id)) > 0;
}

export async function updateBrand(db: Database, brand: BrandRow): Promise<void> {
  await db.run(
    'update brands set name = ?, country = ?, language = ?, time_zone = ? where id = ?',
    brand.name,
    brand.country,
    brand.language,
    brand.timeZone,
    brand.id,
  );
}

/** Pages through brands by id. */
export async function brandIdsAfter(db: Database, id: string, most: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    'select id from brands where id > ? order by id limit ?',
    id,
    most,
  );
  return rows.map((row) => row.id);
}

export function listBrands(db: Database): Promise<BrandRow[]> {
  return db.all(`${select} order by created_at, id`);
}
