import { isCountryCode } from '#core/country-code.ts';
import { insertBrand, listBrands as listRows } from '#db/brands.ts';
import type { Database } from '#db/database.ts';
import type { BrandRow } from '#db/tables.ts';
import type { ActionContext } from './context.ts';
import { Refusal } from './refusal.ts';

export const brandCountryDefault = 'NL';

export async function createBrand(
  db: Database,
  { name, country }: { name: string; country: string },
  context: ActionContext,
): Promise<BrandRow> {
  if (!isCountryCode(country)) {
    throw new Refusal(`country must be a two-letter code such as NL, got ${country}`);
  }
  const brand = { id: context.newId(), name, country, createdAt: context.now() };
  await insertBrand(db, brand);
  return brand;
}

export function listBrands(db: Database): Promise<BrandRow[]> {
  return listRows(db);
}
