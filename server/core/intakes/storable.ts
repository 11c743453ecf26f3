/**
 * A JSON value that any database can store: PostgreSQL rejects NUL and lone surrogates. Both become a
 * replacement character.
 */
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  // 1e999 is JSON for Infinity, and cannot be written as JSON again.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value ?? null;
  // fromEntries instead of assignment, because a field may be named __proto__.
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [storableText(name), storable(item)]),
  );
}

export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
