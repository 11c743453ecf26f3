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
  const stored = text.toWellFormed().replaceAll('\0', '\ufffd');
  // oxlint-disable-next-line no-control-regex
  return isControls(stored) ? stored.replace(/[\u0001-\u0008\u000b-\u001f]/g, '\ufffd') : stored;
}

const wordLengthMax = 100;

// JSON writes a control character as six others. Texts that consist of them are no words, and would
// be stored at a multiple of their size.
function isControls(text: string): boolean {
  return text.length > wordLengthMax && JSON.stringify(text).length > 3 * text.length;
}
