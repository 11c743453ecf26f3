import { randomBytes } from 'node:crypto';
import { formatApiKey, hashOfApiKey, isWellFormedApiKey } from '#core/accounts/api-key-format.ts';

const checks = 200_000;

/** Microseconds to check a known key: format, checksum, hash and look-up. */
export function measureKeyCheck(): number {
  const key = formatApiKey(randomBytes(64));
  const known = new Map([[hashOfApiKey(key), key]]);
  const check = () => isWellFormedApiKey(key) && known.has(hashOfApiKey(key));
  for (let i = 0; i < checks / 10; i++) check();
  const began = performance.now();
  for (let i = 0; i < checks; i++) check();
  return ((performance.now() - began) * 1000) / checks;
}
