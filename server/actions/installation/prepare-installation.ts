// What a new installation gets: the tables, and a brand to play with.
import { migrate } from '#db/migrate.ts';
import type { Database } from '#db/database.ts';
import { makeOwnerLink } from '../accounts/account-links.ts';
import { issueApiKey } from '../accounts/api-keys.ts';
import { brandCountryDefault, createBrand, listBrands } from '../accounts/brands.ts';
import { latestCreationTime } from '#db/creation-order.ts';
import type { ActionContext } from '../context.ts';

export async function prepareTables(
  db: Database,
  _input: null,
  context: ActionContext,
): Promise<void> {
  await migrate(db, context.now());
  context.notBefore(await latestCreationTime(db));
}

/** The key of the demo brand and the token of its owner's link, or null when the installation is not new. */
export function makeFirstKey(
  db: Database,
  _input: null,
  context: ActionContext,
): Promise<{ key: string; ownerToken: string } | null> {
  return db.transaction(async (trx) => {
    // Several servers may be the first at once.
    await trx.waitForLocks(['first key']);
    if ((await listBrands(trx)).length > 0) return null;
    const demo = { name: 'Demo brand', country: brandCountryDefault };
    const brand = await createBrand(trx, demo, context);
    const wanted = { brandId: brand.id, name: 'First key', scopes: ['full'] as const };
    const issued = await issueApiKey(trx, { ...wanted, expiresAt: null }, context);
    if (issued.outcome === 'refused') throw new Error(issued.message);
    const owner = await makeOwnerLink(trx, { brandId: brand.id }, context);
    return { key: issued.key.key, ownerToken: owner!.token };
  });
}
