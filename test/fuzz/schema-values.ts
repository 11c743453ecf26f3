// Values made from JSON Schemas: valid ones, those at a boundary, and those just outside it.
import { sample, stringMatching } from 'fast-check';
import type { Schema } from './operations.ts';

export interface ValueSource {
  random: () => number;
  /** Follows a reference. */
  resolve: (schema: Schema) => Schema;
  accepts: (schema: Schema, value: unknown) => boolean;
  /** A value that only the trade knows, such as the id of a customer; undefined for none. */
  known: (name: string) => unknown;
}

const depthMax = 6;
const matchesMade = 50;
// Longer than any example, and short enough for 25,000 requests.
const textLengthMax = 40;
const itemsMax = 3;
const overlongMax = 120_000;

/** A value that the schema accepts. */
export function validValue(schema: Schema, source: ValueSource, name = '', depth = 0): unknown {
  const one = source.resolve(schema);
  const known = source.known(name);
  if (known !== undefined && source.accepts(schema, known)) return known;
  if ('const' in one) return one.const;
  if (one.enum) return pick(one.enum, source);
  const branches = one.anyOf ?? one.oneOf;
  if (branches) return validValue(pick(branches, source), source, name, depth);
  if (one.allOf) {
    const parts = one.allOf.map((part) => validValue(part, source, name, depth));
    return Object.assign({}, ...(parts as object[]));
  }
  const type = Array.isArray(one.type) ? pick(one.type, source) : one.type;
  switch (type) {
    case 'null':
      return null;
    case 'boolean':
      return source.random() < 0.5;
    case 'integer':
      return Math.floor(between(one.minimum ?? 0, Math.min(one.maximum ?? 1_000, 1e9), source));
    case 'number':
      return between(one.minimum ?? -1_000, one.maximum ?? 1_000, source);
    case 'array':
      return validItems(one, source, name, depth);
    case 'object':
      return validObject(one, source, depth);
    default:
      return validText(one, source);
  }
}

function validItems(schema: Schema, source: ValueSource, name: string, depth: number): unknown[] {
  const most = Math.min(schema.maxItems ?? itemsMax, itemsMax);
  const count = Math.max(schema.minItems ?? 0, Math.floor(source.random() * (most + 1)));
  return Array.from({ length: count }, () =>
    validValue(schema.items ?? {}, source, name, depth + 1),
  );
}

/** An object with its required fields and some of the others. */
function validObject(schema: Schema, source: ValueSource, depth: number): object {
  const made: Record<string, unknown> = {};
  const share = source.random();
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(name);
    if (!isRequired && (depth > depthMax || source.random() > share)) continue;
    made[name] = validValue(field, source, name, depth + 1);
  }
  if (isOpen(schema) && source.random() < 0.1) made['anotherField'] = text(source, 5);
  return made;
}

function isOpen(schema: Schema): boolean {
  return schema.additionalProperties !== false && schema.unevaluatedProperties !== false;
}

function validText(schema: Schema, source: ValueSource): string {
  if (schema.format) return pick(formats[schema.format]?.valid ?? ['x'], source);
  const most = Math.min(schema.maxLength ?? textLengthMax, textLengthMax);
  const least = Math.max(schema.minLength ?? 0, 1);
  if (schema.pattern) return matching(schema, source);
  return text(source, Math.floor(between(least, most + 1, source)));
}

const matches = new Map<string, string[]>();

/** A text that matches the pattern; finding some takes long, so they are used again. */
function matching(schema: Schema, source: ValueSource): string {
  const pattern = schema.pattern!;
  let known = matches.get(pattern);
  if (!known) {
    const made = stringMatching(new RegExp(pattern, 'u'), { size: 'xsmall' });
    const seed = Math.floor(source.random() * 2 ** 31);
    known = sample(made, { seed, numRuns: matchesMade }).filter((one) => one.trim() === one);
    matches.set(pattern, known);
  }
  const fitting = known.filter((one) => source.accepts(schema, one));
  return pick(fitting.length > 0 ? fitting : [' '], source);
}

/** Values at the edges of what the schema accepts. */
export function boundaryValues(schema: Schema, source: ValueSource): unknown[] {
  return edgesOf(schema, source).filter((value) => source.accepts(schema, value));
}

const wrongTypes = [null, true, 0, 'x', [], {}, [null], [['x']]];

/** Values just outside of what the schema accepts, and one of a wrong type. */
export function invalidValues(schema: Schema, source: ValueSource): unknown[] {
  const isRefused = (value: unknown) => !source.accepts(schema, value);
  const wrong = wrongTypes.filter(isRefused);
  const edges = edgesOf(schema, source).filter(isRefused);
  return wrong.length > 0 ? [pick(wrong, source), ...edges] : edges;
}

