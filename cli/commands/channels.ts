import {
  changeChannel,
  type ChangedChannel,
  createChannel,
  listChannels,
  removeChannel,
} from '#actions/intakes/channels.ts';
import { ensureTestSide, listBrands } from '#actions/accounts/brands.ts';
import { rerunIntakes } from '#actions/intakes/rerun-intakes.ts';
import { Refusal } from '#actions/refusal.ts';
import { type ChannelType, channelTypes } from '#contract/intake-lists.ts';
import { channelsPerBrandMax } from '#contract/limits.ts';
import { presentChannel } from '#core/intakes/channel-settings.ts';
import { readChannelPatch } from '#core/intakes/read-channel.ts';
import { textsOf } from '#core/reading/field-message.ts';
import type { ChannelRecord } from '#core/records.ts';
import { nilUuid } from '#core/uuid-v7.ts';
import { liveBrandIdOf, sideIdsOf } from '#db/accounts/brands.ts';
import type { Database } from '#db/database.ts';
import { findChannelById } from '#db/intakes/channels.ts';
import { readConfig } from '#server/config.ts';
import { channelOptions, readChannelOptions } from '../channel-options.ts';
import { commandContext } from '../command-context.ts';
import { defineCommand, UsageError } from '../command.ts';
import { columns, isoTime, table } from '../layout.ts';
import { brandOption, refuseUnknownBrand } from '../named-brand.ts';
import { withDatabase } from '../open-database.ts';
import { publicLink } from '../public-link.ts';
import { readName } from '../read-values.ts';

const argument = { value: '<channelId>', text: 'the channel, by its id (channels list shows it)' };
const maybeBrand = { value: '<id>', text: 'the brand that the channel must belong to' } as const;

export const channelsCreate = defineCommand({
  about:
    'Adds a way in for leads: a form for a website, a hook (secret URL) for the programs of others, or a mail address.',
  options: {
    brand: brandOption,
    type: { value: '<type>', required: true, text: channelTypes.join(', ') },
    name: { value: '<text>', required: true, text: 'what the channel is for' },
    ...channelOptions,
    test: { text: 'in the test environment of the brand' },
  },
  async run({ options, env }) {
    const type = readType(options.type);
    const name = readName(options.name);
    const patch = readChannelOptions({ ...options, name: undefined }, type);
    const made = await withDatabase(env, async (db) => {
      const context = await commandContext(db);
      await refuseUnknownBrand(db, options.brand);
      const live = { brandId: options.brand };
      const brandId = options.test ? await ensureTestSide(db, live, context) : options.brand;
      return createChannel(
        db,
        { brandId: brandId!, memberId: null, type, name, ...patch },
        context,
      );
    });
    if (made.outcome === 'too_many') {
      throw new Refusal(`the brand already has ${channelsPerBrandMax} channels: remove one`);
    }
    if (made.outcome !== 'created') throw notAllowed();
    return shown(made.channel, 'The new channel', env);
  },
});

export const channelsList = defineCommand({
  about: 'Lists channels, the oldest first.',
  options: { brand: { value: '<id>', text: 'only the channels of this brand' } },
  async run({ options, env }) {
    const channels = await withDatabase(env, async (db) => {
      if (options.brand) await refuseUnknownBrand(db, options.brand);
      const brandIds = options.brand
        ? [options.brand]
        : (await listBrands(db)).map((brand) => brand.id);
      const found: ListedChannel[] = [];
      for (const brandId of brandIds) {
        for (const sideId of await sideIdsOf(db, brandId)) {
          const isTest = sideId !== brandId;
          const listed = await listChannels(db, { brandId: sideId });
          found.push(...listed.map((channel) => ({ ...channel, brandId, isTest })));
        }
      }
      return found;
    });
    const rows = channels.map((channel) => [
      channel.id,
      channel.brandId,
      channel.type + (channel.isTest ? ' (test)' : ''),
      channel.name,
      placeOf(channel, env).place,
    ]);
    return {
      json: { channels: channels.map((channel) => listedAsJson(channel, env)) },
      text: table(['ID', 'BRAND', 'TYPE', 'NAME', 'PLACE'], rows, 'There are no channels yet.'),
    };
  },
});

export const channelsChange = defineCommand({
  about: 'Changes the settings that are given. The word none empties a setting.',
  argument,
  options: {
    brand: maybeBrand,
    name: { value: '<text>', text: 'what the channel is for' },
    ...channelOptions,
  },
  async run({ argument: id, options, env }) {
    if (options.name !== undefined) readName(options.name);
    // Most mistakes are noticed before the database is opened.
    const patch = readChannelOptions(options);
    if (Object.keys(patch).length === 0) throw new UsageError('channels change needs an option');
    const changed = await withDatabase(env, async (db) => {
      const { brandId, type } = await named(db, id, options.brand);
      const { messages } = readChannelPatch(type, patch);
      if (messages) throw new UsageError(textsOf(messages).join('; '));
      return changeChannel(db, { brandId, memberId: null, id, patch }, await commandContext(db));
    });
    return shown(changedOrRefuse(changed, id), 'Changed channel', env);
  },
});

