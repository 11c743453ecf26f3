// A checksum over the rows of a table that comes out the same whatever the engine, the order of the rows
// and the way the engine writes a value down.
import { hash } from 'node:crypto';

type Value = string | number | boolean | null;

export class RowChecksum {
  #rows = 0;
  // Sums, so that the order does not matter, and no two rows can cancel each other out.
  #first = 0n;
  #second = 0n;

  add(values: readonly Value[], types: readonly string[]): void {
    const same = values.map((value, index) => sameOnAllEngines(value, types[index]!));
    const digest = hash('sha256', JSON.stringify(same), 'buffer');
    this.#rows++;
    this.#first = BigInt.asUintN(64, this.#first + digest.readBigUInt64BE(0));
    this.#second = BigInt.asUintN(64, this.#second + digest.readBigUInt64BE(8));
  }

  get rows(): number {
    return this.#rows;
  }

  get text(): string {
    return [this.#first, this.#second].map((sum) => sum.toString(16).padStart(16, '0')).join('');
  }
}

function sameOnAllEngines(value: Value, type: string): unknown {
  if (value === null) return null;
  switch (type) {
    case 'boolean':
      return Number(value);
    case 'uuid':
      return plainUuid(value as string);
    case 'jsonb':
      return inOrder(JSON.parse(value as string));
    default:
      return value;
  }
}

function plainUuid(text: string): string {
  return text.replaceAll('-', '').toLowerCase();
}

// The fields of a JSON object have no order, and are stored in another than they were sent in.
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return { fields: entries.map(([name, item]) => [name, inOrder(item)]) };
}

/** Why PostgreSQL would not take the value, null when it would. */
export function whyUnstorable(value: Value, type: string): string | null {
  if (type === 'timestamp with time zone' && !isTime(value)) return 'it is no time';
  if (typeof value !== 'string') return null;
  if (type === 'uuid') return /^[0-9a-f]{32}$/.test(plainUuid(value)) ? null : 'it is no UUID';
  if (isBroken(value)) return 'it holds a NUL character';
  return type === 'jsonb' ? whyUnstorableJson(value) : null;
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
