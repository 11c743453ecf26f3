// A browser that signed in before, known by a cookie that outlives the session: strangers who guess must not lock it
// out. It has a mark for each of the people who sign in there. A mark is keyed by the password's hash, so nothing is
// stored, nobody else can make one, and a new password ends it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { cookieIn, cookieRules } from './session-token.ts';

export const deviceNonceBytes = 16;
const cookieName = '__Host-vakwerk-device';
const markShape = /^([\w-]{22})\.([\w-]{43})$/;
// On the tablet of a shop; whoever signed in longest ago is forgotten.
const marksMax = 5;
const separator = '~';
// Longer than any session, and as long as browsers keep a cookie.
const secondsMax = 400 * 24 * 60 * 60;

interface KnownAccount {
  accountId: string;
  passwordHash: string;
}

/** Takes the place of the marks that the account has, also of an earlier password if its hash is known. */
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

/** Those that look right; whether one is takes the account to tell. */
export function deviceMarksIn(cookies: string | undefined): string[] {
  const marks = cookieIn(cookies, cookieName)?.split(separator, marksMax) ?? [];
  return marks.filter((mark) => markShape.test(mark));
}

/** The device that has these marks; null when none is of that account. */
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
