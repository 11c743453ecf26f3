// How often a password may be guessed, and that nobody is locked out by somebody else.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { deviceCookie } from '#core/accounts/known-device.ts';
import { limiterMaker } from '#http/gate/rate-limit.ts';
import type { ApiError } from '#http/refusals/api-error.ts';
import { AccessLimits } from '#http/accounts/access-limits.ts';

const from = (ip: string, cookie?: string) =>
  ({ ip, raw: { socket: { remoteAddress: ip } }, headers: { cookie } }) as FastifyRequest;

const piet = { accountId: 'a-piet', passwordHash: '$argon2id$of-piet' };
const anna = { accountId: 'a-anna', passwordHash: '$argon2id$of-anna' };
const accounts = new Map([
  ['piet@example.com', piet],
  ['anna@example.com', anna],
]);
const homeOfPiet = '198.51.100.1';

let lookUps = 0;
const newLimits = () =>
  new AccessLimits(limiterMaker(null), {
    findAccount: async (emailKey) => {
      lookUps++;
      return accounts.get(emailKey) ?? null;
    },
    hasSessionAt: async ({ emailKey, address }) =>
      emailKey === 'piet@example.com' && address === homeOfPiet,
  });
const wrong = async () => ({ isRight: false });
const right = async () => ({ isRight: true });
const deviceOf = (account: typeof piet, nonce: number) =>
  deviceCookie(Buffer.alloc(16, nonce), account).split(';')[0]!;

async function countAllowed(times: number, attempt: (n: number) => Promise<unknown>) {
  let allowed = 0;
  for (let n = 0; n < times; n++) {
    await attempt(n).then(
      () => allowed++,
      (error) => assert.equal(error.statusCode, 429),
    );
  }
  return allowed;
}

test('ten failures for one account at one address; others at the account and the address go on', async () => {
  const limits = newLimits();
  const guess = () => limits.check(from('192.0.2.1'), 'piet@example.com', wrong);
  assert.equal(await countAllowed(15, guess), 10);
  await limits.check(from('192.0.2.2'), 'piet@example.com', wrong);
  await limits.check(from('192.0.2.1'), 'anna@example.com', wrong);
  const refused = (await guess().catch((error) => error)) as ApiError;
  const seconds = Number(refused.headers?.['retry-after']);
  assert.ok(seconds > 800 && seconds <= 900, String(seconds));
});

test('what succeeds does not count', async () => {
  const limits = newLimits();
  const signIn = () => limits.check(from('192.0.2.1'), 'piet@example.com', right);
  assert.equal(await countAllowed(200, signIn), 200);
});

test('what could not be checked does not count', async () => {
  const limits = newLimits();
  const tooBusy = async () => {
    throw new Error('too many passwords wait to be checked');
  };
  const home = from('192.0.2.1');
  const mark = from('192.0.2.1', deviceOf(piet, 1));
  for (let n = 0; n < 200; n++) {
    await assert.rejects(limits.check(home, 'piet@example.com', tooBusy), /too many passwords/);
    await assert.rejects(limits.check(mark, 'piet@example.com', tooBusy), /too many passwords/);
    await assert.rejects(limits.checkAtAddress(home, tooBusy), /too many passwords/);
  }
  assert.equal(await countAllowed(12, () => limits.check(home, 'piet@example.com', wrong)), 10);
});

test('a device that signed in before has ten failures of its own', async () => {
  const limits = newLimits();
  const strangers = (n: number) => limits.check(from(`192.0.2.${n}`), 'piet@example.com', wrong);
  assert.equal(await countAllowed(120, strangers), 100);
  const laptop = from('192.0.2.1', `x=1; ${deviceOf(piet, 1)}`);
  const onLaptop = () => limits.check(laptop, 'piet@example.com', wrong);
  assert.equal(await countAllowed(1, () => limits.check(laptop, 'piet@example.com', right)), 1);
  assert.equal(await countAllowed(15, onLaptop), 10);
  const phone = from('192.0.2.1', deviceOf(piet, 2));
  assert.equal(await countAllowed(1, () => limits.check(phone, 'piet@example.com', right)), 1);
});

test('a mark of another account, of an old password or made up lets nobody past', async () => {
  const limits = newLimits();
  const strangers = (n: number) => limits.check(from(`192.0.2.${n}`), 'piet@example.com', wrong);
  await countAllowed(120, strangers);
  const made = deviceOf(piet, 1);
  for (const cookie of [
    deviceOf(anna, 1),
    deviceOf({ ...piet, passwordHash: '$argon2id$of-before' }, 1),
    made.slice(0, -1) + (made.endsWith('A') ? 'E' : 'A'),
    made.slice(0, -1),
    '__Host-vakwerk-device=',
  ]) {
    const request = from('203.0.113.1', cookie);
    assert.equal(await countAllowed(1, () => limits.check(request, 'piet@example.com', right)), 0);
  }
});

