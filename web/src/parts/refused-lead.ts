// Reads the body of a refused lead, and computes the corrections for its rescue.
import {
  guessField,
  isLeadField,
  isListField,
  type LeadField,
  leadFields,
  normalizeValue,
} from './lead-fields.ts';

type Fields = Partial<Record<LeadField, string>>;

interface RefusedLead {
  /** The JSON body; empty if it was not an object, so that the corrections are the whole lead. */
  sent: Record<string, unknown>;
  /** Initial values of the form. */
  fields: Fields;
  /** The names under which guessed fields were sent. */
  guessedFrom: Partial<Record<LeadField, string>>;
}

export function readRefusedLead(body: string): RefusedLead {
  const sent = objectIn(body);
  const read = sent ?? Object.fromEntries(new URLSearchParams(body));
  const fields: Fields = {};
  const guessedFrom: Partial<Record<LeadField, string>> = {};
  for (const field of leadFields) {
    const value = read[field] ?? null;
    if (value !== null) fields[field] = normalizeValue(field, textOf(value));
  }
  for (const [name, value] of Object.entries(read)) {
    const field = isLeadField(name) ? null : guessField(name);
    if (!field || fields[field]?.trim() || !isPlain(value)) continue;
    fields[field] = normalizeValue(field, textOf(value));
    guessedFrom[field] = name;
  }
  return { sent: sent ?? {}, fields, guessedFrom };
}

/** Only fields that differ from the body. */
export function correctionsFor(
  { sent }: Pick<RefusedLead, 'sent'>,
  fields: Fields,
): Record<string, unknown> {
  const corrections: Record<string, unknown> = {};
  for (const field of leadFields) {
    const wanted = valueOf(field, fields[field] ?? '');
    const before = sent[field] ?? null;
    if (JSON.stringify(wanted) !== JSON.stringify(before)) corrections[field] = wanted;
  }
  return corrections;
}

function valueOf(field: LeadField, text: string): string | string[] | null {
  if (text.trim() === '') return null;
  if (!isListField(field)) return text;
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

function objectIn(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  return isPlain(value) ? String(value) : JSON.stringify(value);
}
