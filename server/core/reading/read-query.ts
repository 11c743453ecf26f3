// Reads the query string into typed parameters, or returns one message per invalid one. Unknown
// parameters are refused: a silently ignored filter returns the wrong rows.
import { echoed, listed } from './cut-messages.ts';
import { type FieldMessage, about, messageOf, refused } from './field-message.ts';
import { type FieldResult, type FieldSchema, type ObjectSchema, readText } from './read-field.ts';
import { readTimestamp, readWholeNumber } from './read-field.ts';

type QueryReading =
  | { query: Record<string, unknown>; messages?: never }
  | { query?: never; messages: FieldMessage[] };

export function readQuery(schema: ObjectSchema, sent: Record<string, unknown>): QueryReading {
  const query: Record<string, unknown> = {};
  const messages: FieldMessage[] = [];
  const advice = adviceOn(Object.keys(schema.properties));
  for (const [name, raw] of Object.entries(sent)) {
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    const result = field
      ? readParameter(field, raw)
      : refused('unknown', `is not a known parameter: ${advice}`);
    if ('refusal' in result) messages.push(messageOf(echoed(name), result.refusal));
    else query[name] = result.value;
  }
  return messages.length > 0 ? { messages } : { query };
}

/** One message per parameter with invalid percent-encoding, which the parser would misread. */
export function brokenParameters(url: string): FieldMessage[] {
  const at = url.indexOf('?');
  if (at === -1 || !url.includes('%', at)) return [];
  return url
    .slice(at + 1)
    .split('&')
    .filter((parameter) => decoded(parameter) === undefined)
    .map((parameter) => {
      const [name = ''] = parameter.split('=', 1);
      const shown = echoed(decoded(name) ?? name);
      return about(
        shown,
        'bad_encoding',
        'is not valid: write % and letters beyond ASCII as %XX of UTF-8',
      );
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
  if (values.length > 1) return refused('given_twice', 'must be given once');
  return readSingle(field, values[0] ?? '');
}

function readSeveral(field: FieldSchema, values: string[]): FieldResult {
  const parts = values.flatMap((value) => value.split(','));
  if (field.maxItems !== undefined && parts.length > field.maxItems) {
    const { maxItems: max } = field;
    const text = `must have at most ${max} values, got ${parts.length}`;
    return refused('too_many_items', text, { max });
  }
  const results = parts.map((part) => readSingle(field.items ?? {}, part));
  const wrong = results.find((result) => 'refusal' in result);
  return wrong ?? { value: results.map((result) => 'value' in result && result.value) };
}

function readSingle(field: FieldSchema, value: string): FieldResult {
  if (value.trim() === '') return refused('required', 'must not be empty');
  if (field.format === 'date-time') return readTime(value.trim());
  if (field.type === 'integer') return readWholeNumber(field, value.trim());
  return readText(field, value);
}

function readTime(value: string): FieldResult {
  const result = readTimestamp(value);
  // A plus sign in a query means a space.
  const isPlusLost = 'refusal' in result && /:\d{2}(?:\.\d+)? \d{2}:\d{2}$/.test(value);
  if (!isPlusLost) return result;
  const { rule, text } = result.refusal;
  return refused(rule, `${text} (write a plus sign as %2B)`);
}
