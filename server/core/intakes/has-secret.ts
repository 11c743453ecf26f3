import { hash, timingSafeEqual } from 'node:crypto';
import { isObject } from '../reading/read-field.ts';

/** Whether any value of the body is the secret, such as Google's `google_key`. */
export function hasSecret(sent: unknown, secret: string): boolean {
  if (Array.isArray(sent)) return sent.some((one) => hasSecret(one, secret));
  if (isObject(sent)) return hasSecret(Object.values(sent), secret);
  return typeof sent === 'string' && timingSafeEqual(digestOf(sent), digestOf(secret));
}

function digestOf(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
