// Reads the query string into typed parameters, or returns one message per invalid one. Unknown
// parameters are refused: a silently ignored filter returns the wrong rows.
import { echoed, listed } from './cut-messages.ts';
import { type FieldResult, type FieldSchema, type ObjectSchema, readText } from './read-field.ts';
import { readTimestamp, readWholeNumber } from './read-field.ts';

type QueryReading =
  | { query: Record<string, unknown>; messages?: never }
  | { query?: never; messages: string[] };

export function readQuery(schema: ObjectSchema, sent: Record<string, unknown>): QueryReading {
  const query: Record<string, unknown> = {};
  const messages: string[] = [];
  const advice = adviceOn(Object.keys(schema.properties));
  for (const [name, raw] of Object.entries(sent)) {
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    const result = field
      ? readParameter(field, raw)
      : { refusal: `is not a known parameter: ${advice}` };
    if ('refusal' in result) messages.push(`${echoed(name)} ${result.refusal}`);
    else query[name] = result.value;
  }
  return messages.length > 0 ? { messages } : { query };
}

/** One message per parameter with invalid percent-encoding, which the parser would misread. */
export function brokenParameters(url: string): string[] {
  const at = url.indexOf('?');
  if (at === -1 || !url.includes('%', at)) return [];
  return url
    .slice(at + 1)
    .split('&')
    .filter((parameter) => decoded(parameter) === undefined)
    .map((parameter) => {
      const [name = ''] = parameter.split('=', 1);
      const shown = echoed(decoded(name) ?? name);
      return `${shown} is not valid: write % and letters beyond ASCII as %XX of UTF-8`;
    });
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function adviceOn(known: string[]): string {
  return known.length === 0 ? 'this endpoint takes none' : `use ${listed(known)}`;
}

function readParameter(field: FieldSchema, raw: unknown): FieldResult {
  const values = (Array.isArray(raw) ? raw : [raw]).map(String);
  if (field.type === 'array') return readSeveral(field, values);
  if (values.length > 1) return { refusal: 'must be given once' };
  return readSingle(field, values[0] ?? '');
}

function readSeveral(field: FieldSchema, values: string[]): FieldResult {
  const parts = values.flatMap((value) => value.split(','));
  if (field.maxItems !== undefined && parts.length > field.maxItems) {
    return { refusal: `must have at most ${field.maxItems} values, got ${parts.length}` };
  }
  const results = parts.map((part) => readSingle(field.items ?? {}, part));
  const refused = results.find((result) => 'refusal' in result);
  return refused ?? { value: results.map((result) => 'value' in result && result.value) };
}

function readSingle(field: FieldSchema, value: string): FieldResult {
  if (value.trim() === '') return { refusal: 'must not be empty' };
  if (field.format === 'date-time') return readTimestamp(value.trim());
  if (field.type === 'integer') return readWholeNumber(field, value.trim());
  return readText(field, value);
}
