// A cursor is the place in a list where the next page begins, for a client to hand back. The seal on it
// is made from the place and from what was listed: it breaks when either is changed.
import { hash } from 'node:crypto';

export interface Position {
  // The sort value of the last record seen, and its id, which breaks ties.
  value: number | string;
  id: string;
}

export function encodeCursor(position: Position, boundTo: unknown): string {
  const { value, id } = position;
  return Buffer.from(JSON.stringify([value, id, sealOf(position, boundTo)])).toString('base64url');
}

// Compared as a whole: decoders pass over what they do not know.
export function decodeCursor(cursor: string, boundTo: unknown): Position | undefined {
  const position = parse(cursor);
  return position && encodeCursor(position, boundTo) === cursor ? position : undefined;
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

function sealOf({ value, id }: Position, boundTo: unknown): string {
  return hash('sha256', JSON.stringify([value, id, boundTo]), 'base64url').slice(0, 12);
}
