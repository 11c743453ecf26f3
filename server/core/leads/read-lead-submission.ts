// Reads a lead submission, or returns one message per invalid field. Unknown fields are ignored: a form
// that grows a field must not lose leads.
import { LeadSubmission } from '#contract/lead-submission.ts';
import { isBlank } from '../reading/clean-text.ts';
import {
  type FieldResult,
  type FieldSchema,
  isObject,
  nameOfType,
  notAnObject,
  type ObjectSchema,
  readText,
} from '../reading/read-field.ts';

type SubmissionReading =
  | { lead: LeadSubmission; messages?: never }
  | { lead?: never; messages: string[] };

const { properties, required = [] } = LeadSubmission as unknown as ObjectSchema;
const fields = Object.entries(properties);

export function readLeadSubmission(body: unknown): SubmissionReading {
  if (!isObject(body)) return { messages: [notAnObject(body)] };
  const lead: Record<string, unknown> = {};
  const messages: string[] = [];
  for (const [name, schema] of fields) {
    const sent = Object.hasOwn(body, name) ? body[name] : undefined;
    if (isNotSupplied(sent)) {
      if (required.includes(name)) messages.push(`${name} is required: send a non-empty string`);
      continue;
    }
    const result = schema.type === 'array' ? readTexts(schema, sent) : readText(schema, sent);
    if ('refusal' in result) messages.push(`${name} ${result.refusal}`);
    else lead[name] = result.value;
  }
  return messages.length > 0 ? { messages } : { lead: lead as LeadSubmission };
}

// Form tools send null or an empty string for an empty field.
function isNotSupplied(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && isBlank(value));
}

function readTexts(schema: FieldSchema, value: unknown): FieldResult {
  if (!Array.isArray(value)) {
    return { refusal: `must be an array of strings, got ${nameOfType(value)}` };
  }
  if (schema.maxItems !== undefined && value.length > schema.maxItems) {
    return { refusal: `must have at most ${schema.maxItems} items, got ${value.length}` };
  }
  const texts: unknown[] = [];
  for (const [index, item] of value.entries()) {
    const result = readText(schema.items ?? {}, item);
    if ('refusal' in result) return { refusal: `item ${index + 1} ${result.refusal}` };
    texts.push(result.value);
  }
  return { value: texts };
}
