// Passkeys: registration by a signed-in member, and sign-in without a password.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NewPasskey, PasskeyBegin, PasskeySignIn } from '#contract/app-bodies.ts';
import { passkeysPerAccountMax } from '#contract/limits.ts';
import { presentPasskey } from '#core/accounts/present-account.ts';
import { echoed } from '#core/reading/cut-messages.ts';
import { about } from '#core/reading/field-message.ts';
import type { AccessLimits } from '../../accounts/access-limits.ts';
import { ApiError } from '../../refusals/api-error.ts';
import { endPreviousSession, sendNewSession, visitorOf } from '../../accounts/app-session.ts';
import { memberOfRequest } from '../../gate/authenticate.ts';
import { confirmPassword } from '../../accounts/confirm-password.ts';
import {
  checkRegistration,
  checkSignIn,
  registrationOptions,
  signInOptions,
  siteOf,
} from '../../accounts/passkey-ceremonies.ts';
import type { Passwords } from '../../accounts/passwords.ts';
import { readBodyOf, refuseParameters, typedText } from '../../read-request.ts';
import type { SessionRing } from '../../gate/session-ring.ts';
import { noBrand } from './sign-in.ts';

interface PasskeyParts {
  sessions: SessionRing;
  passwords: Passwords;
  limits: AccessLimits;
  publicUrl: string | null;
}

export function passkeyRoutes(app: FastifyInstance, parts: PasskeyParts): void {
  const { sessions, passwords, limits, publicUrl } = parts;
  const forAny = { config: { member: 'any' as const } };
  const forNobody = { config: { member: 'nobody' as const } };
  app.get('/v1/app/passkeys', forAny, list);
  app.post('/v1/app/passkeys/options', forAny, beginAdding);
  app.post('/v1/app/passkeys', forAny, add);
  app.delete('/v1/app/passkeys/:id', forAny, remove);
  app.post('/v1/app/sign-in/passkey/options', forNobody, beginSignIn);
  app.post('/v1/app/sign-in/passkey', forNobody, signIn);

  async function list(request: FastifyRequest): Promise<object> {
    refuseParameters(request);
    const { accountId } = memberOfRequest(request);
    const passkeys = await request.run('listPasskeys', { accountId });
    return { data: passkeys.map(presentPasskey) };
  }

  async function beginAdding(request: FastifyRequest): Promise<object> {
    readBodyOf<PasskeyBegin>(PasskeyBegin, request);
    const { accountId, brandId } = memberOfRequest(request);
    const profile = await request.run('readProfile', { accountId, brandId });
    if (!profile) throw noBrand();
    const { account } = profile;
    const typed = typedText(request, 'currentPassword');
    if (account.passwordHash !== null) {
      if (typed === undefined) throw new ApiError(400, [passwordMissing]);
      await confirmPassword(request, { passwords, limits }, { typed, account });
    }
    const passkeys = await request.run('listPasskeys', { accountId });
    const site = siteOf(request, publicUrl);
    const options = await registrationOptions(site, account, passkeys);
    const { challenge } = options;
    const challengeId = await request.run('keepChallenge', { challenge, accountId });
    return { options, challengeId };
  }

  async function add(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { challengeId, name, response } = readBodyOf<NewPasskey>(NewPasskey, request);
    const { accountId, session } = memberOfRequest(request);
    const challenge = await request.run('takeChallenge', { id: challengeId, accountId });
    const site = siteOf(request, publicUrl);
    const checked = challenge && (await checkRegistration(site, challenge, response));
    if (!checked) {
      const text = 'could not be verified: begin again';
      throw new ApiError(400, [about('response', 'not_verified', text)]);
    }
    const { tokenHash } = session;
    const added = await request.run('addPasskey', { tokenHash, accountId, name, ...checked });
    if (added === 'signed_out')
      throw new ApiError(409, 'You were signed out meanwhile', { code: 'signed_out' });
    if (added === 'known_already')
      throw new ApiError(409, 'This passkey is known already', { code: 'passkey_known' });
    if (added === 'too_many') {
      throw new ApiError(409, `You have ${passkeysPerAccountMax} passkeys already: remove one`, {
        code: 'passkeys_full',
      });
    }
    return reply.code(201).send(presentPasskey(added));
  }

  async function remove(
    request: FastifyRequest<{ Params: { id: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    refuseParameters(request);
    const { accountId } = memberOfRequest(request);
    const { id } = request.params;
    if (!(await request.run('removePasskey', { accountId, id }))) {
      throw new ApiError(404, `You have no passkey ${echoed(id)}`);
    }
    return reply.code(204).send();
  }

  async function beginSignIn(request: FastifyRequest): Promise<object> {
    refuseParameters(request);
    await limits.beginChallenge(request);
    const options = await signInOptions(siteOf(request, publicUrl));
    const { challenge } = options;
    const challengeId = await request.run('keepChallenge', { challenge, accountId: null });
    return { options, challengeId };
  }

  async function signIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { challengeId, response } = readBodyOf<PasskeySignIn>(PasskeySignIn, request);
    const { passkey, newCounter } = await limits.checkAtAddress(request, async () => {
      const challenge = await request.run('takeChallenge', { id: challengeId, accountId: null });
      const { id: credentialId } = response as { id?: unknown };
      const passkey =
        challenge !== null && typeof credentialId === 'string'
          ? await request.run('findPasskey', { credentialId })
          : null;
      const site = siteOf(request, publicUrl);
      const newCounter = passkey && (await checkSignIn(site, challenge!, response, passkey));
      return { passkey, newCounter, isRight: newCounter !== null };
    });
    if (!passkey || newCounter === null) throw notVerified();
    const visitor = visitorOf(request);
    const opened = await request.run('signInWithPasskey', { passkey, newCounter, visitor });
    if (opened === 'changed') throw notVerified();
    if (opened === null) throw noBrand();
    await endPreviousSession(request, sessions, passkey.accountId);
    return sendNewSession(reply, opened, null);
  }
}

const passwordMissing = about(
  'currentPassword',
  'required',
  'is required: send the password of your account',
);

function notVerified(): ApiError {
  return new ApiError(401, 'The passkey could not be verified: try again, or use your password', {
    code: 'passkey_not_verified',
    headers: { 'www-authenticate': 'Session' },
  });
}
