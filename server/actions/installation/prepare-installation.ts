// Prepares a new installation: the tables, the keys for push services, and the first brand.
import { brandNameDefault } from '#contract/account-lists.ts';
import { firstSecretsHours } from '#contract/limits.ts';
import { nameFromEmail } from '#core/accounts/name-from-email.ts';
import { migrate } from '#db/migrate.ts';
import type { Database } from '#db/database.ts';
import { cursorKeyOf } from '#db/installation-secrets.ts';
import { insertMember } from '#db/accounts/members.ts';
import { makeOwnerLink } from '../accounts/account-links.ts';
import { createAccount } from '../accounts/accounts.ts';
import { issueApiKey } from '../accounts/api-keys.ts';
import { ensurePushKeys } from '../notifications/push-keys.ts';
import { brandCountryDefault, createBrand, listBrands } from '../accounts/brands.ts';
import { latestCreationTime } from '#db/lists/creation-order.ts';
import type { ActionContext } from '../context.ts';

const firstSecretsMs = firstSecretsHours * 60 * 60 * 1000;

export async function prepareTables(
  db: Database,
  _input: null,
  context: ActionContext,
): Promise<void> {
  await migrate(db, context.now(), (step) => context.migrating(step));
  await ensurePushKeys(db, context);
  context.notBefore(await latestCreationTime(db));
}

export async function isNewInstallation(db: Database): Promise<boolean> {
  return (await listBrands(db)).length === 0;
}

/** The key is the same on every server of this database, and after every start. */
export function readCursorKey(db: Database): Promise<string> {
  return cursorKeyOf(db);
}

export interface FirstOwner {
  email: string;
  passwordHash: string;
}

export interface FirstBrand {
  brandId: string;
  /** Returned only this once; null when the settings name an owner. */
  secrets: { key: string; ownerToken: string } | null;
}

/** Creates the first brand, with its owner or with a key and an owner link. Null when a brand exists. */
export function makeFirstBrand(
  db: Database,
  { owner }: { owner: FirstOwner | null },
  context: ActionContext,
): Promise<FirstBrand | null> {
  return db.transaction(async (trx) => {
    // Several servers may start on a new database concurrently.
    await trx.waitForLocks(['first key']);
    if (!(await isNewInstallation(trx))) return null;
    const demo = { name: brandNameDefault, country: brandCountryDefault };
    const { id: brandId } = await createBrand(trx, demo, context);
    if (owner === null) return { brandId, secrets: await makeSecrets(trx, brandId, context) };
    await addOwner(trx, brandId, owner, context);
    return { brandId, secrets: null };
  });
}

async function addOwner(
  trx: Database,
  brandId: string,
  { email, passwordHash }: FirstOwner,
  context: ActionContext,
): Promise<void> {
  const name = nameFromEmail(email);
  // The operator vouches for the address.
  const account = { email, name, language: null, passwordHash, isEmailProven: true };
  const accountId = await createAccount(trx, { brandId, ...account }, context);
  if (accountId === null) throw new Error('VAKWERK_OWNER_EMAIL already has an account');
  const createdAt = context.now();
  const owner = { role: 'owner', createdAt, createdBy: null, lastSeenAt: null } as const;
  await insertMember(trx, { brandId, accountId, ...owner });
}

/** The secrets are printed and may end up in a log, so unused ones expire. */
async function makeSecrets(
  trx: Database,
  brandId: string,
  context: ActionContext,
): Promise<{ key: string; ownerToken: string }> {
  const unusedUntil = context.now() + firstSecretsMs;
  const wanted = { brandId, name: 'First key', scopes: ['full'] as const, expiresAt: null };
  const issued = await issueApiKey(trx, { ...wanted, unusedUntil }, context);
  if (issued.outcome === 'refused') throw new Error(issued.message);
  const owner = await makeOwnerLink(trx, { brandId, expiresAt: unusedUntil }, context);
  return { key: issued.key.key, ownerToken: owner!.token };
}
