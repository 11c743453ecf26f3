import { columns } from './columns.ts';
import type { Database } from './database.ts';
import type { BrandRow } from './tables.ts';

const select = `select ${columns('brands', ['id', 'name', 'country', 'createdAt'])} from brands`;

export function insertBrand(db: Database, brand: BrandRow): Promise<void> {
  return db.insertRows('brands', [brand]);
}

export function findBrand(db: Database, id: string): Promise<BrandRow | undefined> {
  return db.first(`${select} where id = ?`, id);
}

export function listBrands(db: Database): Promise<BrandRow[]> {
  return db.all(`${select} order by created_at, id`);
}
