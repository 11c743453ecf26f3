// Single-use links: an invitation, a new password, the first owner.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LinkInfo } from '#actions/accounts/account-links.ts';
import type { LinkUser } from '#actions/accounts/use-account-link.ts';
import { LinkUse } from '#contract/app-bodies.ts';
import { membersPerBrandMax } from '#contract/limits.ts';
import { emailKeyOf } from '#core/customers/match-keys.ts';
import { hashesOfLink } from '#core/accounts/account-link.ts';
import { nameFromEmail } from '#core/accounts/name-from-email.ts';
import { refusalOfPassword } from '#core/accounts/password-rules.ts';
import { sessionTokenIn } from '#core/accounts/session-token.ts';
import { about, messageOf } from '#core/reading/field-message.ts';
import type { AccessLimits } from '../../accounts/access-limits.ts';
import { ApiError } from '../../refusals/api-error.ts';
import { endPreviousSession, sendNewSession, visitorOf } from '../../accounts/app-session.ts';
import type { Gate } from '../../gate/authenticate.ts';
import type { Passwords } from '../../accounts/passwords.ts';
import { readBodyOf, refuseParameters, typedText } from '../../read-request.ts';
import type { SessionRing } from '../../gate/session-ring.ts';
import { noBrand } from './sign-in.ts';

interface LinkParts {
  gate: Gate;
  sessions: SessionRing;
  passwords: Passwords;
  limits: AccessLimits;
}

const neededText = 'is required: send a non-empty string';

type LinkRequest = FastifyRequest<{ Params: { token: string } }>;
type KnownAccount = NonNullable<LinkInfo['account']>;

export function linkRoutes(app: FastifyInstance, parts: LinkParts): void {
  const { gate, sessions, passwords, limits } = parts;
  const options = { config: { member: 'nobody' as const } };
  app.get('/v1/app/links/:token', options, read);
  app.post('/v1/app/links/:token', options, use);

  async function read(request: LinkRequest): Promise<object> {
    refuseParameters(request);
    const { purpose, email, brandName, account, claimsAccount } = await linkOf(request);
    const isSignedIn = account !== null && (await isSignedInAs(request, account));
    return {
      purpose,
      email,
      brandName,
      hasAccount: account !== null && (isSignedIn || !claimsAccount),
      needsPassword: purpose === 'password' || !isSignedIn,
    };
  }

  async function use(request: LinkRequest, reply: FastifyReply): Promise<FastifyReply> {
    const fields = readBodyOf<LinkUse>(LinkUse, request);
    const link = await linkOf(request);
    const user = await userOf(request, fields, link);
    const hashes = hashesOfLink(request.params.token)!;
    const visitor = visitorOf(request);
    const used = await request.run('useAccountLink', { ...hashes, user, visitor });
    switch (used.outcome) {
      case 'gone':
        throw linkGone();
      case 'changed':
        throw new ApiError(409, 'Something changed meanwhile: open the link again', {
          code: 'link_changed',
        });
      case 'too_many':
        throw new ApiError(409, `The brand has ${membersPerBrandMax} members already`, {
          code: 'members_full',
        });
      case 'no_brand':
        throw noBrand();
      case 'opened':
        await endPreviousSession(request, sessions, used.session.accountId);
        sessions.invalidateAll();
        return sendNewSession(reply, used, passwordHashOf(user));
    }
  }

  async function linkOf(request: LinkRequest): Promise<LinkInfo> {
    const hashes = hashesOfLink(request.params.token);
    const link = hashes && (await request.run('readAccountLink', hashes));
    if (link) return link;
    await gate.countFailure(request);
    throw linkGone();
  }

  async function userOf(
    request: LinkRequest,
    fields: LinkUse,
    { purpose, account, claimsAccount, ...link }: LinkInfo,
  ): Promise<LinkUser> {
    const password = typedText(request, 'password');
    const email = link.email ?? fields.email;
    if (email === undefined) throw new ApiError(400, [about('email', 'required', neededText)]);
    if (fields.email !== undefined && emailKeyOf(fields.email) !== emailKeyOf(email)) {
      const text = `cannot be chosen: the link is for ${email}`;
      throw new ApiError(400, [about('email', 'email_of_link', text)]);
    }
    const person = { email, names: [fields.name, ...link.names] };
    if (purpose === 'password') {
      return { kind: 'password', passwordHash: await newHash(password, person) };
    }
    const known = account ?? (await accountWith(request, email));
    if (known && claimsAccount && !(await isSignedInAs(request, known))) {
      // The right password proves ownership: the account and its sessions stay as they are.
      if (await isPasswordOf(request, known, password)) {
        return { kind: 'known', accountId: known.id, checkedHash: known.passwordHash };
      }
      const passwordHash = await newHash(password, person);
      return { kind: 'claim', accountId: known.id, name: fields.name ?? null, passwordHash };
    }
    if (known) {
      const checkedHash = await verifyAccount(request, known, email, password);
      return { kind: 'known', accountId: known.id, checkedHash };
    }
    const name = fields.name ?? nameFromEmail(email);
    const language = fields.language ?? null;
    return { kind: 'new', email, name, language, passwordHash: await newHash(password, person) };
  }

  async function accountWith(request: LinkRequest, email: string): Promise<KnownAccount | null> {
    const found = await request.run('findSignIn', { emailKey: emailKeyOf(email)! });
    return found && { id: found.accountId, passwordHash: found.passwordHash };
  }

  async function newHash(
    password: string | undefined,
    person: Parameters<typeof refusalOfPassword>[1],
  ): Promise<string> {
    if (password === undefined)
      throw new ApiError(400, [about('password', 'required', neededText)]);
    const refusal = refusalOfPassword(password, person);
    if (refusal !== null) throw new ApiError(400, [messageOf('password', refusal)]);
    return passwords.hash(password);
  }

  /**
   * A leaked link must not give access to an existing account. Returns the hash of the verified
   * password, or null if the account is signed in.
   */
  async function verifyAccount(
    request: LinkRequest,
    account: KnownAccount,
    email: string,
    password: string | undefined,
  ): Promise<string | null> {
    if (await isSignedInAs(request, account)) return null;
    if (password === undefined) {
      const text = 'is required: this address has an account already';
      throw new ApiError(400, [about('password', 'required', text)]);
    }
    const { isRight } = await limits.check(request, emailKeyOf(email)!, () =>
      passwords.check(password, account.passwordHash),
    );
    if (!isRight) {
      throw new ApiError(401, 'This is not the password of the account that you have already', {
        code: 'sign_in_failed',
        headers: { 'www-authenticate': 'Session' },
      });
    }
    return account.passwordHash;
  }

  /** Failures count per client address only: a new password is not a guess at the account's password. */
  async function isPasswordOf(
    request: LinkRequest,
    { passwordHash }: KnownAccount,
    password: string | undefined,
  ): Promise<boolean> {
    if (password === undefined || passwordHash === null) return false;
    const checked = await limits.checkAtAddress(request, () =>
      passwords.check(password, passwordHash),
    );
    return checked.isRight;
  }

  async function isSignedInAs(request: LinkRequest, { id }: KnownAccount): Promise<boolean> {
    const session = await sessions.find(sessionTokenIn(request.headers.cookie), request.run);
    return session?.accountId === id;
  }
}

function passwordHashOf(user: LinkUser): string | null {
  return user.kind === 'known' ? user.checkedHash : user.passwordHash;
}

function linkGone(): ApiError {
  return new ApiError(404, 'This link is no longer valid: it was used, replaced or has expired', {
    code: 'link_gone',
  });
}
