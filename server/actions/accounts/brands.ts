import { timeZoneOf } from '#core/time-zone.ts';
import {
  addTestSide,
  findLiveBrand,
  findTestSide,
  insertBrand,
  listBrands as listRows,
  setBrandTimeZone,
} from '#db/accounts/brands.ts';
import type { Database } from '#db/database.ts';
import type { BrandRow } from '#db/tables.ts';
import type { ActionContext } from '../context.ts';

export const brandCountryDefault = 'NL';

export async function createBrand(
  db: Database,
  { name, country }: { name: string; country: string },
  context: ActionContext,
): Promise<BrandRow> {
  const brand: BrandRow = {
    id: context.newId(),
    name,
    country,
    timeZone: null,
    language: null,
    createdAt: context.now(),
    testOf: null,
    emptyBefore: null,
    workingHours: null,
    answerMinutes: null,
    customerMails: null,
    trade: null,
    colour: null,
  };
  await insertBrand(db, brand);
  return brand;
}

/** Returns the id of the test side, which is created on first need; undefined for an unknown brand. */
export async function ensureTestSide(
  trx: Database,
  { brandId }: { brandId: string },
  context: ActionContext,
): Promise<string | undefined> {
  const known = await findTestSide(trx, brandId);
  if (known) return known.id;
  await addTestSide(trx, { id: context.newId(), liveId: brandId, now: context.now() });
  return (await findTestSide(trx, brandId))?.id;
}

/** Sets the time zone of the calendars; null for the country's. Returns undefined for an unknown brand. */
export async function chooseTimeZone(
  db: Database,
  { brandId, timeZone }: { brandId: string; timeZone: string | null },
): Promise<BrandRow | undefined> {
  return db.transaction(async (trx) => {
    if (!(await findLiveBrand(trx, brandId))) return undefined;
    await setBrandTimeZone(trx, { id: brandId, timeZone });
    return findLiveBrand(trx, brandId);
  });
}

export function timeZoneOfBrand({ timeZone, country }: BrandRow): string {
  return timeZoneOf(timeZone, country);
}

export function listBrands(db: Database): Promise<BrandRow[]> {
  return listRows(db);
}
