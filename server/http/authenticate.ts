// Who calls, and may they? The checks come in this order: key (401), scope (403), rate (429).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '#contract/scopes.ts';
import { isWellFormedApiKey } from '#core/api-key-format.ts';
import { type Caller, mayDo } from '#core/caller.ts';
import { ApiError } from './api-error.ts';
import type { KeyRing } from './key-ring.ts';
import { rateHeaders, RateLimiter } from './rate-limit.ts';

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
}

export function createGate(keys: KeyRing, requestsPerMinute: number): Gate {
  const perKey = new RateLimiter(requestsPerMinute);
  const failures = new RateLimiter(failuresPerMinuteMax);

  return {
    async enter(request, reply, scopes) {
      const caller = await identify(request, keys, failures);
      request.caller = caller;
      const rate = perKey.isOff ? null : perKey.take(caller.keyId);
      if (rate) void reply.headers(rateHeaders(perKey, rate));
      if (scopes.length > 0 && !scopes.some((scope) => mayDo(caller, scope))) {
        throw new ApiError(403, `This key lacks the scope ${scopes.join(' or ')}`);
      }
      if (rate && !rate.isAllowed) throw tooManyRequests(rate.resetSeconds);
    },
  };
}

async function identify(
  request: FastifyRequest,
  keys: KeyRing,
  failures: RateLimiter,
): Promise<Caller> {
  const header = request.headers['x-api-key'];
  const key = typeof header === 'string' ? header.trim() : '';
  const address = subjectOf(request.ip);
  const mayBeGood = isWellFormedApiKey(key);
  // Who guesses gets no more look-ups; keys known to be good still pass from the same address.
  if (failures.isExhausted(address) && !(mayBeGood && keys.isKnown(key))) {
    throw tooManyRequests(failures.take(address).resetSeconds);
  }
  const found = mayBeGood ? await keys.find(key) : null;
  if (!found) {
    failures.take(address);
    throw new ApiError(401, key === '' ? missingKey : wrongKey, {
      headers: { 'www-authenticate': 'ApiKey' },
    });
  }
  const { brandId, brandCountry, keyId, scopes } = found;
  return { brandId, brandCountry, keyId, memberId: null, scopes };
}

const missingKey = 'Send your API key in the X-API-Key header';
const wrongKey = 'The API key in X-API-Key is not valid: it is mistyped, expired or revoked';

function tooManyRequests(seconds: number): ApiError {
  return new ApiError(429, `Too many requests; try again in ${seconds} s`, {
    headers: { 'retry-after': String(seconds) },
  });
}

// A household has a whole /64 of IPv6 addresses at its disposal.
function subjectOf(ip: string | undefined): string {
  // A client that has left already has no address any more.
  if (ip === undefined) return 'gone';
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    const zeros = Array.from({ length: 8 - groups.length - after.length }, () => '0');
    groups.push(...zeros, ...after);
  }
  return groups.slice(0, 4).join(':');
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('a route without authentication asked for its caller');
  return request.caller;
}
