// Which bytes of a picture a client asks for (RFC 9110, 14).

export type ByteRange =
  | { kind: 'whole' }
  | { kind: 'part'; first: number; last: number }
  | { kind: 'unsatisfiable' };

const whole = { kind: 'whole' } as const;
const unsatisfiable = { kind: 'unsatisfiable' } as const;

/** What is not one well-formed range of bytes is passed over, as if nothing had been asked. */
export function readByteRange(header: string | undefined, sizeBytes: number): ByteRange {
  const asked = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '');
  if (!asked) return whole;
  const [, first = '', last = ''] = asked;
  if (first === '') return last === '' ? whole : lastBytes(Number(last), sizeBytes);
  if (last !== '' && Number(last) < Number(first)) return whole;
  if (Number(first) >= sizeBytes) return unsatisfiable;
  const end = last === '' ? Infinity : Number(last);
  return { kind: 'part', first: Number(first), last: Math.min(end, sizeBytes - 1) };
}

function lastBytes(count: number, sizeBytes: number): ByteRange {
  if (count === 0 || sizeBytes === 0) return unsatisfiable;
  return { kind: 'part', first: Math.max(0, sizeBytes - count), last: sizeBytes - 1 };
}

/** Whether a Range still holds: without an If-Range always, with one only for the very same bytes. */
export function isRangeValid(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange.trim() === etag;
}
