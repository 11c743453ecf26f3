// The channels of a brand, in its settings.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ChangedChannel } from '#actions/intakes/channels.ts';
import { ChannelPatch, NewChannel } from '#contract/channel.ts';
import { channelTypes } from '#contract/intake-lists.ts';
import { channelsPerBrandMax } from '#contract/limits.ts';
import {
  presentChannel,
  type PublicPlace,
  readingOf,
  settingsOf,
} from '#core/intakes/channel-settings.ts';
import { readFieldMap } from '#core/intakes/field-map.ts';
import { leadFromSent } from '#core/intakes/lead-from-sent.ts';
import { pathsIn } from '#core/intakes/paths-in.ts';
import { readFoundLead } from '#core/intakes/read-found-lead.ts';
import { readChannelPatch } from '#core/intakes/read-channel.ts';
import { errorDetails } from '#core/reading/error-details.ts';
import { textsOf } from '#core/reading/field-message.ts';
import type { ChannelRecord } from '#core/records.ts';
import { nilUuid } from '#core/uuid-v7.ts';
import { callerOf, memberOfRequest, noLongerAllowed } from '../../gate/authenticate.ts';
import { readBodyOf, refuseParameters } from '../../read-request.ts';
import { ApiError, noSuch } from '../../refusals/api-error.ts';
import { requestOrigin } from '../../request-origin.ts';
import { ChannelPreview, type ChannelPreview as Preview } from '#contract/app-bodies.ts';

interface ChannelParts {
  publicUrl: string | null;
  mailDomain: string | null;
}

type ById = FastifyRequest<{ Params: { id: string } }>;

// A request takes this many steps; the app asks again for the rest.
const rerunStepsMax = 20;

