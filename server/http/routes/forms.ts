// Forms of websites without a backend: they post without a key, and get a page or JSON.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenChannel } from '#actions/intakes/channels.ts';
import { formPostsPerMinuteMax, heldPostsPerMinuteMax } from '#contract/limits.ts';
import { settingsOf } from '#core/intakes/channel-settings.ts';
import { LruCache } from '#core/lru-cache.ts';
import type { IntakeParts } from '#intakes/receive-intake.ts';
import { clientAddress } from '../gate/client-address.ts';
import type { Gate } from '../gate/authenticate.ts';
import { tooManyRequests } from '../gate/refused-keys.ts';
import { LocalRateLimiter } from '../gate/rate-limit.ts';
import { allowOrigin, allowPreflight, isFromOtherSite } from '../forms/cross-origin.ts';
import { FormPosts, type TakenPost } from '../forms/form-posts.ts';
import { formSecretFrom } from '../forms/form-secret.ts';
import { formPage } from '../forms/pages/form-page.ts';
import { PostCounts } from '../forms/post-counts.ts';
import { languageFor, refusePost } from '../forms/refuse-post.ts';
import { sendPage } from '../forms/send-page.ts';
import { wantsPage } from '../forms/wants-page.ts';
import type { PostSlots } from '../intake-slots.ts';
import { postedBytes, readPosted, sentContentType, withRawBodies } from '../raw-body.ts';
import { ApiError } from '../refusals/api-error.ts';
import { noteOverload } from '../refusals/overload-log.ts';

interface FormParts extends IntakeParts {
  gate: Gate;
  cursorKey: string;
  clock: { now(): number };
  publicUrl: string | null;
  slots: PostSlots;
}

type FormRequest = FastifyRequest<{ Params: { id: string }; Querystring: { lang?: unknown } }>;

const minuteMs = 60_000;
// Of one channel, from addresses with too many posts: a flood from many addresses stays cut off.
const heldOfChannelPerMinuteMax = 2 * heldPostsPerMinuteMax;
// Of one address: pages that are opened, and preflights.
const asksPerMinuteMax = 120;
const originsCachedMax = 1_000;
const seeOther = 303;
const idShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function formRoutes(app: FastifyInstance, parts: FormParts): void {
  const { gate, cursorKey, clock, publicUrl, slots } = parts;
  const taking = new FormPosts(parts, formSecretFrom(cursorKey));
  const posts = new PostCounts(minuteMs);
  const held = new PostCounts(minuteMs);
  const asks = new LocalRateLimiter(asksPerMinuteMax);
  // For refusals before the channel is read: a script learns the reason only with CORS headers.
  const knownOrigins = new LruCache<string, string[]>(originsCachedMax, () => 1);

  // Some websites add a slash to every address.
  const paths = ['/f/:id', '/f/:id/'];
  for (const path of paths) app.options(path, preflight);
  app.options('/f/:id/challenge', preflight);
  app.get('/f/:id/challenge', challenge);
  withRawBodies(app, (scope) => {
    scope.setErrorHandler((error, request: FormRequest, reply) => {
      if (!reply.hasHeader('vary')) {
        allowOrigin(request, reply, knownOrigins.get(request.params.id) ?? []);
      }
      refusePost(error, request, reply, null);
    });
    for (const path of paths) scope.post(path, { onRequest: beforeBody }, post);
  });

  async function preflight(request: FormRequest, reply: FastifyReply): Promise<FastifyReply> {
    countAsk(request);
    await openFor(request, reply);
    allowPreflight(reply);
    return reply.code(204).send();
  }

  async function challenge(request: FormRequest, reply: FastifyReply): Promise<object> {
    countAsk(request);
    const { channel } = await openFor(request, reply);
    const counts = {
      postsOfAddress: posts.of(subjectOf(request)),
      postsOfChannel: posts.of(channel.id),
    };
    return taking.opened(channel.id, counts, clock.now());
  }

  function countAsk(request: FormRequest): void {
    const { isAllowed, resetSeconds } = asks.take(clientAddress(request));
    if (!isAllowed) throw tooManyRequests(resetSeconds);
  }

  // A flood costs little more than its headers, and no body is read for a form that is not there.
  async function beforeBody(request: FormRequest, reply: FastifyReply): Promise<void> {
    const subject = subjectOf(request);
    const { id } = request.params;
    if (!isLetIn(id, posts.of(subject))) {
      noteOverload(request);
      throw tooManyRequests(posts.secondsLeft(subject));
    }
    if (knownOrigins.get(id) === undefined) await openFor(request, reply);
  }

  function isLetIn(id: string, count: number): boolean {
    if (count < formPostsPerMinuteMax) return true;
    return count < heldPostsPerMinuteMax && held.add(id) < heldOfChannelPerMinuteMax;
  }

  async function post(request: FormRequest, reply: FastifyReply): Promise<FastifyReply> {
    const address = clientAddress(request);
    const { length: bytes } = postedBytes(request);
    const counts = {
      postsOfAddress: posts.add(subjectOf(request)),
      postsOfChannel: posts.add(request.params.id),
    };
    const open = { known: null as OpenChannel | null };
    const taken = await request.budget.spend((waitMsMax) =>
      slots.run({ channel: request.params.id, address, bytes }, waitMsMax, async () => {
        open.known = await openFor(request, reply);
        return taking.take({
          open: open.known,
          id: request.id,
          receivedAt: clock.now(),
          address,
          contentType: sentContentType(request),
          body: await readPosted(request),
          lang: request.query.lang,
          isFromOtherSite: isFromOtherSite(
            request,
            settingsOf(open.known.channel).origins,
            publicUrl,
          ),
          counts,
          budget: request.budget,
        });
      }),
    );
    return answer(request, reply, open.known!, taken);
  }

  function answer(
    request: FormRequest,
    reply: FastifyReply,
    open: OpenChannel,
    { outcome, visit, language: asked, values }: TakenPost,
  ): FastifyReply {
    const isPage = wantsPage(request);
    const language = languageFor(request, open, asked);
    const folder = request.routeOptions.url?.endsWith('/') ? '../' : '';
    if (outcome.state === 'refused') {
      const { messages } = outcome;
      if (!isPage) throw new ApiError(400, messages);
      void reply.code(400).header('error-code', 'validation_failed');
      const page = formPage({ open, language, values, messages, visit, folder, isEmbedded: false });
      return sendPage(reply, page, open);
    }
    // The same for what is held: a program that sends spam learns nothing.
    if (!isPage) return reply.code(201).send({ status: 'received' });
    const { thanksUrl } = settingsOf(open.channel);
    // Relative, so that it works behind a proxy with a path prefix.
    const own = `${folder}${open.channel.id}/thanks?lang=${language}`;
    return reply.redirect(thanksUrl === null ? own : new URL(thanksUrl).href, seeOther);
  }

  async function openFor(request: FormRequest, reply: FastifyReply): Promise<OpenChannel> {
    const { id } = request.params;
    const open = idShape.test(id)
      ? await request.run('findOpenChannel', { type: 'form', address: id })
      : null;
    if (!open) {
      await gate.countFailure(request);
      throw new ApiError(404, 'There is no form at this address');
    }
    const { origins } = settingsOf(open.channel);
    knownOrigins.set(id, origins);
    allowOrigin(request, reply, origins);
    return open;
  }
}

function subjectOf(request: FormRequest): string {
  return `${request.params.id} ${clientAddress(request)}`;
}
