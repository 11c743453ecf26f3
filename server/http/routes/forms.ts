// Forms of websites without a backend: they post without a key, and get a page or JSON.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenChannel } from '#actions/intakes/channels.ts';
import { difficultyFor } from '#core/intakes/judge-form.ts';
import { ApiError } from '../refusals/api-error.ts';
import { clientAddress } from '../gate/client-address.ts';
import type { Gate } from '../gate/authenticate.ts';
import { tooManyRequests } from '../gate/refused-keys.ts';
import { LocalRateLimiter } from '../gate/rate-limit.ts';
import { Challenges } from '../forms/challenges.ts';
import { allowOrigin, allowPreflight } from '../forms/cross-origin.ts';
import { formSecretFrom } from '../forms/form-secret.ts';
import { PostCounts } from '../forms/post-counts.ts';
import { Visits } from '../forms/visit.ts';

interface FormParts {
  gate: Gate;
  cursorKey: string;
  clock: { now(): number };
}

type FormRequest = FastifyRequest<{ Params: { id: string } }>;

const minuteMs = 60_000;
// Of one address: pages that are opened, and preflights.
const asksPerMinuteMax = 120;

export function formRoutes(app: FastifyInstance, { gate, cursorKey, clock }: FormParts): void {
  const secret = formSecretFrom(cursorKey);
  const challenges = new Challenges(secret);
  const visits = new Visits(secret);
  const posts = new PostCounts(minuteMs);
  const asks = new LocalRateLimiter(asksPerMinuteMax);

  app.get('/f/:id/challenge', async (request: FormRequest, reply) => {
    const { channel } = await openFor(request, reply);
    const attempts = difficultyFor({
      postsOfAddress: posts.of(`${channel.id} ${clientAddress(request)}`),
      postsOfChannel: posts.of(channel.id),
    });
    const now = clock.now();
    const challenge = await challenges.issue(channel.id, attempts, now);
    return { challenge, visit: visits.newVisit(channel.id, now) };
  });

  app.options('/f/:id', preflight);
  app.options('/f/:id/challenge', preflight);

  async function preflight(request: FormRequest, reply: FastifyReply): Promise<FastifyReply> {
    await openFor(request, reply);
    allowPreflight(reply);
    return reply.code(204).send();
  }

  async function openFor(request: FormRequest, reply: FastifyReply): Promise<OpenChannel> {
    const { isAllowed, resetSeconds } = asks.take(clientAddress(request));
    if (!isAllowed) throw tooManyRequests(resetSeconds);
    const open = await request.run('findOpenChannel', { type: 'form', address: request.params.id });
    if (!open) {
      await gate.countFailure(request);
      throw new ApiError(404, 'There is no form at this address');
    }
    allowOrigin(request, reply, open);
    return open;
  }
}
