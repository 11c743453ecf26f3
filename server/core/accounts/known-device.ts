// Recognises a browser that signed in before, by a cookie that outlives the session, so that password
// guessing elsewhere does not lock it out. The cookie has a mark per account: an HMAC keyed by the
// password hash. The server stores nothing, and a new password invalidates the mark.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { cookieIn, cookieRules } from './session-token.ts';

export const deviceNonceBytes = 16;
const cookieName = '__Host-vakwerk-device';
const markShape = /^([\w-]{22})\.([\w-]{43})$/;
// For a shared tablet; the account that signed in longest ago is dropped.
const marksMax = 5;
const separator = '~';
// The longest that browsers keep a cookie, and longer than any session.
const secondsMax = 400 * 24 * 60 * 60;

interface KnownAccount {
  accountId: string;
  passwordHash: string;
}

/** Replaces the account's marks, also that of the previous password if its hash is given. */
export function deviceCookie(
  nonce: Uint8Array,
  account: KnownAccount,
  before: { cookies?: string | undefined; passwordHash?: string } = {},
): string {
  const device = Buffer.from(nonce).toString('base64url');
  const mark = `${device}.${signatureOf(device, account)}`;
  const earlier = { ...account, passwordHash: before.passwordHash ?? account.passwordHash };
  const others = deviceMarksIn(before.cookies).filter(
    (one) => deviceOfMarks([one], account) === null && deviceOfMarks([one], earlier) === null,
  );
  const marks = [mark, ...others].slice(0, marksMax).join(separator);
  return `${cookieName}=${marks}; ${cookieRules}; Max-Age=${secondsMax}`;
}

/** Returns the well-formed marks; verifying them needs the account. */
export function deviceMarksIn(cookies: string | undefined): string[] {
  const marks = cookieIn(cookies, cookieName)?.split(separator, marksMax) ?? [];
  return marks.filter((mark) => markShape.test(mark));
}

/** The id of the device; null when no mark belongs to that account. */
export function deviceOfMarks(marks: readonly string[], account: KnownAccount): string | null {
  for (const mark of marks) {
    const [, device, signature] = markShape.exec(mark)!;
    const expected = Buffer.from(signatureOf(device!, account));
    if (timingSafeEqual(expected, Buffer.from(signature!))) return device!;
  }
  return null;
}

function signatureOf(device: string, { accountId, passwordHash }: KnownAccount): string {
  return createHmac('sha256', passwordHash).update(`${accountId} ${device}`).digest('base64url');
}
