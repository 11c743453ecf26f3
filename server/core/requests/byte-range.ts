// Range requests for pictures (RFC 9110, 14).

export type ByteRange =
  | { kind: 'whole' }
  | { kind: 'part'; first: number; last: number }
  | { kind: 'unsatisfiable' };

const whole = { kind: 'whole' } as const;
const unsatisfiable = { kind: 'unsatisfiable' } as const;

/** Ignores anything but a single well-formed byte range, as RFC 9110 allows. */
export function readByteRange(header: string | undefined, sizeBytes: number): ByteRange {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '');
  if (!match) return whole;
  const [, first = '', last = ''] = match;
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

/** Whether to honour Range: always without If-Range, else only when the ETag still matches. */
export function isRangeValid(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange.trim() === etag;
}
