// The --brand option.
import { Refusal } from '#actions/refusal.ts';
import { findBrand } from '#db/accounts/brands.ts';
import type { Database } from '#db/database.ts';

export const brandOption = {
  value: '<id>',
  required: true,
  text: 'the brand, by its id',
} as const;

export async function refuseUnknownBrand(db: Database, brandId: string): Promise<void> {
  if (!(await findBrand(db, brandId))) throw unknownBrand(brandId);
}

export function unknownBrand(brandId: string): Refusal {
  return new Refusal(`no brand ${brandId}`);
}
