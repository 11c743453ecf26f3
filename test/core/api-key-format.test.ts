// The format of API keys, whose checksum catches every typing mistake.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  formatApiKey,
  isTestKey,
  isWellFormedApiKey,
  startOfApiKey,
} from '#core/accounts/api-key-format.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
// Trailing zeros, so that the bytes always suffice.
const secret = fc
  .uint8Array({ minLength: 64, maxLength: 64 })
  .map((bytes) => new Uint8Array([...bytes, ...new Uint8Array(32)]));
const key = secret.map((bytes) => formatApiKey(bytes));
const testKey = secret.map((bytes) => formatApiKey(bytes, { isTest: true }));

/** CRC-32 bit by bit, as it is defined. */
function crc32(text: string): number {
  let register = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    register ^= byte;
    for (let bit = 0; bit < 8; bit++) {
      register = register & 1 ? (register >>> 1) ^ 0xedb88320 : register >>> 1;
    }
  }
  return (register ^ 0xffffffff) >>> 0;
}

test('a key is its prefix, 32 characters and a checksum of six', () => {
  fc.assert(
    fc.property(key, (text) => {
      assert.match(text, /^vk_[0-9A-Za-z]{32}[0-9A-Za-z]{6}$/);
      assert.ok(isWellFormedApiKey(text));
      const sum = Array.from(text.slice(-6)).reduce(
        (total, one) => total * 62 + base62.indexOf(one),
        0,
      );
      assert.equal(sum, crc32(text.slice(0, -6)));
    }),
  );
});

test('a test key has another prefix, which no live key begins with', () => {
  fc.assert(
    fc.property(key, testKey, (live, testing) => {
      assert.match(testing, /^vk_test_[0-9A-Za-z]{32}[0-9A-Za-z]{6}$/);
      assert.ok(isWellFormedApiKey(testing));
      assert.deepEqual([isTestKey(live), isTestKey(testing)], [false, true]);
      assert.ok(testing.startsWith(startOfApiKey(testing)) && isTestKey(startOfApiKey(testing)));
      assert.deepEqual([startOfApiKey(live), startOfApiKey(testing)].map(hiddenOf), [31, 31]);
      // The checksum covers the prefix: a key of one side is never one of the other.
      assert.equal(isWellFormedApiKey(testing.replace('vk_test_', 'vk_')), false);
      assert.equal(isWellFormedApiKey(live.replace('vk_', 'vk_test_')), false);
    }),
  );
});

/** How many of the 38 random characters and checksum are not shown. */
function hiddenOf(start: string): number {
  return 38 - start.replace(/^vk_(test_)?/, '').length;
}

test('every base62 character is equally likely', () => {
  const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const counts = new Map<string, number>();
  // Each byte value as the first significant one.
  for (const byte of everyByte) {
    const first = formatApiKey(new Uint8Array([byte, ...new Uint8Array(40)]))[3]!;
    if (byte < 248) counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  assert.equal(counts.size, 62);
  assert.deepEqual(new Set(counts.values()), new Set([4]));
});

test('a wrong, swapped, extra or missing character is detected', () => {
  fc.assert(
    fc.property(
      fc.oneof(key, testKey),
      fc.nat(40),
      fc.constantFrom(...base62, '-', ' ', 'é'),
      (text, at, other) => {
        const replaced = text.slice(0, at) + other + text.slice(at + 1);
        if (replaced !== text) assert.equal(isWellFormedApiKey(replaced), false);
        const swapped =
          text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
        if (swapped !== text) assert.equal(isWellFormedApiKey(swapped), false);
        assert.equal(isWellFormedApiKey(text.slice(0, at) + other + text.slice(at)), false);
        assert.equal(isWellFormedApiKey(text.slice(0, at) + text.slice(at + 1)), false);
      },
    ),
    { numRuns: 1_000 },
  );
  fc.assert(fc.property(fc.string(), (text) => assert.equal(isWellFormedApiKey(text), false)));
});

test('too few random bytes make no key', () => {
  assert.throws(() => formatApiKey(new Uint8Array(31)), RangeError);
  assert.throws(() => formatApiKey(new Uint8Array(64).fill(255)), RangeError);
});
