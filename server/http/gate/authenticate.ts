// Authentication and authorization. Integrators send an API key, members a session cookie; both
// become a Caller. The order of checks: identity (401), scope or role (403), rate limit (429).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '#contract/scopes.ts';
import { bearerTokenIn } from '#core/accounts/bearer-token.ts';
import type { Author } from '#core/author.ts';
import type { Shown } from '#core/redact-personal-data.ts';
import { type Caller, type CallerSession, mayDo } from '#core/caller.ts';
import { scopesOfRole } from '#core/accounts/role-scopes.ts';
import { sessionTokenIn } from '#core/accounts/session-token.ts';
import { ApiError } from '../refusals/api-error.ts';
import { clientAddress } from './client-address.ts';
import type { KeyRing } from './key-ring.ts';
import { type MakeLimiter, rateHeaders } from './rate-limit.ts';
import { type KeyRefusal, refusedBearer, refusedKey, tooManyRequests } from './refused-keys.ts';
import { refuseOtherOrigins, refuseOtherSites } from './refuse-other-sites.ts';
import type { SessionRing } from './session-ring.ts';

/** Which members a web app route is for; `nobody` means before sign-in. */
type MemberNeeded = 'owner' | 'any' | 'nobody';

declare module 'fastify' {
  interface FastifyContextConfig {
    // The caller needs one of these scopes. Required on every API route.
    scope?: readonly Scope[];
    // For members, where their scopes differ from those of keys.
    memberScope?: readonly Scope[];
    // What the response contains, for redaction. Required on every API route.
    shows?: Shown;
    // Members must be owners; keys only need the scope.
    ownersOnly?: boolean;
    // Required on every route of the web app's own API.
    member?: MemberNeeded;
  }
  interface FastifyRequest {
    caller: Caller | null;
  }
}

const failuresPerMinuteMax = 60;

export interface Gate {
  enter(request: FastifyRequest, reply: FastifyReply, scopes: readonly Scope[]): Promise<void>;
  /** The same for the web app's own API, which accepts no keys. */
  enterApp(
    request: FastifyRequest,
    reply: FastifyReply,
    needed: { member: MemberNeeded; scopes: readonly Scope[] },
  ): Promise<void>;
  /** For assistants: only keys, in Authorization or X-API-Key, and not from pages of other sites. */
  enterAssistant(
    request: FastifyRequest,
    reply: FastifyReply,
    scopes: readonly Scope[],
  ): Promise<void>;
  /** Counts an invalid secret; throws 429 after too many. */
  countFailure(request: FastifyRequest): Promise<void>;
}

interface GateParts {
  keys: KeyRing;
  sessions: SessionRing;
  requestsPerMinute: number;
  publicUrl: string | null;
  limiter: MakeLimiter;
}

export function createGate(parts: GateParts): Gate {
  const { requestsPerMinute, publicUrl, limiter } = parts;
  const perCaller = requestsPerMinute === 0 ? null : limiter('key', requestsPerMinute);
  const failures = limiter('failures', failuresPerMinuteMax);
  const countFailure = async (request: FastifyRequest) => {
    const failure = await failures.take(clientAddress(request), request.budget);
    if (!failure.isAllowed) throw tooManyRequests(failure.resetSeconds);
  };
  const admit = async (
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller,
    refusal: ApiError | null,
  ) => {
    request.caller = caller;
    const rate =
      perCaller && (await perCaller.take((caller.keyId ?? caller.memberId)!, request.budget));
    if (rate) void reply.headers(rateHeaders(perCaller!, rate));
    if (refusal) throw refusal;
    if (rate && !rate.isAllowed) throw tooManyRequests(rate.resetSeconds);
  };

  return {
    async enter(request, reply, scopes) {
      const caller = await identify(request, parts, countFailure);
      const { config } = request.routeOptions;
      const { ownersOnly: isForOwners = false, memberScope = scopes } = config;
      const isAllowed = !isForOwners || caller.session === null || isOwner(caller);
      const needed = caller.session === null ? scopes : memberScope;
      const refusal = isAllowed
        ? (refusalByScope(caller, needed) ?? refusalOfPersonalData(caller, config.shows))
        : ownersOnly();
      await admit(request, reply, caller, refusal);
    },
    async enterApp(request, reply, { member, scopes }) {
      if (member === 'nobody') return refuseOtherSites(request, publicUrl);
      if (request.headers['x-api-key'] !== undefined)
        throw new ApiError(403, notForKeys, { code: 'members_only' });
      const token = sessionTokenIn(request.headers.cookie);
      const caller = await identifyMember(request, token, parts, countFailure);
      const isAllowed = member === 'any' || isOwner(caller);
      const refusal = isAllowed ? refusalByScope(caller, scopes) : ownersOnly();
      await admit(request, reply, caller, refusal);
    },
    async enterAssistant(request, reply, scopes) {
      refuseOtherOrigins(request, publicUrl);
      const key = keySentBy(request);
      const caller = await identifyKey(request, key, parts, countFailure);
      if (typeof caller === 'string') throw refusedBearer(caller);
      await admit(request, reply, caller, refusalByScope(caller, scopes));
    },
    countFailure,
  };
}

/** The key that a program of an assistant sent; empty when it sent none. */
export function keySentBy({ headers }: FastifyRequest): string {
  return [headers['x-api-key'] ?? bearerTokenIn(headers.authorization) ?? ''].flat()[0]!.trim();
}

