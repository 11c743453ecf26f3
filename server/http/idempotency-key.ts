import type { FastifyRequest } from 'fastify';
import { readIdempotencyKey } from '#core/leads/idempotency-key.ts';
import { messageOf } from '#core/reading/field-message.ts';
import { ApiError, temporarilyUnavailable } from './refusals/api-error.ts';
import { toApiError } from './refusals/render-error.ts';

export function idempotencyKeyOf({ headers, raw }: FastifyRequest): string | null {
  const name = 'idempotency-key';
  if (headers[name] === undefined) return null;
  // Not from `headers`, which merges a repeated header.
  const reading = readIdempotencyKey(raw.headersDistinct[name]);
  if ('refusal' in reading)
    throw new ApiError(400, [messageOf('Idempotency-Key', reading.refusal)]);
  return reading.key;
}

/** Idempotency-Keys of requests in flight on this server. */
export class PendingKeys {
  /** When the wait for photos ends, by `performance.now()`. */
  readonly #claims = new Map<string, number>();

  /** Throws 409 while another request with the key is in flight. A 503 tells what a retry does. */
  async claim<Result>(
    { brandId, key, waitMsMax = 0 }: { brandId: string; key: string | null; waitMsMax?: number },
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (key === null) return orSayHowToRetry(work, 'unkeyed');
    const claim = `${brandId} ${key}`;
    const waitsUntil = this.#claims.get(claim);
    if (waitsUntil !== undefined) throw callInProgress(waitsUntil - performance.now());
    this.#claims.set(claim, performance.now() + waitMsMax);
    try {
      return await orSayHowToRetry(work, 'keyed');
    } finally {
      this.#claims.delete(claim);
    }
  }
}

async function orSayHowToRetry<Result>(
  work: () => Promise<Result>,
  message: 'keyed' | 'unkeyed',
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { statusCode, cause = error } = toApiError(error);
    throw statusCode === 503 ? temporarilyUnavailable(cause, message) : error;
  }
}

/** `Retry-After` covers the first request's wait for photos, so a retry finds it done. */
export function callInProgress(waitMs = 0): ApiError {
  // One more second for the work before and after the wait.
  const retryAfterSeconds = Math.ceil(Math.max(waitMs, 0) / 1000) + 1;
  return new ApiError(409, 'The first call with this Idempotency-Key is still under way', {
    code: 'idempotency_in_progress',
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}

export function keyReused(): ApiError {
  return new ApiError(
    422,
    'Idempotency-Key was used before with another body: send a new key for a new lead',
  );
}
