// Hooks: portals, ad forms and automations post what they have to a secret URL.
import { randomFillSync } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenChannel } from '#actions/intakes/channels.ts';
import { settingsOf } from '#core/intakes/channel-settings.ts';
import { hasSecret } from '#core/intakes/has-secret.ts';
import { LruCache } from '#core/lru-cache.ts';
import { uuidV7Maker } from '#core/uuid-v7.ts';
import {
  type Arrival,
  contentHash,
  type IntakeOutcome,
  type IntakeParts,
  receiveIntake,
  splitSent,
} from '#intakes/receive-intake.ts';
import { clientAddress } from '../gate/client-address.ts';
import type { Gate } from '../gate/authenticate.ts';
import { tooManyRequests } from '../gate/refused-keys.ts';
import { LocalRateLimiter } from '../gate/rate-limit.ts';
import type { PostSlots } from '../intake-slots.ts';
import { postedBytes, readPosted, sentContentType, withRawBodies } from '../raw-body.ts';
import { ApiError } from '../refusals/api-error.ts';

interface HookParts extends IntakeParts {
  gate: Gate;
  clock: { now(): number };
  slots: PostSlots;
}

type HookRequest = FastifyRequest<{ Params: { token: string } }>;

type HookArrival = Omit<Arrival, 'onceKey' | 'visit' | 'language' | 'messageKey'>;

const tokenShape = /^[0-9A-Za-z]{40}$/;
// As a key by default.
const postsPerMinuteMax = 600;
const received = { status: 'received' };
const tokensCachedMax = 1_000;

export function hookRoutes(app: FastifyInstance, parts: HookParts): void {
  const { gate, clock, slots } = parts;
  const posts = new LocalRateLimiter(postsPerMinuteMax);
  const makeId = uuidV7Maker(randomFillSync);
  // Seen lately: `post` looks each up anyway.
  const knownTokens = new LruCache<string, true>(tokensCachedMax, () => 1);
  withRawBodies(app, (scope) => {
    for (const path of ['/in/:token', '/in/:token/']) {
      scope.post(path, { onRequest: beforeBody }, post);
    }
  });

  // No body is read for a hook that is not there, or has too many posts.
  async function beforeBody(request: HookRequest): Promise<void> {
    const { token } = request.params;
    if (!tokenShape.test(token)) throw await unknown(request);
    const turn = posts.take(token);
    if (!turn.isAllowed) throw tooManyRequests(turn.resetSeconds);
    if (knownTokens.get(token) === undefined) await openFor(request);
  }

  async function openFor(request: HookRequest): Promise<OpenChannel> {
    const { token } = request.params;
    const open = await request.run('findOpenChannel', { type: 'hook', address: token });
    if (!open) throw await unknown(request);
    knownTokens.set(token, true);
    return open;
  }

  async function post(request: HookRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { token } = request.params;
    const address = clientAddress(request);
    const { length: bytes } = postedBytes(request);
    const { open, outcome } = await request.budget.spend((waitMsMax) =>
      slots.run({ channel: token, address, bytes }, waitMsMax, async () => {
        const open = await openFor(request);
        return { open, outcome: await take(request, open) };
      }),
    );
    return answer(reply, open, outcome);
  }

  async function take(request: HookRequest, open: OpenChannel): Promise<IntakeOutcome> {
    const contentType = sentContentType(request);
    const body = await readPosted(request);
    const { sent } = body;
    const { secret } = settingsOf(open.channel);
    const isWrong = secret !== null && !hasSecret(sent, secret);
    const whole = { ...body, open, id: request.id, receivedAt: clock.now(), contentType };
    if (isWrong) return takeOne(request, { ...whole, heldReason: 'secret_wrong' });
    const leads = sent === null ? [sent] : splitSent(open, sent);
    if (leads === null) return takeOne(request, { ...whole, heldReason: 'several_leads' });
    if (leads.length === 1) return takeOne(request, { ...whole, heldReason: null });
    return takeEach(request, whole, leads);
  }

  function takeOne(request: HookRequest, arrival: HookArrival): Promise<IntakeOutcome> {
    const { open, sent, body, files } = arrival;
    const content = contentHash({ sent: [open.channel.id, sent ?? body], files });
    return receiveIntake(parts, request.budget, {
      ...arrival,
      // A portal that got no answer sends the same again.
      onceKey: content,
      // When the map was mended meanwhile, the lead replaces what was refused.
      visit: content,
      language: null,
      messageKey: null,
    });
  }

  /** One after the other. If it fails halfway, the sender's retry finds what is on disk already. */
  async function takeEach(
    request: HookRequest,
    whole: Omit<HookArrival, 'heldReason'>,
    leads: readonly unknown[],
  ): Promise<IntakeOutcome> {
    const outcomes: IntakeOutcome[] = [];
    for (const [index, sent] of leads.entries()) {
      outcomes.push(
        await takeOne(request, {
          ...whole,
          id: index === 0 ? whole.id : makeId(whole.receivedAt),
          body: JSON.stringify(sent),
          bodyEncoding: 'utf8',
          sent,
          heldReason: null,
        }),
      );
    }
    return outcomes.find(({ state }) => state === 'refused') ?? outcomes[0]!;
  }

  async function unknown(request: HookRequest): Promise<ApiError> {
    await gate.countFailure(request);
    return new ApiError(404, 'There is no hook at this address');
  }
}

function answer(reply: FastifyReply, { channel }: OpenChannel, outcome: IntakeOutcome) {
  const { responseStatus, responseBody } = settingsOf(channel);
  if (outcome.state === 'refused' && responseStatus === null) {
    throw new ApiError(400, outcome.messages);
  }
  void reply.code(responseStatus ?? 200);
  if (responseBody === null) return reply.send(received);
  const type = isJson(responseBody) ? 'application/json' : 'text/plain';
  return reply.type(`${type}; charset=utf-8`).send(responseBody);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