/** Before authentication: the request's key or session if it is cached, else an empty string. */
export function knownCaller(keys: KeyRing, sessions: SessionRing) {
  return ({ headers }: FastifyRequest): string => {
    const key = headers['x-api-key'] ?? bearerTokenIn(headers.authorization);
    if (typeof key === 'string') return keys.isKnown(key) ? key : '';
    const token = sessionTokenIn(headers.cookie) ?? '';
    return sessions.isKnown(token) ? token : '';
  };
}

export function isOwner({ session }: Caller): boolean {
  return session?.role === 'owner';
}

function refusalByScope(caller: Caller, scopes: readonly Scope[]): ApiError | null {
  const isAllowed = scopes.length === 0 || scopes.some((scope) => mayDo(caller, scope));
  return isAllowed ? null : lacksScope(caller, scopes);
}

function refusalOfPersonalData(
  { isImpersonal }: Caller,
  shown: Shown | undefined,
): ApiError | null {
  return isImpersonal && shown === 'personal'
    ? new ApiError(403, needsPersonalData, { code: 'personal_data_not_allowed' })
    : null;
}

/** The 403 for a caller with none of these scopes. */
export function lacksScope({ session }: Caller, scopes: readonly Scope[]): ApiError {
  const lacking = session ? 'Your role in this brand does not have' : 'This key lacks';
  return new ApiError(403, `${lacking} the scope ${scopes.join(' or ')}`, {
    code: 'scope_missing',
  });
}

async function identify(
  request: FastifyRequest,
  parts: GateParts,
  countFailure: Gate['countFailure'],
): Promise<Caller> {
  const header = request.headers['x-api-key'];
  if (header === undefined) {
    const token = sessionTokenIn(request.headers.cookie);
    if (token !== null) return identifyMember(request, token, parts, countFailure);
  }
  const key = typeof header === 'string' ? header.trim() : '';
  const caller = await identifyKey(request, key, parts, countFailure);
  if (typeof caller === 'string') throw refusedKey(caller);
  return caller;
}

/** The reason, and a failed attempt, for a key that is not valid. */
async function identifyKey(
  request: FastifyRequest,
  key: string,
  { keys }: GateParts,
  countFailure: Gate['countFailure'],
): Promise<Caller | KeyRefusal> {
  // Well-formed keys are looked up even when the address is over its failure limit: others may
  // share it.
  const found = await keys.check(key, request.run);
  if (typeof found === 'string') {
    await countFailure(request);
    return key === '' ? 'key_missing' : `key_${found}`;
  }
  const { brandId, brandCountry, brandLanguage, testOf, keyId, scopes, isImpersonal } = found;
  const side = { brandId, brandCountry, brandLanguage, testOf };
  return { ...side, keyId, memberId: null, scopes, isImpersonal, session: null };
}

async function identifyMember(
  request: FastifyRequest,
  token: string | null,
  { sessions, publicUrl }: GateParts,
  countFailure: Gate['countFailure'],
): Promise<Caller> {
  refuseOtherSites(request, publicUrl);
  const session = await sessions.find(token, request.run);
  if (!session) {
    // A missing cookie is no failed attempt.
    if (token !== null) await countFailure(request);
    throw new ApiError(401, notSignedIn, {
      code: 'not_signed_in',
      headers: { 'www-authenticate': 'Session' },
    });
  }
  const { id, tokenHash, accountId, brandId, brandCountry, brandLanguage, testOf, role } = session;
  const { 'x-vakwerk-brand': meant = brandId, 'x-vakwerk-account': author = accountId } =
    request.headers;
  if (meant !== brandId || author !== accountId) throw otherBrand();
  return {
    brandId,
    brandCountry,
    testOf,
    brandLanguage,
    keyId: null,
    memberId: accountId,
    scopes: scopesOfRole(role),
    isImpersonal: false,
    session: { id, tokenHash, role },
  };
}

const notSignedIn = 'You are not signed in, or not any more: sign in and try again';
const notForKeys = 'This is for members who sign in; an API key cannot do it';
const needsPersonalData =
  'This key was made without personal data, and this call takes or shows it: use a key with personal data';
const otherRoleNow = 'You left this brand or got another role meanwhile: sign in again';
/** For a window that shows another brand, or person, than the session is of. */
export function otherBrand(): ApiError {
  return new ApiError(
    409,
    'You switched to another brand or account in another window; reload this one',
    {
      code: 'other_brand',
    },
  );
}

export function ownersOnly(): ApiError {
  return new ApiError(403, 'Only an owner of the brand can do this', { code: 'owner_only' });
}

/** For a caller whose role or key was revoked during the request. */
export function noLongerAllowed({ session }: Caller): ApiError {
  return session
    ? new ApiError(403, otherRoleNow, { code: 'role_changed' })
    : refusedKey('key_revoked');
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('callerOf was called on a route without authentication');
  return request.caller;
}

/** The signed-in member; only for web app routes. */
export function memberOfRequest(request: FastifyRequest): {
  accountId: string;
  brandId: string;
  /** Differs from `brandId` on the test side. Members and settings belong to it. */
  liveBrandId: string;
  session: CallerSession;
} {
  const { memberId, brandId, testOf, session } = callerOf(request);
  if (memberId === null || !session)
    throw new Error('a members-only route was called with an API key');
  return { accountId: memberId, brandId, liveBrandId: testOf ?? brandId, session };
}

/** The author recorded for changes made by the request. */
export function authorOf(request: FastifyRequest): Author & { actorId: string; requestId: string } {
  const { keyId, memberId } = callerOf(request);
  const actor = memberId === null ? 'key' : 'member';
  return { actor, actorId: (memberId ?? keyId)!, requestId: request.id };
}