test('a browser knows the five people who signed in there last', async () => {
  const limits = newLimits();
  const stranger = (n: number) => limits.check(from(`192.0.2.${n}`), 'piet@example.com', wrong);
  await countAllowed(120, stranger);
  let cookies: string | undefined;
  const signsIn = (account: typeof piet, oldHash?: string) => {
    const before = { cookies, ...(oldHash && { passwordHash: oldHash }) };
    cookies = deviceCookie(randomBytes(16), account, before).split(';')[0]!;
  };
  const isKnown = async () =>
    (await countAllowed(1, () =>
      limits.check(from('192.0.2.1', cookies), 'piet@example.com', right),
    )) === 1;
  signsIn({ ...piet, passwordHash: '$argon2id$of-before' });
  signsIn(piet, '$argon2id$of-before');
  for (const n of [1, 2, 3, 4]) {
    signsIn({ accountId: `a-${n}`, passwordHash: 'hash' });
    // Again takes no place of another.
    signsIn({ accountId: `a-${n}`, passwordHash: 'hash' });
    assert.ok(await isKnown(), `beside ${n} others`);
  }
  assert.equal(cookies!.split('~').length, 5);
  signsIn(anna);
  assert.equal(await isKnown(), false);
});

test('marks that are none are looked up sixty times a minute for an address', async () => {
  const limits = newLimits();
  const before = lookUps;
  const forged = deviceOf({ ...piet, passwordHash: 'another' }, 1);
  const tries = (address: string, cookie: string) => () =>
    limits.check(from(address, cookie), 'piet@example.com', right);
  await countAllowed(100, tries('192.0.2.1', forged));
  assert.equal(lookUps - before, 60);
  // One that is right counts for nothing.
  assert.equal(await countAllowed(100, tries('192.0.2.2', deviceOf(piet, 1))), 100);
  assert.equal(lookUps - before, 160);
});

test('a mark that could not be looked up does not count as made up', async () => {
  let isDown = true;
  const limits = new AccessLimits(limiterMaker(null), {
    async findAccount() {
      if (isDown) throw new Error('the database does not answer');
      return piet;
    },
    hasSessionAt: async () => false,
  });
  const strangers = (n: number) => limits.check(from(`192.0.2.${n}`), 'piet@example.com', wrong);
  assert.equal(await countAllowed(120, strangers), 100);
  const laptop = from('198.51.100.7', deviceOf(piet, 1));
  const signIn = () => limits.check(laptop, 'piet@example.com', right);
  for (let n = 0; n < 100; n++) await assert.rejects(signIn(), /does not answer/);
  isDown = false;
  assert.equal(await countAllowed(1, signIn), 1);
});

test('an address where the account is signed in is not stopped by guesses from elsewhere', async () => {
  const limits = newLimits();
  const strangers = (n: number) => limits.check(from(`192.0.2.${n}`), 'piet@example.com', wrong);
  await countAllowed(120, strangers);
  const atHome = () => limits.check(from(homeOfPiet), 'piet@example.com', wrong);
  assert.equal(await countAllowed(15, atHome), 10);
  assert.equal(await countAllowed(1, () => strangers(200)), 0);
});

test('who is signed in has ten failures of the session', async () => {
  const limits = newLimits();
  await countAllowed(120, (n) => limits.check(from(`192.0.2.${n}`), 'piet@example.com', wrong));
  assert.equal(await countAllowed(15, () => limits.checkKnown('session', wrong)), 10);
  assert.equal(await countAllowed(1, () => limits.checkKnown('another', wrong)), 1);
});

test('a hundred failures an hour for one account, from however many addresses', async () => {
  const limits = newLimits();
  const guess = (n: number) => limits.check(from(`192.0.2.${n}`), 'piet@example.com', wrong);
  assert.equal(await countAllowed(120, guess), 100);
  await limits.check(from('192.0.2.250'), 'anna@example.com', wrong);
});

test('sixty failures a minute from one address, for however many accounts', async () => {
  const limits = newLimits();
  const guess = (n: number) => limits.check(from('192.0.2.1'), `person${n}@example.com`, wrong);
  assert.equal(await countAllowed(80, guess), 60);
  const passkey = () => limits.checkAtAddress(from('192.0.2.1'), right);
  assert.equal(await countAllowed(1, passkey), 0);
});

test('an account gets five links an hour', async () => {
  const limits = newLimits();
  const asked = [];
  for (let n = 0; n < 7; n++) asked.push(await limits.mayReset('piet@example.com'));
  assert.deepEqual(asked, [true, true, true, true, true, false, false]);
  assert.equal(await limits.mayReset('anna@example.com'), true);
});

test('a device that was here before is looked at, however many marks are made up beside it', async () => {
  const limits = newLimits();
  const address = '192.0.2.77';
  const ofPiet = from(address, deviceOf(piet, 1));
  await limits.check(ofPiet, 'piet@example.com', right);
  const madeUp = { accountId: 'a-piet', passwordHash: 'another' };
  await countAllowed(70, (n) =>
    limits.check(from(address, deviceOf(madeUp, n + 2)), 'piet@example.com', wrong),
  );
  await limits.check(ofPiet, 'piet@example.com', right);
});
