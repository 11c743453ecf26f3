import type { FastifyRequest } from 'fastify';
import { readIdempotencyKey } from '#core/leads/idempotency-key.ts';
import { ApiError, temporarilyUnavailable } from './refusals/api-error.ts';
import { toApiError } from './refusals/render-error.ts';

export function idempotencyKeyOf({ headers, raw }: FastifyRequest): string | null {
  const name = 'idempotency-key';
  if (headers[name] === undefined) return null;
  // Not from `headers`, where a header that was sent twice looks like one.
  const reading = readIdempotencyKey(raw.headersDistinct[name]);
  if ('refusal' in reading) throw new ApiError(400, [reading.refusal]);
  return reading.key;
}

/** Calls of this server with an Idempotency-Key that are under way. */
export class KeysUnderWay {
  /** When each waits no longer, as `performance.now()` tells it. */
  readonly #claims = new Map<string, number>();

  /** 409 while another call with the key is under way. A 503 says what a retry does. */
  async claim<Result>(
    { brandId, key, waitMsMax = 0 }: { brandId: string; key: string | null; waitMsMax?: number },
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (key === null) return orSayHowToRetry(work, 'unkeyed');
    const claim = `${brandId} ${key}`;
    const waitsUntil = this.#claims.get(claim);
    if (waitsUntil !== undefined) throw stillUnderWay(waitsUntil - performance.now());
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

/** Whoever comes back after the time that is named finds the first call done, however long it waits for photos. */
export function stillUnderWay(waitMs = 0): ApiError {
  // One more for the work before the wait and after it.
  const retryAfterSeconds = Math.ceil(Math.max(waitMs, 0) / 1000) + 1;
  return new ApiError(409, 'The first call with this Idempotency-Key is still under way', {
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}

export function keyReused(): ApiError {
  return new ApiError(
    422,
    'Idempotency-Key was used before with another body: send a new key for a new lead',
  );
}
