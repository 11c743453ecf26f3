// Values that SQLite stores and PostgreSQL does not.

type Value = string | number | boolean | null;

/** Why PostgreSQL would not take the value, null when it would. */
export function whyUnstorable(value: Value, type: string): string | null {
  if (type === 'timestamp with time zone' && !isTime(value)) return 'it is no time';
  if (typeof value === 'number' && !isInRange(value, type)) return `${value} is out of range`;
  if (typeof value !== 'string') return null;
  if (type === 'uuid') return isUuid(value) ? null : 'it is no UUID';
  if (isBroken(value)) return 'it holds a NUL character';
  return type === 'jsonb' ? whyUnstorableJson(value) : null;
}

const numbersOf: Record<string, number> = { smallint: 2 ** 16, integer: 2 ** 32 };

function isInRange(value: number, type: string): boolean {
  const half = (numbersOf[type] ?? Infinity) / 2;
  return value >= -half && value < half;
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{32}$/i.test(text.replaceAll('-', ''));
}

// Of years with four digits, and the one that stands for never.
function isTime(value: Value): boolean {
  if (value === null || value === Number.MAX_SAFE_INTEGER) return true;
  return Number(value) >= Date.UTC(1000, 0) && Number(value) < Date.UTC(10_000, 0);
}

function whyUnstorableJson(text: string): string | null {
  let reason: string | null = null;
  try {
    JSON.parse(text, (name, item) => {
      if (isBroken(name) || isBroken(item)) reason = 'it holds a NUL character, or half of one';
      return item;
    });
  } catch {
    return 'it is no JSON';
  }
  return reason;
}

// In JSON such characters can be written as escapes, which PostgreSQL resolves.
function isBroken(value: unknown): boolean {
  return typeof value === 'string' && (value.includes('\0') || !value.isWellFormed());
}
