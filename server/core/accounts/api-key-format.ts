// The format of an API key: a fixed prefix for secret scanners, random characters, and a checksum that
// rejects most typing errors without a database lookup. Base62 has no underscore, so no live key begins
// like a test key.
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const apiKeyPrefix = 'vk_';
const testKeyPrefix = 'vk_test_';
const apiKeySecretLength = 32;
const displayedSecretLength = 7;
const checksumLength = 6;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shape = /^vk_(?:test_)?[0-9A-Za-z]{38}$/;

export function formatApiKey(
  randomBytes: Uint8Array,
  { isTest }: { isTest: boolean } = { isTest: false },
): string {
  const prefix = isTest ? testKeyPrefix : apiKeyPrefix;
  const body = prefix + base62(randomBytes, apiKeySecretLength);
  return body + checksumOf(body);
}

/** By the whole key or its displayed start. */
export function isTestKey(key: string): boolean {
  return key.startsWith(testKeyPrefix);
}

/** The first characters, by which people recognise a key. */
export function startOfApiKey(key: string): string {
  const prefix = isTestKey(key) ? testKeyPrefix : apiKeyPrefix;
  return key.slice(0, prefix.length + displayedSecretLength);
}

/** Base62 by rejection sampling: bytes of 248 and above would bias the result. */
export function base62(randomBytes: Uint8Array, length: number): string {
  const fair = [...randomBytes].filter((byte) => byte < 248).slice(0, length);
  if (fair.length < length) throw new RangeError('not enough random bytes for a secret');
  return fair.map((byte) => alphabet[byte % alphabet.length]).join('');
}

export function isWellFormedApiKey(key: string): boolean {
  return (
    shape.test(key) && checksumOf(key.slice(0, -checksumLength)) === key.slice(-checksumLength)
  );
}

/** The stored hash. Keys have high entropy, so a plain SHA-256 is safe. */
export function hashOfApiKey(key: string): string {
  return hash('sha256', key, 'hex');
}

function checksumOf(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let i = 0; i < checksumLength; i++) {
    text = alphabet[rest % alphabet.length] + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}
