import { type FieldRefusal, refused } from '../reading/field-message.ts';
import { idempotencyKeyLengthMax } from '#contract/limits.ts';

type IdempotencyKeyReading = { key: string | null } | { refusal: FieldRefusal };

/** The header may be bare, or quoted as in the IETF draft; both name the same key. */
export function readIdempotencyKey(sent: readonly string[] = []): IdempotencyKeyReading {
  const [header, ...more] = sent;
  if (header === undefined) return { key: null };
  if (more.length > 0) return refused('given_twice', 'must be given once');
  const trimmed = header.trim();
  const isQuoted = trimmed.length >= 2 && trimmed.startsWith('"') && trimmed.endsWith('"');
  const key = isQuoted ? trimmed.slice(1, -1).replace(/\\(["\\])/g, '$1') : trimmed;
  if (key === '') return refused('required', 'must not be empty');
  if (key.length > idempotencyKeyLengthMax) {
    const max = idempotencyKeyLengthMax;
    return refused('too_long', `must be at most ${max} characters, got ${key.length}`, { max });
  }
  return { key };
}

/** The key of one lead in a batch, which has its own idempotency record. */
export function keyInBatch(key: string, index: number): string {
  return `${key} ${index}`;
}

export function keyOfWholeBatch(key: string): string {
  return key.replace(/ \d+$/, '');
}
