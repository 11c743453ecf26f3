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
  const brand = await findBrand(db, brandId);
  if (!brand) throw unknownBrand(brandId);
  if (brand.testOf !== null) {
    throw new Refusal(
      `${brandId} is the test environment of a brand: name the brand, ${brand.testOf}`,
    );
  }
}

export function unknownBrand(brandId: string): Refusal {
  return new Refusal(`no brand ${brandId}`);
}
