import {
  type ApiKeyInfo,
  type IssuedApiKey,
  issueApiKey,
  type KeyOutcome,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '#actions/accounts/api-keys.ts';
import { ensureTestSide, listBrands } from '#actions/accounts/brands.ts';
import { Refusal } from '#actions/refusal.ts';
import { scopes } from '#contract/scopes.ts';
import { apiKeyPrefix, isTestKey } from '#core/accounts/api-key-format.ts';
import { liveBrandIdOf, sideIdsOf } from '#db/accounts/brands.ts';
import type { Database } from '#db/database.ts';
import { commandContext } from '../command-context.ts';
import { defineCommand, UsageError } from '../command.ts';
import { columns, isoTime, isoTimeOrNull, shortTime, table } from '../layout.ts';
import { brandOption, refuseUnknownBrand } from '../named-brand.ts';
import { withDatabase } from '../open-database.ts';
import { readDurationMs, readTime, readName, readScopes } from '../read-values.ts';

export const keysCreate = defineCommand({
  about: 'Creates an API key for a brand. The key is shown only once; only its hash is stored.',
  options: {
    brand: brandOption,
    scopes: {
      value: '<list>',
      required: true,
      text: `what the key may do, separated by commas: ${scopes.join(', ')}`,
    },
    name: { value: '<text>', required: true, text: 'what the key is for' },
    test: {
      text: 'makes a test key, which sees and changes only the test environment of the brand',
    },
    'no-personal-data': {
      text: 'redacts names, e-mail, phone, address and free text in every response; the key cannot create leads or jobs',
    },
    expires: { value: '<date>', text: 'a date (00:00 UTC) or a date and time' },
  },
  async run({ options, env }) {
    const wanted = {
      name: readName(options.name),
      scopes: readScopes(options.scopes),
      isImpersonal: options['no-personal-data'],
      expiresAt: options.expires === undefined ? null : readTime('--expires', options.expires),
    };
    const { issued, now } = await withDatabase(env, async (db) => {
      const context = await commandContext(db);
      await refuseUnknownBrand(db, options.brand);
      const live = { brandId: options.brand };
      const brandId = options.test ? await ensureTestSide(db, live, context) : options.brand;
      const made = await issueApiKey(db, { ...wanted, brandId: brandId! }, context);
      return { issued: await namingBrand(db, doneOrRefusal(made)), now: context.now() };
    });
    return { json: issuedAsJson(issued, now), text: issuedAsText(issued) };
  },
});

export const keysList = defineCommand({
  about:
    'Lists API keys, the oldest first. The keys themselves are not stored and cannot be shown.',
  options: { brand: { value: '<id>', text: 'only the keys of this brand' } },
  async run({ options, env }) {
    const { keys, now } = await withDatabase(env, async (db) => {
      if (options.brand) await refuseUnknownBrand(db, options.brand);
      const brandIds = options.brand
        ? [options.brand]
        : (await listBrands(db)).map((brand) => brand.id);
      const keys = [];
      for (const brandId of brandIds) {
        for (const sideId of await sideIdsOf(db, brandId)) {
          const listed = await listApiKeys(db, { brandId: sideId });
          keys.push(...listed.map((key) => ({ ...key, brandId })));
        }
      }
      const { now } = await commandContext(db);
      return { keys, now: now() };
    });
    const rows = keys.map((key) => [
      key.id,
      key.brandId,
      `${key.keyStart}…`,
      statusOf(key, now),
      shortTime(key.expiresAt, 'never'),
      shortTime(key.lastUsedAt, 'never'),
      key.scopes.join(',') + (key.isImpersonal ? ' (no personal data)' : ''),
      key.name,
    ]);
    const heading = ['ID', 'BRAND', 'KEY', 'STATUS', 'EXPIRES', 'LAST USED', 'SCOPES', 'NAME'];
    return {
      json: { keys: keys.map((key) => keyAsJson(key, now)) },
      text: table(heading, rows, 'There are no API keys yet.'),
    };
  },
});

export const keysRevoke = defineCommand({
  about: 'Revokes an API key for good. A running server refuses it within a second.',
  argument: { value: '<keyId>', text: 'the key, by its id (keys list shows it)' },
  options: {},
  async run({ argument, env }) {
    const id = readKeyId(argument);
    const { key, now } = await withDatabase(env, async (db) => {
      const context = await commandContext(db);
      const revoked = doneOrRefusal(await revokeApiKey(db, { id }, context));
      return { key: await namingBrand(db, revoked), now: context.now() };
    });
    return { json: keyAsJson(key, now), text: `Revoked key ${key.id}: ${key.name}\n` };
  },
});

const overlapDefault = '24h';

export const keysRotate = defineCommand({
  about: 'Creates a new API key with the rights of an old one, which expires after an overlap.',
  argument: { value: '<keyId>', text: 'the old key, by its id (keys list shows it)' },
  options: {
    overlap: {
      value: '<time>',
      text: `how long the old key stays valid, such as 30m, 24h, 7d or 0 (default: ${overlapDefault})`,
    },
  },
  async run({ argument, options, env }) {
    const id = readKeyId(argument);
    const overlapMs = readDurationMs('--overlap', options.overlap ?? overlapDefault);
    const { issued, old, now } = await withDatabase(env, async (db) => {
      const context = await commandContext(db);
      const made = doneOrRefusal(await rotateApiKey(db, { id, overlapMs }, context));
      const old = (await listApiKeys(db, made)).find((key) => key.id === id)!;
      return {
        issued: await namingBrand(db, made),
        old: await namingBrand(db, old),
        now: context.now(),
      };
    });
    return {
      json: { ...issuedAsJson(issued, now), replaces: keyAsJson(old, now) },
      text: `${issuedAsText(issued)}The old key ${id} ${endOf(old, now)}.\n`,
    };
  },
});

/** Operators know the brand, not the row of its test environment. */
async function namingBrand<Key extends ApiKeyInfo>(db: Database, key: Key): Promise<Key> {
  return { ...key, brandId: await liveBrandIdOf(db, key.brandId) };
}

function doneOrRefusal<Done>(result: KeyOutcome<Done>): Done {
  if (result.outcome === 'done') return result.key;
  if (!result.invalid) throw new Refusal(result.message);
  // The message begins with the field, which an option is named after.
  throw new UsageError(`--${result.message.replace(/^expiresAt\b/, 'expires')}`);
}

/** A key must not end up in an error message. */
function readKeyId(text: string): string {
  if (!text.startsWith(apiKeyPrefix)) return text;
  throw new UsageError('name the key by its id, which keys list shows, not by the key itself');
}

function statusOf(
  { revokedAt, expiresAt }: ApiKeyInfo,
  now: number,
): 'revoked' | 'expired' | 'active' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}

