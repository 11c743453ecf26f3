import { isCountryCode } from '#core/country-code.ts';
import { isTimeZone, timeZoneOf } from '#core/time-zone.ts';
import { findBrand, insertBrand, listBrands as listRows, setBrandTimeZone } from '#db/brands.ts';
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
  const brand: BrandRow = {
    id: context.newId(),
    name,
    country,
    timeZone: null,
    language: null,
    createdAt: context.now(),
  };
  await insertBrand(db, brand);
  return brand;
}

/** What the clocks of its calendars show; null for the zone of its country. */
export async function chooseTimeZone(
  db: Database,
  { brandId, timeZone }: { brandId: string; timeZone: string | null },
): Promise<BrandRow> {
  if (timeZone !== null && !isTimeZone(timeZone)) {
    throw new Refusal(`there is no time zone ${timeZone}: use a name such as Europe/Amsterdam`);
  }
  return db.transaction(async (trx) => {
    const isChanged = await setBrandTimeZone(trx, { id: brandId, timeZone });
    const brand = isChanged ? await findBrand(trx, brandId) : undefined;
    if (!brand) throw new Refusal(`no brand ${brandId}`);
    return brand;
  });
}

export function timeZoneOfBrand({ timeZone, country }: BrandRow): string {
  return timeZoneOf(timeZone, country);
}

export function listBrands(db: Database): Promise<BrandRow[]> {
  return listRows(db);
}
