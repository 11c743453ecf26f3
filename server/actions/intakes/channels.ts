// The channels of a brand.
import type { ChannelPatch, NewChannel } from '#contract/channel.ts';
import { channelsPerBrandMax } from '#contract/limits.ts';
import { languageOf } from '#core/accounts/language.ts';
import { base62 } from '#core/accounts/api-key-format.ts';
import type { Language } from '#contract/account-lists.ts';
import { settingsOf, usualSettings, withPatch } from '#core/intakes/channel-settings.ts';
import type { ChannelRecord } from '#core/records.ts';
import { findBrand, findBrandLogo } from '#db/accounts/brands.ts';
import type { Database } from '#db/database.ts';
import {
  findChannel,
  findChannelByAddress,
  findChannels,
  insertChannel,
  lockChannel,
  updateChannel,
} from '#db/intakes/channels.ts';
import type { ActionContext } from '../context.ts';
import { isStillAllowed } from '../still-allowed.ts';

interface ChannelKey {
  brandId: string;
  id: string;
}

/** By the operator when the member is null. */
interface ByOwner {
  brandId: string;
  memberId: string | null;
}

// More bytes than characters: rejection sampling skips some.
const addressBytes = 80;
const hookTokenLength = 40;
const mailLocalPartLength = 14;

type CreatedChannel =
  | { outcome: 'created'; channel: ChannelRecord }
  | { outcome: 'too_many' | 'not_allowed' };

export function createChannel(
  db: Database,
  { brandId, memberId, type, name, ...patch }: ByOwner & NewChannel,
  context: ActionContext,
): Promise<CreatedChannel> {
  return db.transaction(async (trx) => {
    if (!(await mayChange(trx, { brandId, memberId }, context))) return { outcome: 'not_allowed' };
    await trx.waitForLocks([`channels ${brandId}`]);
    const known = await findChannels(trx, brandId);
    if (known.length >= channelsPerBrandMax) return { outcome: 'too_many' };
    const id = context.newId();
    const empty: ChannelRecord = {
      brandId,
      id,
      version: 0,
      type,
      name,
      address: newAddress(type, id, context),
      settings: JSON.stringify(usualSettings),
      mailboxUrl: null,
      mailboxError: null,
      mailboxMark: null,
      mailboxDueAt: null,
      dropped: 0,
      createdAt: context.now(),
      createdBy: memberId,
      deletedAt: null,
    };
    const channel = withPatch(empty, patch);
    await insertChannel(trx, channel);
    return { outcome: 'created', channel };
  });
}

function newAddress(type: ChannelRecord['type'], id: string, context: ActionContext): string {
  if (type === 'form') return id;
  const random = context.newSecret(addressBytes);
  return type === 'hook'
    ? base62(random, hookTokenLength)
    : base62(random, mailLocalPartLength).toLowerCase();
}

export function listChannels(
  db: Database,
  { brandId }: { brandId: string },
): Promise<ChannelRecord[]> {
  return findChannels(db, brandId);
}

export async function getChannel(db: Database, key: ChannelKey): Promise<ChannelRecord | null> {
  return (await findChannel(db, key)) ?? null;
}

export type ChangedChannel =
  | { outcome: 'changed'; channel: ChannelRecord }
  | { outcome: 'missing' | 'not_allowed' };

export function changeChannel(
  db: Database,
  { patch, ...by }: ByOwner & ChannelKey & { patch: ChannelPatch },
  context: ActionContext,
): Promise<ChangedChannel> {
  return change(db, by, (channel) => withPatch(channel, patch), context);
}

/** A new secret URL or mail address; the old one stops at once. */
export function renewChannelAddress(
  db: Database,
  by: ByOwner & ChannelKey,
  context: ActionContext,
): Promise<ChangedChannel> {
  const renewed = (channel: ChannelRecord) => ({
    ...channel,
    address: newAddress(channel.type, channel.id, context),
  });
  return change(db, by, renewed, context);
}

/** Its intakes stay until they expire. */
export function removeChannel(
  db: Database,
  by: ByOwner & ChannelKey,
  context: ActionContext,
): Promise<ChangedChannel> {
  const removed = (channel: ChannelRecord) => ({
    ...channel,
    deletedAt: context.now(),
    mailboxUrl: null,
  });
  return change(db, by, removed, context);
}

function change(
  db: Database,
  { brandId, memberId, id }: ByOwner & ChannelKey,
  changed: (channel: ChannelRecord) => ChannelRecord,
  context: ActionContext,
): Promise<ChangedChannel> {
  return db.transaction(async (trx) => {
    if (!(await mayChange(trx, { brandId, memberId }, context))) return { outcome: 'not_allowed' };
    const channel = await lockChannel(trx, { brandId, id });
    if (!channel) return { outcome: 'missing' };
    const after = changed(channel);
    await updateChannel(trx, after);
    return { outcome: 'changed', channel: after };
  });
}

function mayChange(
  trx: Database,
  { brandId, memberId }: ByOwner,
  context: ActionContext,
): Promise<boolean> {
  const author = { actor: memberId === null ? 'system' : 'member', actorId: memberId } as const;
  return isStillAllowed(trx, { brandId, author, role: 'owner' }, context);
}

/** A channel with what its intakes need to know of the brand. */
export interface OpenChannel {
  channel: ChannelRecord;
  brandName: string;
  brandCountry: string;
  brandLanguage: Language;
  brandTrade: string | null;
  brandColour: string | null;
  /** Of a form without a logo of its own. */
  brandLogo: string | null;
  testOf: string | null;
}

// Of all types; a database cannot look up every text.
const addressShape = /^[0-9A-Za-z-]{1,64}$/;

export async function findOpenChannel(
  db: Database,
  by: Pick<ChannelRecord, 'type' | 'address'>,
): Promise<OpenChannel | null> {
  if (!addressShape.test(by.address)) return null;
  const channel = await findChannelByAddress(db, by);
  return channel ? openChannelOf(db, channel) : null;
}

export async function readOpenChannel(db: Database, key: ChannelKey): Promise<OpenChannel | null> {
  const channel = await findChannel(db, key);
  return channel ? openChannelOf(db, channel) : null;
}

export async function openChannelOf(db: Database, channel: ChannelRecord): Promise<OpenChannel> {
  const brand = (await findBrand(db, channel.brandId))!;
  const asksLogo = channel.type === 'form' && settingsOf(channel).logo === null;
  return {
    channel,
    brandName: brand.name,
    brandCountry: brand.country,
    brandLanguage: languageOf(brand.language, brand.country),
    brandTrade: brand.trade,
    brandColour: brand.colour,
    brandLogo: asksLogo ? await findBrandLogo(db, brand.id) : null,
    testOf: brand.testOf,
  };
}
