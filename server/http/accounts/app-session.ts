// Sessions of the web app: their cookies, and the signed-in member's profile.
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenedSession, Visitor } from '#actions/accounts/sessions.ts';
import type { Role } from '#contract/account-lists.ts';
import { cleanText } from '#core/reading/clean-text.ts';
import { deviceCookie, deviceNonceBytes } from '#core/accounts/known-device.ts';
import { scopesOfRole } from '#core/accounts/role-scopes.ts';
import { sessionCookie, sessionTokenIn } from '#core/accounts/session-token.ts';
import { ApiError } from '../refusals/api-error.ts';
import { clientAddress } from '../gate/client-address.ts';
import type { SessionRing } from '../gate/session-ring.ts';

const userAgentLengthMax = 300;

interface CurrentSession {
  id: string;
  accountId: string;
  brandId: string;
}

export async function presentSession(
  request: FastifyRequest,
  session: CurrentSession,
): Promise<object> {
  const profile = await request.run('readProfile', session);
  const role = profile?.brands.find(({ id }) => id === profile.brand.liveId)?.role;
  if (!profile || !role)
    throw new ApiError(401, 'You are not a member of this brand any more', {
      code: 'not_a_member',
    });
  const { passwordHash, passkeys, ...account } = profile.account;
  return {
    sessionId: session.id,
    account: { ...account, hasPassword: passwordHash !== null, passkeys },
    role: role satisfies Role,
    scopes: scopesOfRole(role),
    brand: profile.brand,
    brands: profile.brands,
    eventsUpTo: profile.eventsUpTo,
  };
}

/**
 * The response to a sign-in, with cookies. The device cookie is derived from the password hash, so
 * it needs one.
 */
export async function sendNewSession(
  reply: FastifyReply,
  { token, session }: OpenedSession,
  passwordHash: string | null,
): Promise<FastifyReply> {
  const body = await presentSession(reply.request, session);
  void reply.header('set-cookie', sessionCookie(token));
  if (passwordHash !== null) {
    rememberDevice(reply, { accountId: session.accountId, passwordHash });
  }
  return reply.send(body);
}

/** Adds a device mark to those of other accounts in the browser. */
export function rememberDevice(
  reply: FastifyReply,
  account: { accountId: string; passwordHash: string },
  oldHash?: string,
): void {
  const nonce = randomBytes(deviceNonceBytes);
  const { cookie: cookies } = reply.request.headers;
  const before = { cookies, ...(oldHash !== undefined && { passwordHash: oldHash }) };
  void reply.header('set-cookie', deviceCookie(nonce, account, before));
}

/** Ends the browser's previous session of the same account, which would be orphaned. */
export async function endPreviousSession(
  request: FastifyRequest,
  sessions: SessionRing,
  accountId: string,
): Promise<void> {
  const previous = await sessions.find(sessionTokenIn(request.headers.cookie), request.run);
  if (previous?.accountId !== accountId) return;
  await request.run('endSession', { accountId, id: previous.id });
  sessions.invalidateAll();
}

export function visitorOf(request: FastifyRequest): Visitor {
  const agent = cleanText(request.headers['user-agent'] ?? '');
  return { userAgent: agent.slice(0, userAgentLengthMax), address: clientAddress(request) };
}
