// Reads a JSON body by its schema, or returns one message per invalid field. Unknown fields are refused,
// so that a mistyped name is noticed. Leads are read more leniently (read-lead-submission.ts).
import { isBlank } from './clean-text.ts';
import { echoed, listed } from './cut-messages.ts';
import { type FieldMessage, about, messageOf, refused } from './field-message.ts';
import {
  type FieldResult,
  type FieldSchema,
  isObject,
  nameOfType,
  notAnObject,
  type ObjectSchema,
  readText,
  readTimestamp,
  tooManyItems,
  wrongItem,
} from './read-field.ts';

export type BodyReading<Fields> =
  | { fields: Fields; messages?: never }
  | { fields?: never; messages: FieldMessage[] };

/** The result has only the fields that were sent; null means to empty a field. */
export function readBody<Fields>(schema: ObjectSchema, body: unknown): BodyReading<Fields> {
  if (!isObject(body)) return { messages: [notAnObject(body)] };
  const fields: Record<string, unknown> = {};
  const messages: FieldMessage[] = [];
  const known = listed(Object.keys(schema.properties));
  for (const [name, sent] of Object.entries(body)) {
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    const result = field
      ? readSent(field, sent)
      : refused('unknown', `is not a known field: use ${known}`);
    if ('refusal' in result) messages.push(messageOf(echoed(name), result.refusal));
    else fields[name] = result.value;
  }
  for (const name of schema.required ?? []) {
    if (Object.hasOwn(body, name)) continue;
    messages.push(about(name, 'required', `is required: ${wanted(schema, name)}`));
  }
  return messages.length > 0 ? { messages } : { fields: fields as Fields };
}

function wanted(schema: ObjectSchema, name: string): string {
  const type = typesOf(schema.properties[name]!)[0];
  return type === 'string' ? 'send a non-empty string' : `send ${article(type)}`;
}

function readSent(declared: FieldSchema, sent: unknown): FieldResult {
  const field = declared.anyOf?.[0] ?? declared;
  const types = typesOf(field);
  const mayBeNull = declared.anyOf !== undefined || types.includes('null');
  if (sent === null) return mayBeNull ? { value: null } : refused('required', 'must not be null');
  switch (types[0]) {
    case 'boolean':
      return typeof sent === 'boolean' ? { value: sent } : isNo('a boolean', sent);
    case 'integer':
      return readNumber(field, sent, wholeNumber);
    case 'number':
      return readNumber(field, sent, anyNumber);
    case 'array':
      return field.items?.type ? readWords(field, sent) : readItems(sent);
    case 'object':
      return isObject(sent) ? { value: sent } : isNo('an object', sent);
    default:
      return readSentText(field, sent, mayBeNull);
  }
}

function readSentText(field: FieldSchema, sent: unknown, mayBeNull: boolean): FieldResult {
  if (typeof sent !== 'string') return isNo('a string', sent);
  if (isBlank(sent)) {
    // A nullable field that may not be blank: null means more than empty.
    if (mayBeNull && field.minLength === undefined) return { value: null };
    return (field.minLength ?? 0) > 0 || field.enum || field.format === 'date-time'
      ? refused('required', 'must not be empty')
      : { value: '' };
  }
  if (field.format === 'date-time') return readTimestamp(sent.trim());
  return readText(field, sent);
}

function readNumber(
  { minimum, maximum }: FieldSchema,
  sent: unknown,
  { kind, isOfKind }: { kind: string; isOfKind: (value: number) => boolean },
): FieldResult {
  if (typeof sent !== 'number') {
    return refused('not_a_number', `must be ${kind}, got ${nameOfType(sent)}`);
  }
  const isInRange =
    isOfKind(sent) && sent >= (minimum ?? -Infinity) && sent <= (maximum ?? Infinity);
  if (isInRange) return { value: sent };
  const range = [
    ...(minimum === undefined ? [] : [`of at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
  ];
  return refused('not_a_number', [`must be ${kind}`, range.join(' and ')].join(' ').trim(), {
    ...(minimum !== undefined && { min: minimum }),
    ...(maximum !== undefined && { max: maximum }),
  });
}

const wholeNumber = { kind: 'a whole number', isOfKind: Number.isSafeInteger };
const anyNumber = { kind: 'a number', isOfKind: Number.isFinite };

function readWords(field: FieldSchema, sent: unknown): FieldResult {
  if (!Array.isArray(sent)) return isNo('an array of strings', sent);
  if (field.maxItems !== undefined && sent.length > field.maxItems) {
    return tooManyItems(field.maxItems, sent.length);
  }
  const words = new Set<unknown>();
  for (const [index, item] of sent.entries()) {
    const result = readSentText({ minLength: 1, ...field.items }, item, false);
    if ('refusal' in result) return wrongItem(index, result.refusal);
    words.add(result.value);
  }
  return { value: [...words] };
}

/** Leaves the items to the calling code, which validates them. */
function readItems(sent: unknown): FieldResult {
  return Array.isArray(sent) ? { value: sent } : isNo('an array', sent);
}

function typesOf({ type = 'string' }: FieldSchema): string[] {
  return [type].flat();
}

function isNo(wantedType: string, sent: unknown): FieldResult {
  return refused('wrong_type', `must be ${wantedType}, got ${nameOfType(sent)}`);
}

function article(type: string | undefined): string {
  return type === 'array' || type === 'object' || type === 'integer' ? `an ${type}` : `a ${type}`;
}