export function channelRoutes(app: FastifyInstance, { publicUrl, mailDomain }: ChannelParts): void {
  const config = { member: 'owner' as const };
  const channels = '/v1/app/channels';
  app.get(channels, { config }, list);
  app.post(channels, { config }, create);
  app.post(`${channels}/preview`, { config }, preview);
  app.get(`${channels}/:id`, { config }, read);
  app.patch(`${channels}/:id`, { config }, patch);
  app.delete(`${channels}/:id`, { config }, remove);
  app.post(`${channels}/:id/new-address`, { config }, renew);
  app.post(`${channels}/:id/rerun`, { config }, rerun);

  async function list(request: FastifyRequest): Promise<object> {
    refuseParameters(request);
    const { brandId } = memberOfRequest(request);
    const found = await request.run('listChannels', { brandId });
    const data: object[] = [];
    for (const channel of found) data.push(await withFigures(request, channel));
    return { data, limit: channelsPerBrandMax };
  }

  async function read(request: ById): Promise<object> {
    refuseParameters(request);
    return withFigures(request, await find(request));
  }

  async function create(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { type, name, ...patch } = readBodyOf<NewChannel>(NewChannel, request);
    if (!channelTypes.includes(type)) throw new Error(`unknown type ${type}`);
    const made = await request.run('createChannel', {
      ...byMember(request),
      ...readPatch(type, patch),
      type,
      name,
    });
    if (made.outcome !== 'created') {
      throw made.outcome === 'too_many' ? tooMany() : noLongerAllowed(callerOf(request));
    }
    return reply.code(201).send(presentChannel(made.channel, placeOf(request)));
  }

  async function patch(request: ById): Promise<object> {
    const sent = readBodyOf<ChannelPatch>(ChannelPatch, request);
    const { type } = await find(request);
    const changed = await request.run('changeChannel', {
      ...byMember(request),
      id: request.params.id,
      patch: readPatch(type, sent),
    });
    return presentChannel(changedOrRefuse(request, changed), placeOf(request));
  }

  async function renew(request: ById): Promise<object> {
    refuseParameters(request);
    const by = { ...byMember(request), id: request.params.id };
    const changed = await request.run('renewChannelAddress', by);
    return presentChannel(changedOrRefuse(request, changed), placeOf(request));
  }

  async function remove(request: ById, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const by = { ...byMember(request), id: request.params.id };
    changedOrRefuse(request, await request.run('removeChannel', by));
    return reply.code(204).send();
  }

  /** `left` when there are more than one request takes. */
  async function rerun(request: ById): Promise<object> {
    refuseParameters(request);
    const { id: channelId } = await find(request);
    const by = { ...byMember(request), channelId };
    const total = { created: 0, refused: 0 };
    let afterId: string | null = nilUuid;
    for (let step = 0; afterId !== null && step < rerunStepsMax; step++) {
      const done: { created: number; refused: number; afterId: string | null } =
        await request.runStep('rerunIntakes', { ...by, afterId });
      total.created += done.created;
      total.refused += done.refused;
      afterId = done.afterId;
    }
    return { ...total, left: afterId !== null };
  }

  async function preview(request: FastifyRequest): Promise<object> {
    const { type, map: sentMap, portal, intakeId } = readBodyOf<Preview>(ChannelPreview, request);
    const { brandId } = memberOfRequest(request);
    const found = await request.run('getIntake', { brandId, id: intakeId });
    if (!found) throw noSuch('intake', intakeId);
    const reading = sentMap === null ? { map: null } : readFieldMap(sentMap);
    if ('messages' in reading) throw new ApiError(400, reading.messages);
    const sent: unknown = found.intake.sent === null ? null : JSON.parse(found.intake.sent);
    const { name, settings } = await channelOf(request, found.intake.channelId);
    const drafted = { ...settingsOf({ settings }), map: reading.map, portal };
    const channel = { type, name, settings: JSON.stringify(drafted) };
    const lead = leadFromSent(readingOf(channel), sent);
    const { fileCount } = found.intake;
    const { messages = [] } = readFoundLead(lead, { channel, sent, fileCount });
    return {
      lead,
      messages: textsOf(messages),
      errorDetails: errorDetails(messages),
      paths: pathsIn(sent),
    };
  }

  async function withFigures(request: FastifyRequest, channel: ChannelRecord): Promise<object> {
    const figures = await request.runStep('readFigures', { channel });
    return { ...presentChannel(channel, placeOf(request)), figures };
  }

  function placeOf(request: FastifyRequest): PublicPlace {
    return { origin: publicUrl ?? requestOrigin(request), mailDomain };
  }
}

/** The intakes of a deleted channel stay for a while. */
async function channelOf(
  request: FastifyRequest,
  id: string | null,
): Promise<Pick<ChannelRecord, 'name' | 'settings'>> {
  const found = id === null ? null : await request.run('getChannel', { ...brandOf(request), id });
  return found ?? { name: '', settings: '{}' };
}

async function find(request: ById): Promise<ChannelRecord> {
  const { id } = request.params;
  const channel = await request.run('getChannel', { ...brandOf(request), id });
  if (!channel) throw noSuch('channel', id);
  return channel;
}

function readPatch(type: ChannelRecord['type'], sent: ChannelPatch): ChannelPatch {
  const { patch, messages } = readChannelPatch(type, sent);
  if (messages) throw new ApiError(400, messages);
  return patch;
}

function changedOrRefuse(request: ById, changed: ChangedChannel): ChannelRecord {
  if (changed.outcome === 'changed') return changed.channel;
  if (changed.outcome === 'not_allowed') throw noLongerAllowed(callerOf(request));
  throw noSuch('channel', request.params.id);
}

function brandOf(request: FastifyRequest): { brandId: string } {
  return { brandId: memberOfRequest(request).brandId };
}

function byMember(request: FastifyRequest): { brandId: string; memberId: string } {
  const { brandId, accountId: memberId } = memberOfRequest(request);
  return { brandId, memberId };
}

function tooMany(): ApiError {
  return new ApiError(409, `A brand can have ${channelsPerBrandMax} channels: delete one first`, {
    code: 'channels_full',
  });
}
