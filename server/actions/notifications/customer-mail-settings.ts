// The brand's settings of mails to customers.
import {
  type CustomerMailChanges,
  type CustomerMailSettings,
  customerMailSettingsOf,
  withChanges,
} from '#core/notifications/customer-mail-settings.ts';
import { findBrand, lockBrandSettings, updateBrand } from '#db/accounts/brands.ts';
import type { Database } from '#db/database.ts';

export async function readCustomerMailSettings(
  db: Database,
  { brandId }: { brandId: string },
): Promise<CustomerMailSettings | null> {
  const brand = await findBrand(db, brandId);
  return brand ? customerMailSettingsOf(brand) : null;
}

/** `needs_address` for mails without an address that gets the answers. */
export function patchCustomerMails(
  db: Database,
  { brandId, changes }: { brandId: string; changes: CustomerMailChanges },
): Promise<CustomerMailSettings | 'needs_address' | null> {
  return db.transaction(async (trx) => {
    await lockBrandSettings(trx, brandId);
    const brand = await findBrand(trx, brandId);
    if (!brand) return null;
    const changed = withChanges(customerMailSettingsOf(brand), changes);
    const isOn = changed.receipt || changed.appointment;
    if (isOn && changed.replyTo === null) return 'needs_address';
    await updateBrand(trx, { ...brand, customerMails: JSON.stringify(changed) });
    return changed;
  });
}
