import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  endedSessionCookie,
  formatToken,
  isSessionOver,
  isWellFormedToken,
  sessionCookie,
  sessionTokenIn,
} from '#core/accounts/session-token.ts';

const token = formatToken(new Uint8Array(32).fill(251));
const dayMs = 24 * 60 * 60 * 1000;

test('a token is 32 bytes, safe in cookies and URLs', () => {
  assert.match(token, /^[A-Za-z0-9_-]{43}$/);
  assert.ok(isWellFormedToken(token));
  for (const wrong of ['', `${token}=`, token.slice(1), `${token}a`, `${token.slice(1)}.`]) {
    assert.equal(isWellFormedToken(wrong), false, wrong);
  }
});

test('the cookie is host-only, Secure and HttpOnly', () => {
  for (const cookie of [sessionCookie(token), endedSessionCookie]) {
    assert.match(cookie, /^__Host-vakwerk=[^;]*; Path=\/; Secure; HttpOnly; SameSite=Lax; /);
    assert.doesNotMatch(cookie, /domain/i);
  }
  assert.match(endedSessionCookie, /Max-Age=0$/);
});

const cookies: [string | undefined, string | null][] = [
  [undefined, null],
  ['', null],
  [`__Host-vakwerk=${token}`, token],
  [`a=b; __Host-vakwerk=${token}; c=d`, token],
  [`a=b;__Host-vakwerk=${token}`, token],
  ['__Host-vakwerk=', ''],
  ['__Host-vakwerk', ''],
  [`x__Host-vakwerk=${token}`, null],
  [`__host-vakwerk=${token}`, null],
  [`a=__Host-vakwerk=${token}`, null],
  [`__Host-vakwerk=first; __Host-vakwerk=${token}`, 'first'],
];
for (const [header, found] of cookies) {
  test(`the token in "${header}"`, () => assert.equal(sessionTokenIn(header), found));
}

const ages: [createdDays: number, usedDays: number, isOver: boolean][] = [
  [0, 0, false],
  [29.9, 29.9, false],
  [30, 30, true],
  [179.9, 1, false],
  [180, 0, true],
];
for (const [created, used, isOver] of ages) {
  test(`made ${created} and used ${used} days ago is ${isOver ? 'over' : 'good'}`, () => {
    const now = 1_000 * dayMs;
    const session = { createdAt: now - created * dayMs, lastUsedAt: now - used * dayMs };
    assert.equal(isSessionOver(session, now), isOver);
  });
}
