// Who calls, and may they? The checks come in this order: key (401), scope (403), rate (429).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '#contract/scopes.ts';
import { isWellFormedApiKey } from '#core/api-key-format.ts';
import type { Author } from '#core/author.ts';
import { type Caller, mayDo } from '#core/caller.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { ApiError } from './api-error.ts';
import { clientAddress } from './client-address.ts';
import type { KeyRing } from './key-ring.ts';
import { OwnRateLimiter, rateHeaders, type RateLimiter, SharedRateLimiter } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    // The scopes of which a caller needs one. Every route of the API names some.
    scope?: readonly Scope[];
  }
  interface FastifyRequest {
    caller: Caller | null;
  }
}

const failuresPerMinuteMax = 60;

export interface Gate {
  enter(request: FastifyRequest, reply: FastifyReply, scopes: readonly Scope[]): Promise<void>;
  /** Somebody came with a secret that is none: 429 when that happens too often. */
  countFailure(request: FastifyRequest): Promise<void>;
}

interface GateOptions {
  requestsPerMinute: number;
  /** Given where several servers count together. */
  sharedBy: { runner: ActionRunner; waitMsMax: number } | null;
}

export function createGate(keys: KeyRing, { requestsPerMinute, sharedBy }: GateOptions): Gate {
  const limiter = (kind: string, limit: number): RateLimiter =>
    sharedBy
      ? new SharedRateLimiter(sharedBy.runner, { kind, limit, waitMsMax: sharedBy.waitMsMax })
      : new OwnRateLimiter(limit);
  const perKey = requestsPerMinute === 0 ? null : limiter('key', requestsPerMinute);
  const failures = limiter('failures', failuresPerMinuteMax);
  const countFailure = async (request: FastifyRequest) => {
    const failure = await failures.take(clientAddress(request));
    if (!failure.isAllowed) throw tooManyRequests(failure.resetSeconds);
  };

  return {
    async enter(request, reply, scopes) {
      const caller = await identify(request, keys, countFailure);
      request.caller = caller;
      const rate = perKey && (await perKey.take(caller.keyId));
      if (rate) void reply.headers(rateHeaders(perKey!, rate));
      if (scopes.length > 0 && !scopes.some((scope) => mayDo(caller, scope))) {
        throw new ApiError(403, `This key lacks the scope ${scopes.join(' or ')}`);
      }
      if (rate && !rate.isAllowed) throw tooManyRequests(rate.resetSeconds);
    },
    countFailure,
  };
}

async function identify(
  request: FastifyRequest,
  keys: KeyRing,
  countFailure: Gate['countFailure'],
): Promise<Caller> {
  const header = request.headers['x-api-key'];
  const key = typeof header === 'string' ? header.trim() : '';
  // Every key that may be good is looked up: others at the same address may have failed too often.
  const found = isWellFormedApiKey(key) ? await keys.find(key) : null;
  if (!found) {
    await countFailure(request);
    throw new ApiError(401, key === '' ? missingKey : wrongKey, {
      headers: { 'www-authenticate': 'ApiKey' },
    });
  }
  const { brandId, brandCountry, keyId, scopes } = found;
  return { brandId, brandCountry, keyId, memberId: null, scopes };
}

const missingKey = 'Send your API key in the X-API-Key header';
const wrongKey = 'The API key in X-API-Key is not valid: it is mistyped, expired or revoked';

export function tooManyRequests(seconds: number): ApiError {
  return new ApiError(429, `Too many requests; try again in ${seconds} s`, {
    headers: { 'retry-after': String(seconds) },
  });
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('a route without authentication asked for its caller');
  return request.caller;
}

/** Who is to be named for what the request changes. */
export function authorOf(request: FastifyRequest): Author {
  const { keyId, memberId } = callerOf(request);
  return memberId === null
    ? { actor: 'key', actorId: keyId, requestId: request.id }
    : { actor: 'member', actorId: memberId, requestId: request.id };
}
