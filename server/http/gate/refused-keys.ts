// Refusals of API keys, for the gate.
import { ApiError } from '../refusals/api-error.ts';

const keyRefusals = {
  key_missing: 'Send your API key in the X-API-Key header',
  key_unknown: 'The API key is not known: check that it is complete and of this service',
  key_expired: 'The API key has expired: use a new one',
  key_revoked: 'The API key was revoked: use another one',
};
const missingBearer =
  'Send your API key in the Authorization header, as Bearer vk_…, or in X-API-Key';

export type KeyRefusal = keyof typeof keyRefusals;

export function refusedKey(code: KeyRefusal): ApiError {
  const headers = { 'www-authenticate': 'ApiKey' };
  return new ApiError(401, keyRefusals[code], { code, headers });
}

/** The same for an assistant, which sends its key as a bearer token. */
export function refusedBearer(code: KeyRefusal): ApiError {
  const isMissing = code === 'key_missing';
  const challenge = `Bearer realm="Vakwerk"${isMissing ? '' : ', error="invalid_token"'}`;
  const message = isMissing ? missingBearer : keyRefusals[code];
  return new ApiError(401, message, { code, headers: { 'www-authenticate': challenge } });
}

export function tooManyRequests(seconds: number): ApiError {
  return new ApiError(429, `Too many requests; try again in ${seconds} s`, {
    headers: { 'retry-after': String(seconds) },
  });
}
