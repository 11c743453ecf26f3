// A browser that signed in before, known by a cookie that outlives the session: strangers who guess must not lock it
// out. The mark is keyed by the password's hash, so nothing is stored, nobody else can make one, and a new password
// ends all of them.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { cookieIn, cookieRules } from './session-token.ts';

export const deviceNonceBytes = 16;
const cookieName = '__Host-vakwerk-device';
const markShape = /^([\w-]{22})\.([\w-]{43})$/;
// Longer than any session, and as long as browsers keep a cookie.
const secondsMax = 400 * 24 * 60 * 60;

interface KnownAccount {
  accountId: string;
  passwordHash: string;
}

export function deviceCookie(nonce: Uint8Array, account: KnownAccount): string {
  const device = Buffer.from(nonce).toString('base64url');
  return `${cookieName}=${device}.${signatureOf(device, account)}; ${cookieRules}; Max-Age=${secondsMax}`;
}

/** Null without one that looks right; whether it is takes the account to tell. */
export function deviceMarkIn(cookies: string | undefined): string | null {
  const mark = cookieIn(cookies, cookieName);
  return mark !== null && markShape.test(mark) ? mark : null;
}

/** The device that has this mark; null when it is not one of that account. */
export function deviceOfMark(mark: string, account: KnownAccount): string | null {
  const [, device, signature] = markShape.exec(mark) ?? [];
  if (!device || !signature) return null;
  const expected = Buffer.from(signatureOf(device, account));
  return timingSafeEqual(expected, Buffer.from(signature)) ? device : null;
}

function signatureOf(device: string, { accountId, passwordHash }: KnownAccount): string {
  return createHmac('sha256', passwordHash).update(`${accountId} ${device}`).digest('base64url');
}