export const channelsRerun = defineCommand({
  about:
    'Takes the refused intakes of a channel in again, after its map was changed. Leads keep the time at which they came in.',
  argument,
  options: { brand: maybeBrand },
  async run({ argument: id, options, env }) {
    const { created, refused } = await withDatabase(env, async (db) => {
      const { brandId } = await named(db, id, options.brand);
      const context = await commandContext(db);
      const total = { created: 0, refused: 0 };
      let afterId: string | null = nilUuid;
      while (afterId !== null) {
        const step = { brandId, channelId: id, afterId, memberId: null };
        const done = await rerunIntakes(db, step, context);
        total.created += done.created;
        total.refused += done.refused;
        afterId = done.afterId;
      }
      return total;
    });
    return {
      json: { id, created, refused },
      text: `Made ${created} leads of channel ${id}; ${refused} intakes are still refused\n`,
    };
  },
});

export const channelsRemove = defineCommand({
  about:
    'Removes a channel. Its URL or address stops; what came in through it stays until it expires.',
  argument,
  options: { brand: maybeBrand },
  async run({ argument: id, options, env }) {
    const { name } = await withDatabase(env, async (db) => {
      const { brandId } = await named(db, id, options.brand);
      const context = await commandContext(db);
      const by = { brandId, memberId: null, id };
      return changedOrRefuse(await removeChannel(db, by, context), id);
    });
    return { json: { id }, text: `Removed channel ${id}: ${name}\n` };
  },
});

type ListedChannel = ChannelRecord & { isTest: boolean };

function readType(text: string): ChannelType {
  const type = channelTypes.find((one) => one === text);
  if (type) return type;
  throw new UsageError(`--type must be one of ${channelTypes.join(', ')}, got "${text}"`);
}

async function named(db: Database, id: string, brandId?: string): Promise<ChannelRecord> {
  if (brandId !== undefined) await refuseUnknownBrand(db, brandId);
  const channel = await findChannelById(db, id);
  const isOfBrand =
    channel && (brandId === undefined || (await liveBrandIdOf(db, channel.brandId)) === brandId);
  if (!isOfBrand) throw noChannel(id);
  return channel;
}

function changedOrRefuse(changed: ChangedChannel, id: string): ChannelRecord {
  if (changed.outcome === 'changed') return changed.channel;
  throw changed.outcome === 'missing' ? noChannel(id) : notAllowed();
}

function noChannel(id: string): Refusal {
  return new Refusal(`there is no channel ${id}`);
}

function notAllowed(): Error {
  return new Error('the operator is always allowed to change channels');
}

function shown(channel: ChannelRecord, title: string, env: NodeJS.ProcessEnv) {
  const { id, type, name } = channel;
  const { place, remark } = placeOf(channel, env);
  const facts = columns([
    ['  id', id],
    ['  type', type],
    ['  name', name],
    [type === 'mail' ? '  address' : '  url', place],
  ]);
  return { json: channelAsJson(channel, env), text: `${title}${remark}:\n\n${facts}\n` };
}

function channelAsJson(channel: ChannelRecord, env: NodeJS.ProcessEnv) {
  const { id, type, name } = channel;
  const { place } = placeOf(channel, env);
  return { id, type, name, ...(type === 'mail' ? { address: place } : { url: place }) };
}

function listedAsJson(channel: ListedChannel, env: NodeJS.ProcessEnv) {
  const { brandId, isTest, createdAt } = channel;
  const place = { origin: null, mailDomain: null };
  const { origins, map, thanksUrl, portal, mailboxUrl } = presentChannel(channel, place);
  return {
    ...channelAsJson(channel, env),
    brandId,
    isTest,
    origins,
    map,
    thanksUrl,
    portal,
    mailboxUrl,
    createdAt: isoTime(createdAt),
  };
}

/** Where to post, or the mail address. */
function placeOf(
  channel: ChannelRecord,
  env: NodeJS.ProcessEnv,
): { place: string; remark: string } {
  const { url, address } = presentChannel(channel, {
    origin: '',
    mailDomain: readConfig(env).mailIn?.domain ?? null,
  });
  if (url === null)
    return { place: address ?? channel.address, remark: remarkOn(channel, address) };
  const link = publicLink(url, env);
  return { place: link.url, remark: link.remark };
}

function remarkOn({ mailboxUrl }: ChannelRecord, address: string | null): string {
  if (address !== null || mailboxUrl !== null) return '';
  return ' (MAIL_IN_PORT and MAIL_IN_DOMAIN are not set: no mail is received at the address)';
}
