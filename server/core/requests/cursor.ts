// A cursor is an opaque position in a list, where the next page begins. An HMAC over the position and the
// query seals it, so clients cannot forge one or use it with another query.
import { createHmac } from 'node:crypto';

export interface Position {
  // The sort value of the last record seen, and its id, which breaks ties.
  value: number | string;
  id: string;
}

// 132 bits in base64url.
const sealLength = 22;

export class CursorSeal {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  encode(position: Position, boundTo: unknown): string {
    const { value, id } = position;
    const sealed = [value, id, this.#sealOf(position, boundTo)];
    return Buffer.from(JSON.stringify(sealed)).toString('base64url');
  }

  // Compares the whole text, because base64 and JSON decoders tolerate variations.
  decode(cursor: string, boundTo: unknown): Position | undefined {
    const position = parse(cursor);
    return position && this.encode(position, boundTo) === cursor ? position : undefined;
  }

  #sealOf({ value, id }: Position, boundTo: unknown): string {
    const sealed = JSON.stringify([value, id, boundTo]);
    return createHmac('sha256', this.#key).update(sealed).digest('base64url').slice(0, sealLength);
  }
}

function parse(cursor: string): Position | undefined {
  try {
    const [value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const isSortValue = typeof value === 'number' || typeof value === 'string';
    return isSortValue && typeof id === 'string' ? { value, id } : undefined;
  } catch {
    return undefined;
  }
}
