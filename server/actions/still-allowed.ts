// Webhooks, keys and calendar links outlive a membership. Creating one and removing a member take the same
// lock, so the removal either comes first and the request is refused, or it finds what was created.
import type { Role } from '#contract/account-lists.ts';
import type { Author } from '#core/author.ts';
import { expiryOfApiKey } from '#core/accounts/api-key-expiry.ts';
import { findApiKeyOfBrand } from '#db/accounts/api-keys.ts';
import { liveBrandIdOf } from '#db/accounts/brands.ts';
import type { Database } from '#db/database.ts';
import { findMember } from '#db/accounts/members.ts';
import type { ActionContext } from './context.ts';

interface Maker {
  brandId: string;
  author: Pick<Author, 'actor' | 'actorId'>;
  /** The role a member needs. */
  role: Role;
}

/** Takes the lock of the brand's keys. Lock order: keys, then endpoint, calendar links or event numbering. */
export async function isStillAllowed(
  trx: Database,
  { brandId, author: { actor, actorId }, role }: Maker,
  context: Pick<ActionContext, 'now'>,
): Promise<boolean> {
  await lockKeys(trx, brandId);
  if (actorId === null) return true;
  if (actor === 'key') {
    const key = await findApiKeyOfBrand(trx, { brandId, id: actorId });
    // The key may have expired while this call waited for the lock.
    return key?.revokedAt === null && (expiryOfApiKey(key) ?? Infinity) > context.now();
  }
  const member = await findMember(trx, { brandId, accountId: actorId });
  return member?.role === 'owner' || member?.role === role;
}

/** One lock for both sides of a brand, because they have the same members. */
export async function lockKeys(trx: Database, brandId: string): Promise<void> {
  await trx.waitForLocks([`keys ${await liveBrandIdOf(trx, brandId)}`]);
}
