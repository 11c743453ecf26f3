// The brand settings that owners can change.
import type { Language } from '#contract/account-lists.ts';
import type { WorkingHours } from '#contract/working-hours.ts';
import { languageOf } from '#core/accounts/language.ts';
import { answerMinutesOf, workingHoursOf } from '#core/notifications/brand-settings.ts';
import { timeZoneOf } from '#core/time-zone.ts';
import { apiKeysChanged } from '#db/accounts/api-keys.ts';
import {
  findBrand,
  findBrandLogo,
  lockBrandSettings,
  setBrandLogo,
  updateBrand,
} from '#db/accounts/brands.ts';
import type { Database } from '#db/database.ts';
import { hurryReminders } from '#db/notifications/telling-jobs.ts';
import { sessionsChanged } from '#db/accounts/sessions.ts';
import type { BrandRow } from '#db/tables.ts';
import type { ActionContext } from '../context.ts';
import { timeZoneOfBrand } from './brands.ts';

interface BrandSettings {
  id: string;
  name: string;
  country: string;
  language: Language;
  timeZone: string;
  workingHours: WorkingHours;
  /** Zero for never. */
  answerMinutes: number;
  trade: string | null;
  colour: string | null;
  /** A data URL. */
  logo: string | null;
}

export async function readBrand(
  db: Database,
  { brandId }: { brandId: string },
): Promise<BrandSettings | null> {
  const brand = await findBrand(db, brandId);
  return brand ? settingsOf(brand, await findBrandLogo(db, brandId)) : null;
}

export function patchBrand(
  db: Database,
  {
    brandId,
    changes: { logo, ...changes },
  }: {
    brandId: string;
    changes: Partial<
      Pick<
        BrandRow,
        | 'name'
        | 'country'
        | 'language'
        | 'timeZone'
        | 'workingHours'
        | 'answerMinutes'
        | 'trade'
        | 'colour'
      >
    > & { logo?: string | null };
  },
  context: ActionContext,
): Promise<BrandSettings | null> {
  return db.transaction(async (trx) => {
    await lockBrandSettings(trx, brandId);
    const brand = await findBrand(trx, brandId);
    if (!brand) return null;
    const changed = { ...brand, ...changes };
    await updateBrand(trx, changed);
    if (logo !== undefined) await setBrandLogo(trx, brandId, logo);
    if (deadlineSettings(changed) !== deadlineSettings(brand)) {
      // Each reminder looks up when it is due by the new settings.
      const { testOf, id } = brand;
      await hurryReminders(trx, { brandId: testOf ?? id, now: context.now() });
    }
    const isOtherPlace = changed.country !== brand.country;
    if (isOtherPlace || changed.language !== brand.language) {
      // Cached keys and sessions carry both: invalidate them.
      await apiKeysChanged(trx);
      await sessionsChanged(trx);
    }
    return settingsOf(changed, await findBrandLogo(trx, brandId));
  });
}

/** What decides when a lead should have been answered. */
function deadlineSettings(brand: BrandRow): string {
  return JSON.stringify([workingHoursOf(brand), answerMinutesOf(brand), timeZoneOfBrand(brand)]);
}

function settingsOf(brand: BrandRow, logo: string | null): BrandSettings {
  const { id, name, country, language, timeZone, trade, colour } = brand;
  return {
    id,
    name,
    country,
    language: languageOf(language, country),
    timeZone: timeZoneOf(timeZone, country),
    workingHours: workingHoursOf(brand),
    answerMinutes: answerMinutesOf(brand),
    trade,
    colour,
    logo,
  };
}
