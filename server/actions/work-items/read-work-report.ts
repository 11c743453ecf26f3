import type { Language } from '#contract/account-lists.ts';
import type { Phase } from '#contract/work-item-lists.ts';
import { languageOf } from '#core/accounts/language.ts';
import { settingsOf } from '#core/intakes/channel-settings.ts';
import { type WorkReport, workReport } from '#core/reports/work-report.ts';
import { timeZoneOf } from '#core/time-zone.ts';
import { findBrand, findBrandLogo } from '#db/accounts/brands.ts';
import { findAddresses } from '#db/addresses/addresses.ts';
import { findCustomers } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import { findChannels } from '#db/intakes/channels.ts';
import { findPhotos } from '#db/photos/photos.ts';
import { findWorkItems } from '#db/work-items/work-items.ts';

/** In the brand's language by default. Null for an unknown or deleted work item. */
export async function readWorkReport(
  db: Database,
  { brandId, id, language }: { brandId: string; id: string; language?: Language },
): Promise<{ phase: Phase; report: WorkReport } | null> {
  const [item] = await findWorkItems(db, brandId, [id]);
  const brand = await findBrand(db, brandId);
  if (!item || item.deletedAt !== null || !brand) return null;
  const [customer] = await findCustomers(db, brandId, [item.customerId]);
  const [address = null] =
    item.addressId === null ? [] : await findAddresses(db, brandId, [item.addressId]);
  const { name, country, trade, colour } = brand;
  const report = workReport({
    item,
    customer: customer!,
    address,
    photos: await findPhotos(db, brandId, [id]),
    brand: {
      name,
      country,
      language: language ?? languageOf(brand.language, country),
      timeZone: timeZoneOf(brand.timeZone, country),
      trade,
      colour,
    },
    logo: (await findBrandLogo(db, brandId)) ?? (await findLogo(db, brand.testOf ?? brandId)),
  });
  return { phase: item.phase, report };
}

/** Without a logo of the brand: that of its forms. */
async function findLogo(db: Database, brandId: string): Promise<string | null> {
  const channels = await findChannels(db, brandId);
  const logos = channels.flatMap((channel) => settingsOf(channel).logo ?? []);
  return logos[0] ?? null;
}
