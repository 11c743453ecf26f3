import type { FastifyRequest } from 'fastify';
import { readIdempotencyKey } from '#core/idempotency-key.ts';
import { ApiError } from './api-error.ts';

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
  readonly #claims = new Set<string>();

  /** 409 while another call with the key is under way. */
  async claim<Result>(
    { brandId, key }: { brandId: string; key: string | null },
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (key === null) return work();
    const claim = `${brandId} ${key}`;
    if (this.#claims.has(claim)) throw stillUnderWay();
    this.#claims.add(claim);
    try {
      return await work();
    } finally {
      this.#claims.delete(claim);
    }
  }
}

export function stillUnderWay(): ApiError {
  return new ApiError(409, 'The first call with this Idempotency-Key is still under way', {
    headers: { 'retry-after': '1' },
  });
}

export function keyReused(): ApiError {
  return new ApiError(
    422,
    'Idempotency-Key was used before with another body: send a new key for a new lead',
  );
}
