// Reads a lead submission, or returns one message per invalid field. Unknown fields are ignored: a form
// that grows a field must not lose leads.
import { LeadSubmission } from '#contract/lead-submission.ts';
import { isBlank } from '../reading/clean-text.ts';
import { echoed } from '../reading/cut-messages.ts';
import { type FieldMessage, about, messageOf, refused } from '../reading/field-message.ts';
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
} from '../reading/read-field.ts';
import { timestamp } from '../timestamp.ts';

type SubmissionReading =
  | { lead: LeadSubmission; messages?: never }
  | { lead?: never; messages: FieldMessage[] };

const { properties, required = [] } = LeadSubmission as unknown as ObjectSchema;
const fields = Object.entries(properties);

export function readLeadSubmission(body: unknown): SubmissionReading {
  if (!isObject(body)) return { messages: [notAnObject(body)] };
  const lead: Record<string, unknown> = {};
  const messages: FieldMessage[] = [];
  for (const [name, schema] of fields) {
    const sent = Object.hasOwn(body, name) ? body[name] : undefined;
    if (isNotSupplied(sent)) {
      if (required.includes(name)) {
        messages.push(about(name, 'required', 'is required: send a non-empty string'));
      }
      continue;
    }
    const result = schema.type === 'array' ? readTexts(schema, sent) : readOne(schema, sent);
    if ('refusal' in result) messages.push(messageOf(name, result.refusal));
    else if (result.value !== undefined) lead[name] = result.value;
  }
  return messages.length > 0 ? { messages } : { lead: lead as LeadSubmission };
}

/** Reads a stored submission; null for one that was accepted under older rules. */
export function readStoredSubmission(body: string): LeadSubmission | null {
  try {
    return readLeadSubmission(JSON.parse(body)).lead ?? null;
  } catch {
    return null;
  }
}

/** A time is kept in UTC. */
function readOne(schema: FieldSchema, value: unknown): FieldResult {
  const result = readText(schema, value);
  if (schema.format !== 'date-time' || 'refusal' in result) return result;
  const time = readTimestamp(result.value as string);
  return 'refusal' in time ? time : { value: timestamp(time.value as number) };
}

/** Reads the body of photos that are added later. Unknown fields are refused. */
export function readPhotoUrls(
  schema: FieldSchema,
  body: unknown,
): { photoUrls: string[]; messages?: never } | { photoUrls?: never; messages: FieldMessage[] } {
  if (!isObject(body)) return { messages: [notAnObject(body)] };
  const { photoUrls, ...others } = body;
  const messages = Object.keys(others).map((name) =>
    about(echoed(name), 'unknown', 'is not a known field: use photoUrls'),
  );
  const result =
    Array.isArray(photoUrls) && photoUrls.length === 0
      ? refused('required', 'must have at least one URL')
      : readTexts(schema, photoUrls);
  if ('refusal' in result) messages.push(messageOf('photoUrls', result.refusal));
  if (messages.length > 0 || 'refusal' in result) return { messages };
  return { photoUrls: result.value as string[] };
}

// Form tools send null or an empty string for an empty field.
function isNotSupplied(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && isBlank(value));
}

function readTexts(schema: FieldSchema, value: unknown): FieldResult {
  if (!Array.isArray(value)) {
    return refused('wrong_type', `must be an array of strings, got ${nameOfType(value)}`);
  }
  if (schema.maxItems !== undefined && value.length > schema.maxItems) {
    return tooManyItems(schema.maxItems, value.length);
  }
  // Tags: each once. Other lists are kept to the letter.
  const isOfWords = schema.items?.minLength !== undefined;
  const texts: unknown[] = [];
  for (const [index, item] of value.entries()) {
    if (isOfWords && isNotSupplied(item)) continue;
    const result = readText(schema.items ?? {}, item);
    if ('refusal' in result) return wrongItem(index, result.refusal);
    texts.push(result.value);
  }
  if (!isOfWords) return { value: texts };
  return { value: texts.length > 0 ? [...new Set(texts)] : undefined };
}
