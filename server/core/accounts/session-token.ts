// Session tokens, their cookie, and their lifetime.
import { hash } from 'node:crypto';

export const sessionTokenBytes = 32;
const tokenShape = /^[A-Za-z0-9_-]{43}$/;
// The __Host- prefix makes browsers require Secure, Path=/ and no Domain.
const cookieName = '__Host-vakwerk';

const dayMs = 24 * 60 * 60 * 1000;
const idleDaysMax = 30;
const daysMax = 180;
export const sessionIdleMsMax = idleDaysMax * dayMs;
const sessionMsMax = daysMax * dayMs;

/** For sessions and account links. */
export function formatToken(randomBytes: Uint8Array): string {
  return Buffer.from(randomBytes).toString('base64url');
}

export function isWellFormedToken(text: string): boolean {
  return tokenShape.test(text);
}

/** The stored hash. Tokens have high entropy, so a plain SHA-256 is safe. */
export function hashOfToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** The token in a Cookie header, or null. */
export function sessionTokenIn(cookies: string | undefined): string | null {
  return cookieIn(cookies, cookieName);
}

export function cookieIn(cookies: string | undefined, wanted: string): string | null {
  if (!cookies?.includes(wanted)) return null;
  for (const cookie of cookies.split(';')) {
    const [name, value = ''] = cookie.trim().split('=');
    if (name === wanted) return value;
  }
  return null;
}

export const cookieRules = 'Path=/; Secure; HttpOnly; SameSite=Lax';

export function sessionCookie(token: string): string {
  return `${cookieName}=${token}; ${cookieRules}; Max-Age=${sessionMsMax / 1000}`;
}

export const endedSessionCookie = `${cookieName}=; ${cookieRules}; Max-Age=0`;

export function isSessionOver(
  { createdAt, lastUsedAt }: { createdAt: number; lastUsedAt: number },
  now: number,
): boolean {
  return now >= lastUsedAt + sessionIdleMsMax || now >= createdAt + sessionMsMax;
}
