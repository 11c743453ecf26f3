// Password rules, hashing and verification.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPasswordHash, isOutdated, parsePasswordHash } from '#core/accounts/password-hash.ts';
import { passwordText, refusalOfPassword } from '#core/accounts/password-rules.ts';
import { Passwords } from '#http/accounts/passwords.ts';
import { seededRandom } from '../support/seeded-random.ts';

const email = 'Piet@example.com';
const rules: [password: string, refusal: RegExp | null][] = [
  ['correct horse battery', null],
  ['ten chars!', null],
  ['  blanks around  ', null],
  ['🔧🔩🪛🚿🛁🚽🪠🧰🔦🪜', null],
  ['nine char', /at least 10/],
  ['🔧🔩🪛🚿🛁🚽🪠🧰🔦', /at least 10/],
  ['correct horse battery '.repeat(10).slice(0, 200), null],
  ['xy'.repeat(101), /at most 200/],
  ['aaaaaaaaaaaaaaaa', /too easy to guess/],
  ['piet@EXAMPLE.com', /e-mail address/],
  [' piet@example.com ', /e-mail address/],
  ['Vries@2027!', /your name/],
  ['de.vries_1985', /your name/],
  ['DeVries01011985', /your name/],
  ['LekDicht2027!', /your business/],
  ['Devries-Piet-22', /your name/],
  ['738291046582910475620193', null],
];
const names = ['Piet de Vries', 'Lek & Dicht', null, undefined];
// The most commonly tried passwords.
const commonest =
  `Password123! welkom2027 Welkom2027! Wachtwoord1! wachtwoord123 WachtWoord123 P@ssw0rd123 Passw0rd!2027
  Zomer2026!! Winter2027! Amsterdam020 Feyenoord1908 AjaxAmsterdam1 Qwerty12345! qwertyuiop 1q2w3e4r5t 1qaz2wsx3edc
  1234567890 0987654321 1122334455 123456789a abcd123456 Admin12345! administrator Letmein2027 iloveyou123 changeme123
  ChangeMeNow! Summer2026! September2026 Loodgieter1 Vakwerk2027! testtest123 !@#$%^&*() geheim-geheim Monkey_Dragon_1
  Tinkerbell2026! liverpool1892 vakantie2026 Kerstmis2026 hunter2hunter2 abcabcabcabc xyzzyxyzzy1! 738291046582
  welkom01011990 Wélkom-2027 zaq12wsxcde asdfghjkl1 January2027 MijnWachtwoord1 0612345678`.split(
    /\s+/,
  );
for (const password of commonest) rules.push([password, /too easy to guess/]);
for (const password of [
  'a long enough secret',
  'correct horse battery staple',
  'welkom in het mooie Drenthe',
  'kruiwagen-lampion-7',
  'Xk9!vQ2#tLm4',
  'h4T$9qLz0p',
  'regenpijpen1',
  '!@#password and then some!',
]) {
  rules.push([password, null]);
}
for (const [password, refusal] of rules) {
  test(`"${password.slice(0, 30)}" is ${refusal ? 'refused' : 'taken'}`, () => {
    const found = refusalOfPassword(password, { email, names });
    if (refusal) assert.match(found?.text ?? '', refusal);
    else assert.equal(found, null);
  });
}

test('a hash names its parameters, and is read back', () => {
  const hashed = {
    memoryKib: 19_456,
    passes: 2,
    parallelism: 1,
    nonce: Buffer.alloc(16, 1),
    tag: Buffer.alloc(32, 255),
  };
  const text = formatPasswordHash(hashed);
  assert.match(text, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  assert.deepEqual(parsePasswordHash(text), hashed);
  assert.equal(isOutdated(hashed), false);
  assert.equal(isOutdated({ ...hashed, passes: 1 }), true);
  for (const wrong of [
    '',
    'x',
    text.replace('argon2id', 'argon2i'),
    text.replace('v=19', 'v=16'),
  ]) {
    assert.equal(parsePasswordHash(wrong), null);
  }
});

test('only the password itself verifies, in any Unicode normalisation', async () => {
  const passwords = new Passwords();
  const stored = await passwords.hash('Café au lait');
  assert.notEqual(await passwords.hash('Café au lait'), stored);
  const right = { isRight: true, isOutdated: false };
  const wrong = { isRight: false, isOutdated: false };
  assert.deepEqual(await passwords.check('Café au lait', stored), right);
  assert.deepEqual(await passwords.check('Cafe\u0301 au lait', stored), right);
  assert.equal(passwordText('Cafe\u0301'), 'Café');
  for (const guess of ['', 'café au lait', ' Café au lait', 'Café au lait ']) {
    assert.deepEqual(await passwords.check(guess, stored), wrong, guess);
  }
  assert.deepEqual(await passwords.check('Café au lait', null), wrong);
});

test('a full password queue gives 503', async () => {
  const passwords = new Passwords();
  const checks = await Promise.allSettled(
    Array.from({ length: 30 }, () => passwords.check('any', null)),
  );
  const refused = checks.filter((one) => one.status === 'rejected');
  assert.equal(refused.length, 8);
  assert.deepEqual(refused[0]!.reason.headers, { 'retry-after': '2' });
  assert.equal((await passwords.check('any', null)).isRight, false);
});

test('generated passwords of all characters are accepted', () => {
  const random = seededRandom(12);
  const pick = () => String.fromCharCode(33 + Math.floor(random() * 94));
  const made = Array.from({ length: 2_000 }, () => Array.from({ length: 12 }, pick).join(''));
  const refused = made.filter((password) => refusalOfPassword(password, { email }) !== null);
  assert.deepEqual(refused, []);
});
