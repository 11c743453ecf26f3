// Members of a brand as a browser knows them: signed in, with its cookie and headers.
import { inviteMember } from '#actions/accounts/account-links.ts';
import { useAccountLink } from '#actions/accounts/use-account-link.ts';
import type { Role } from '#contract/account-lists.ts';
import { hashOfToken, sessionCookie } from '#core/accounts/session-token.ts';
import { systemContext } from '#runner/system-context.ts';
import { type Answer, call, type CallOptions } from './call.ts';
import type { TestServer } from './server.ts';

export const samePage = { 'sec-fetch-site': 'same-origin' };
export const passwordOfTests = 'a long enough secret';
// Hashing it for every member would take longer than most tests.
const passwordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$dmFrd2VyayB0ZXN0cyBhYg$8f4xoryIxp2OS6CkKwWQxF8rHqEn1MLdHSJ70f0ZRXI';

export interface SignedIn {
  readonly cookie: string;
  readonly accountId: string;
  readonly brandId: string;
  readonly email: string;
  /** A call with the cookie, as from the web app's own page. */
  call(path: string, options?: CallOptions): Promise<Answer>;
}

interface Wanted {
  /** A new brand by default. */
  brandId?: string;
  role?: Role;
  email?: string;
  name?: string;
  /** An owner; the operator by default. */
  invitedBy?: string;
}

let count = 0;

/** A new member who accepted an invitation, without the HTTP calls. */
export async function signInAs(server: TestServer, wanted: Wanted = {}): Promise<SignedIn> {
  const brandId = wanted.brandId ?? (await server.createBrand()).id;
  const { role = 'owner', name = 'Test Member' } = wanted;
  const email = wanted.email ?? `member${++count}.${process.pid}@example.com`;
  const { invitedBy = null } = wanted;
  const token = await invitationTo(server, { brandId, role, email, createdBy: invitedBy });
  const opened = await server.withDatabase((db) => {
    const user = { kind: 'new', email, name, language: null, passwordHash } as const;
    const visitor = { userAgent: '', address: '127.0.0.1' };
    return useAccountLink(db, { tokenHash: hashOfToken(token), user, visitor }, systemContext());
  });
  if (opened.outcome !== 'opened') throw new Error(`not signed in: ${opened.outcome}`);
  const { accountId } = opened.session;
  return memberOf(server, {
    cookie: sessionCookie(opened.token).split(';')[0]!,
    accountId,
    brandId,
    email,
  });
}

/** A member of two brands, currently in the first. */
export async function memberOfTwo(
  server: TestServer,
  [firstName, secondName]: [string, string],
): Promise<SignedIn & { otherId: string }> {
  const first = await server.createBrand({ name: firstName });
  const second = await server.createBrand({ name: secondName });
  const alone = await signInAs(server, { brandId: second.id });
  const wanted = { brandId: first.id, role: 'owner', email: alone.email } as const;
  const token = await invitationTo(server, wanted);
  const me = signedIn(server, await alone.call(`/v1/app/links/${token}`, { body: {} }));
  return { ...me, otherId: second.id };
}

export function invitationTo(
  server: TestServer,
  {
    brandId,
    role,
    email,
    createdBy = null,
  }: { brandId: string; role: Role; email: string; createdBy?: string | null },
): Promise<string> {
  return server.withDatabase(async (db) => {
    const wanted = { brandId, role, email, createdBy };
    const invited = await inviteMember(db, wanted, systemContext());
    if (invited.outcome !== 'created') throw new Error(`not invited: ${invited.outcome}`);
    return invited.token;
  });
}

/** From the response to a sign-in. */
export function signedIn(server: Pick<TestServer, 'url'>, answer: Answer): SignedIn {
  if (answer.status !== 200) throw new Error(`not signed in: ${answer.status} ${answer.text}`);
  const { account, brand } = answer.body;
  const cookie = cookieOf(answer);
  return memberOf(server, {
    cookie,
    accountId: account.id,
    brandId: brand.id,
    email: account.email,
  });
}

function memberOf(server: Pick<TestServer, 'url'>, member: Omit<SignedIn, 'call'>): SignedIn {
  const headers = { cookie: member.cookie, ...samePage };
  return {
    ...member,
    call: (path, options = {}) =>
      call(server, path, { ...options, headers: { ...headers, ...options.headers } }),
  };
}

/** As the browser would send it back. */
export function cookieOf({ headers }: Answer): string {
  return (headers.get('set-cookie') ?? '').split(';')[0]!;
}
