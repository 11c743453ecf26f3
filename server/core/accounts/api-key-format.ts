// The shape of an API key: a fixed start by which scanners find one that leaked, a random middle and a
// checksum at the end, which tells most typing errors from keys before the database is asked.
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const apiKeyPrefix = 'vk_';
const apiKeySecretLength = 32;
export const apiKeyDisplayLength = 10;
const checksumLength = 6;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shape = /^vk_[0-9A-Za-z]{38}$/;

export function formatApiKey(randomBytes: Uint8Array): string {
  const body = apiKeyPrefix + base62(randomBytes, apiKeySecretLength);
  return body + checksumOf(body);
}

/** A secret from random bytes; bytes that would favour some characters are passed over. */
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

/** What is stored of a key. Keys are long and random, so a plain hash keeps them safe. */
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
