// Members of a brand as a browser knows them: signed in, with the cookie and the header fields that it sends.
import { inviteMember } from '#actions/accounts/account-links.ts';
import type { Role } from '#contract/account-lists.ts';
import { systemContext } from '#runner/system-context.ts';
import { type Answer, call, type CallOptions } from './call.ts';
import type { TestServer } from './server.ts';

export const samePage = { 'sec-fetch-site': 'same-origin' };
export const passwordOfTests = 'a long enough secret';

export interface SignedIn {
  readonly cookie: string;
  readonly accountId: string;
  readonly brandId: string;
  readonly email: string;
  /** A call with the cookie, as from the web app's own page. */
  call(path: string, options?: CallOptions): Promise<Answer>;
}

interface Wanted {
  /** A new brand unless given. */
  brandId?: string;
  role?: Role;
  email?: string;
  name?: string;
}

let count = 0;

/** A new member, who comes by an invitation. */
export async function signInAs(server: TestServer, wanted: Wanted = {}): Promise<SignedIn> {
  const brandId = wanted.brandId ?? (await server.createBrand()).id;
  const { role = 'owner', name = 'Test Member' } = wanted;
  const email = wanted.email ?? `member${++count}.${process.pid}@example.com`;
  const token = await invitationTo(server, { brandId, role, email });
  const answer = await call(server, `/v1/app/links/${token}`, {
    body: { password: passwordOfTests, name },
    headers: samePage,
  });
  return signedIn(server, answer);
}

export function invitationTo(
  server: TestServer,
  { brandId, role, email }: { brandId: string; role: Role; email: string },
): Promise<string> {
  return server.withDatabase(async (db) => {
    const wanted = { brandId, role, email, createdBy: null };
    const invited = await inviteMember(db, wanted, systemContext());
    if (invited.outcome !== 'created') throw new Error(`not invited: ${invited.outcome}`);
    return invited.token;
  });
}

/** From the answer to a sign-in. */
export function signedIn(server: Pick<TestServer, 'url'>, answer: Answer): SignedIn {
  if (answer.status !== 200) throw new Error(`not signed in: ${answer.status} ${answer.text}`);
  const cookie = cookieOf(answer);
  return {
    cookie,
    accountId: answer.body.account.id,
    brandId: answer.body.brand.id,
    email: answer.body.account.email,
    call: (path, options = {}) =>
      call(server, path, { ...options, headers: { cookie, ...samePage, ...options.headers } }),
  };
}

/** As the browser would send it back. */
export function cookieOf({ headers }: Answer): string {
  return (headers.get('set-cookie') ?? '').split(';')[0]!;
}
