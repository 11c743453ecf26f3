// What must be there before the first request: the tables, and a brand to play with.
import { migrate } from '#db/migrate.ts';
import type { Database } from '#db/database.ts';
import { issueApiKey } from './api-keys.ts';
import { brandCountryDefault, createBrand, listBrands } from './brands.ts';
import type { ActionContext } from './context.ts';

/** The key of the demo brand, or null when the installation is not new. */
export async function prepareInstallation(
  db: Database,
  _input: null,
  context: ActionContext,
): Promise<{ firstKey: string | null }> {
  await migrate(db, context.now());
  return db.transaction(async (trx) => {
    if ((await listBrands(trx)).length > 0) return { firstKey: null };
    const demo = { name: 'Demo brand', country: brandCountryDefault };
    const brand = await createBrand(trx, demo, context);
    const wanted = { brandId: brand.id, name: 'First key', scopes: ['full'] as const };
    const { key } = await issueApiKey(trx, { ...wanted, expiresAt: null }, context);
    return { firstKey: key };
  });
}