function edgesOf(schema: Schema, source: ValueSource): unknown[] {
  const one = source.resolve(schema);
  const branches = [...(one.anyOf ?? []), ...(one.oneOf ?? []), ...(one.allOf ?? [])];
  const edges: unknown[] = [null, '', ...branches.flatMap((branch) => edgesOf(branch, source))];
  const types = new Set([one.type ?? []].flat());
  if (one.enum) edges.push(`${String(one.enum[0])}x`, ...one.enum);
  if (types.has('string') && !one.enum) edges.push(...textEdges(one, source));
  if (types.has('integer') || types.has('number')) edges.push(...numberEdges(one));
  if (types.has('array')) edges.push(...arrayEdges(one, source));
  if (types.has('object')) edges.push(...objectEdges(one, source));
  return edges;
}

function textEdges(schema: Schema, source: ValueSource): string[] {
  const { minLength, maxLength, format, pattern } = schema;
  if (format) return [...(formats[format]?.valid ?? []), ...(formats[format]?.invalid ?? ['x'])];
  if (pattern) {
    const one = matching(schema, source);
    return [one, 'x', `${'1'.repeat(maxLength ?? 10)}`, `${'1'.repeat((maxLength ?? 10) + 1)}`];
  }
  const lengths = [minLength, maxLength].flatMap((length) =>
    length === undefined ? [] : [length - 1, length, length + 1],
  );
  // A character beyond the basic plane is one character and two UTF-16 units.
  const wide = maxLength !== undefined && maxLength <= 1_000 ? ['😀'.repeat(maxLength)] : [];
  return [
    ...lengths
      .filter((length) => length >= 0 && length <= overlongMax)
      .map((length) => text(source, length)),
    ...wide,
  ];
}

function numberEdges({ minimum, maximum }: Schema): number[] {
  const edges = [minimum, maximum].flatMap((edge) =>
    edge === undefined ? [] : [edge - 1, edge, edge + 1],
  );
  return [...edges, 0.5, -1, Number.MAX_SAFE_INTEGER];
}

function arrayEdges(schema: Schema, source: ValueSource): unknown[][] {
  const items = schema.items ?? {};
  const one = () => validValue(items, source);
  const { maxItems } = schema;
  const full =
    maxItems === undefined
      ? []
      : [maxItems, maxItems + 1].map((length) => Array.from({ length }, one));
  const wrong = invalidItem(items, source);
  return [[], [one()], ...full, ...(wrong === undefined ? [] : [[one(), wrong]])];
}

// An item that is an object would be tried with thousands of fields.
function invalidItem(items: Schema, source: ValueSource): unknown {
  const candidates = source.resolve(items).type === 'object' ? ['x', 1] : edgesOf(items, source);
  return candidates.find((value) => value !== null && !source.accepts(items, value)) ?? null;
}

/** The object with one field wrong, missing, unknown or at its limit. */
function objectEdges(schema: Schema, source: ValueSource): object[] {
  const whole = validObject(schema, source, 1) as Record<string, unknown>;
  const fields = Object.entries(schema.properties ?? {});
  const [name, field] = fields.length > 0 ? pick(fields, source) : ['x', {}];
  const values = [
    ...boundaryValues(field, source),
    ...invalidValues(field, source),
    validValue(field, source, name),
  ];
  const { [pick(schema.required ?? ['x'], source)]: _missing, ...incomplete } = whole;
  return [
    incomplete,
    { ...whole, notAField: 'x' },
    JSON.parse('{"__proto__": {"x": 1}}') as object,
    ...values.map((value) => ({ ...whole, [name]: value })),
  ];
}

const formats: Record<string, { valid: string[]; invalid: string[] }> = {
  'date-time': {
    valid: [
      '2026-11-15T09:30:00Z',
      '2026-02-28T23:59:59.999+01:00',
      '2024-02-29T00:00:00-11:30',
      '1970-01-01T00:00:00Z',
      '2099-12-31T23:59:59.123456Z',
    ],
    invalid: [
      'yesterday',
      '2026-11-15',
      '2026-11-15T09:30:00',
      '2026-02-30T09:30:00Z',
      '2026-11-15T25:00:00Z',
      '1763199000',
    ],
  },
  email: emails(),
  'idn-email': emails(),
  uri: { valid: ['https://127.0.0.1/a?b=c'], invalid: ['x', 'http://', ' '] },
  uuid: { valid: ['019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69'], invalid: ['x', '019a85c2'] },
};

function emails(): { valid: string[]; invalid: string[] } {
  return {
    valid: ['jan@example.com', "o'brien+tag@mail.example.co.uk", 'a@b.nl'],
    invalid: ['jan', 'jan@', '@example.com', 'jan jansen@example.com', `${'a'.repeat(250)}@b.nl`],
  };
}

const letters = ['a', 'Z', '7', 'é', 'ß', '中', '😀', 'ع', ' ', "'", '"', '<', '&', '%', '\\', ','];

/** Text without blanks at its ends, which the service trims. */
export function text(source: Pick<ValueSource, 'random'>, length: number): string {
  return Array.from({ length }, (_, at) => {
    const isEnd = at === 0 || at === length - 1;
    return isEnd ? 'x' : pick(letters, source);
  }).join('');
}

export function pick<T>(options: readonly T[], { random }: Pick<ValueSource, 'random'>): T {
  return options[Math.floor(random() * options.length)]!;
}

function between(least: number, most: number, { random }: ValueSource): number {
  return least + random() * (most - least);
}
