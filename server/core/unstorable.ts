// Values that SQLite accepts and PostgreSQL rejects.

type Value = string | number | boolean | null;

/** The reason why PostgreSQL would reject the value, or null. */
export function whyUnstorable(value: Value, type: string): string | null {
  if (type === 'timestamp with time zone' && !isTime(value)) return 'it is not a time';
  if (typeof value === 'number' && !isInRange(value, type)) return `${value} is out of range`;
  if (typeof value !== 'string') return null;
  if (type === 'uuid') return isUuid(value) ? null : 'it is not a UUID';
  if (isBroken(value)) return 'it holds a NUL character';
  return type === 'jsonb' ? whyUnstorableJson(value) : null;
}

const valueCounts: Record<string, number> = { smallint: 2 ** 16, integer: 2 ** 32 };

function isInRange(value: number, type: string): boolean {
  const half = (valueCounts[type] ?? Infinity) / 2;
  return value >= -half && value < half;
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{32}$/i.test(text.replaceAll('-', ''));
}

// Years have four digits; MAX_SAFE_INTEGER stands for never.
function isTime(value: Value): boolean {
  if (value === null || value === Number.MAX_SAFE_INTEGER) return true;
  return Number(value) >= Date.UTC(1000, 0) && Number(value) < Date.UTC(10_000, 0);
}

function whyUnstorableJson(text: string): string | null {
  let reason: string | null = null;
  try {
    JSON.parse(text, (name, item) => {
      if (isBroken(name) || isBroken(item)) reason = 'it holds a NUL character or a lone surrogate';
      return item;
    });
  } catch {
    return 'it is not JSON';
  }
  return reason;
}

// PostgreSQL resolves escapes in JSON, so NUL and lone surrogates can hide in them.
function isBroken(value: unknown): boolean {
  return typeof value === 'string' && (value.includes('\0') || !value.isWellFormed());
}
