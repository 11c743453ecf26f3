// How often a password may be guessed, and that nobody is locked out by somebody else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { limiterMaker } from '#http/gate/rate-limit.ts';
import { AccessLimits } from '#http/accounts/access-limits.ts';

const from = (ip: string) => ({ ip, raw: { socket: { remoteAddress: ip } } }) as FastifyRequest;

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
  const limits = new AccessLimits(limiterMaker(null));
  const guess = () => limits.begin(from('192.0.2.1'), 'piet@example.com');
  assert.equal(await countAllowed(15, guess), 10);
  await limits.begin(from('192.0.2.2'), 'piet@example.com');
  await limits.begin(from('192.0.2.1'), 'anna@example.com');
  const refused = await guess().catch((error) => error);
  const seconds = Number(refused.headers['retry-after']);
  assert.ok(seconds > 800 && seconds <= 900, String(seconds));
});

test('what succeeds does not count', async () => {
  const limits = new AccessLimits(limiterMaker(null));
  const signIn = async () =>
    (await limits.begin(from('192.0.2.1'), 'piet@example.com')).succeeded();
  assert.equal(await countAllowed(200, signIn), 200);
});

test('a hundred failures an hour for one account, from however many addresses', async () => {
  const limits = new AccessLimits(limiterMaker(null));
  const guess = (n: number) => limits.begin(from(`192.0.2.${n}`), 'piet@example.com');
  assert.equal(await countAllowed(120, guess), 100);
  await limits.begin(from('192.0.2.250'), 'anna@example.com');
});

test('sixty failures a minute from one address, for however many accounts', async () => {
  const limits = new AccessLimits(limiterMaker(null));
  const guess = (n: number) => limits.begin(from('192.0.2.1'), `person${n}@example.com`);
  assert.equal(await countAllowed(80, guess), 60);
  const passkey = () => limits.beginAtAddress(from('192.0.2.1'));
  assert.equal(await countAllowed(1, passkey), 0);
});

test('an account gets five links an hour', async () => {
  const limits = new AccessLimits(limiterMaker(null));
  const asked = [];
  for (let n = 0; n < 7; n++) asked.push(await limits.mayReset('piet@example.com'));
  assert.deepEqual(asked, [true, true, true, true, true, false, false]);
  assert.equal(await limits.mayReset('anna@example.com'), true);
});
