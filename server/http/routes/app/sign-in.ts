// Sign-in, sign-out and the current session of the web app.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BrandChoice, SignIn } from '#contract/app-bodies.ts';
import { emailKeyOf } from '#core/customers/match-keys.ts';
import { endedSessionCookie, sessionTokenIn } from '#core/accounts/session-token.ts';
import { echoed } from '#core/reading/cut-messages.ts';
import type { AccessLimits } from '../../accounts/access-limits.ts';
import { ApiError } from '../../refusals/api-error.ts';
import {
  endPreviousSession,
  presentSession,
  sendNewSession,
  visitorOf,
} from '../../accounts/app-session.ts';
import { type Gate, memberOfRequest } from '../../gate/authenticate.ts';
import type { Passwords } from '../../accounts/passwords.ts';
import { readBodyOf, refuseParameters, typedText } from '../../read-request.ts';
import type { SessionRing } from '../../gate/session-ring.ts';

interface SignInParts {
  gate: Gate;
  sessions: SessionRing;
  passwords: Passwords;
  limits: AccessLimits;
}

export function signInRoutes(app: FastifyInstance, parts: SignInParts): void {
  const { gate, sessions, passwords, limits } = parts;
  const forNobody = { config: { member: 'nobody' as const } };
  const forAny = { config: { member: 'any' as const } };
  app.post('/v1/app/sign-in', forNobody, signIn);
  app.post('/v1/app/sign-out', forNobody, signOut);
  app.get('/v1/app/session', forAny, read);
  app.post('/v1/app/session/brand', forAny, switchBrand);

  async function signIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { email } = readBodyOf<SignIn>(SignIn, request);
    const password = typedText(request, 'password')!;
    const emailKey = emailKeyOf(email)!;
    const { known, isRight, isOutdated } = await limits.check(request, emailKey, async () => {
      const known = await request.run('findSignIn', { emailKey });
      // Checked without an account too, so that response times reveal nothing.
      return { known, ...(await passwords.check(password, known?.passwordHash ?? null)) };
    });
    if (!isRight || !known?.passwordHash) throw wrongPassword();
    const { accountId, passwordHash } = known;
    const visitor = visitorOf(request);
    const opened = await request.run('signIn', { accountId, passwordHash, visitor });
    if (opened === 'changed') throw wrongPassword();
    if (opened === null) throw noBrand();
    await endPreviousSession(request, sessions, accountId);
    const hash = isOutdated
      ? await hashAnew(request, accountId, password, passwordHash)
      : passwordHash;
    return sendNewSession(reply, opened, hash);
  }

  async function hashAnew(
    request: FastifyRequest,
    accountId: string,
    password: string,
    oldHash: string,
  ): Promise<string> {
    const newHash = await passwords.hash(password);
    await request.run('changePassword', { accountId, oldHash, newHash });
    return newHash;
  }

  // Clears the cookie even if the session has ended.
  async function signOut(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const token = sessionTokenIn(request.headers.cookie);
    const session = await sessions.find(token, request.run);
    if (session) {
      await request.run('endSession', session);
      sessions.invalidateAll();
    } else if (token !== null) await gate.countFailure(request);
    // Clears lists and pictures that the browser has cached.
    void reply.header('clear-site-data', '"cache"');
    return reply.code(204).header('set-cookie', endedSessionCookie).send();
  }

  async function read(request: FastifyRequest): Promise<object> {
    refuseParameters(request);
    const { accountId, brandId, session } = memberOfRequest(request);
    return presentSession(request, { id: session.id, accountId, brandId });
  }

  async function switchBrand(request: FastifyRequest): Promise<object> {
    const { brandId: wanted, isTest = false } = readBodyOf<BrandChoice>(BrandChoice, request);
    const { accountId, session } = memberOfRequest(request);
    const { tokenHash } = session;
    const choice = { tokenHash, accountId, brandId: wanted, isTest };
    const brandId = await request.run('switchBrand', choice);
    if (brandId === null) {
      throw new ApiError(404, `You are not a member of a brand ${echoed(wanted)}`);
    }
    sessions.invalidateAll();
    return presentSession(request, { id: session.id, accountId, brandId });
  }
}

function wrongPassword(): ApiError {
  return new ApiError(401, 'Wrong e-mail address or password', {
    code: 'sign_in_failed',
    headers: { 'www-authenticate': 'Session' },
  });
}

export function noBrand(): ApiError {
  return new ApiError(
    403,
    'You are not a member of any brand any more: ask an owner to invite you',
    { code: 'no_brand' },
  );
}