function endOf(old: ApiKeyInfo, now: number): string {
  return statusOf(old, now) === 'active' ? `works until ${isoTime(old.expiresAt!)}` : 'has stopped';
}

function keyAsJson(key: ApiKeyInfo, now: number) {
  return {
    id: key.id,
    brandId: key.brandId,
    isTest: isTestKey(key.keyStart),
    name: key.name,
    keyStart: key.keyStart,
    scopes: key.scopes,
    personalData: !key.isImpersonal,
    status: statusOf(key, now),
    createdAt: isoTime(key.createdAt),
    createdBy: key.createdBy,
    expiresAt: isoTimeOrNull(key.expiresAt),
    lastUsedAt: isoTimeOrNull(key.lastUsedAt),
    revokedAt: isoTimeOrNull(key.revokedAt),
    rotatedFrom: key.rotatedFrom,
  };
}

function issuedAsJson(issued: IssuedApiKey, now: number) {
  return { ...keyAsJson(issued, now), key: issued.key };
}

function issuedAsText(issued: IssuedApiKey): string {
  const facts = columns([
    ['  id', issued.id],
    ['  name', issued.name],
    ['  brand', issued.brandId + (isTestKey(issued.keyStart) ? ' (test environment)' : '')],
    ['  scopes', issued.scopes.join(', ')],
    ...(issued.isImpersonal
      ? [['  personal data', 'redacted in every response; the key cannot create leads or jobs']]
      : []),
    ['  expires', isoTimeOrNull(issued.expiresAt) ?? 'never'],
  ]);
  return `The new API key, shown only once:\n\n  ${issued.key}\n\n${facts}\n`;
}
