// Reads one value by its schema and describes what is wrong with it. All limits, lists and formats come
// from the schema.
import type { TSchema } from 'typebox';
import { isExact, type MustHave, mustHave, statusPattern } from '#contract/field-patterns.ts';
import { parseTimestamp } from '../timestamp.ts';
import { cleanEmail, cleanText, countCharacters, invisible, isLongerThan } from './clean-text.ts';
import { listed } from './cut-messages.ts';
import { type FieldMessage, type FieldRefusal, about, refused } from './field-message.ts';

export interface FieldSchema {
  /** A named schema, or null. */
  anyOf?: FieldSchema[];
  type?: string | string[];
  enum?: string[];
  format?: string;
  pattern?: string;
  [mustHave]?: MustHave;
  [isExact]?: boolean;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  items?: FieldSchema;
  default?: unknown;
}

export type ObjectSchema = TSchema & {
  properties: Record<string, FieldSchema>;
  required?: string[];
};

export type FieldResult = { value: unknown } | { refusal: FieldRefusal };

// Excludes the punctuation around addresses in lists and texts.
const mailbox = `[^\\s@<>()[\\]:;,"\\\\${invisible}]+`;
const domainPart = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?';
const emailShape = new RegExp(`^${mailbox}@(?:${domainPart}\\.)+${domainPart}$`, 'u');
const contents: Record<MustHave, { expression: RegExp; refusal: FieldRefusal }> = {
  digit: {
    expression: /\p{Nd}/u,
    refusal: { rule: 'no_digit', text: 'must contain at least one digit' },
  },
  letterOrDigit: {
    expression: /[\p{L}\p{N}]/u,
    refusal: { rule: 'no_letter_or_digit', text: 'must contain a letter or a digit' },
  },
};
// Readable messages for the patterns.
const patternRefusals: Record<string, FieldRefusal> = {
  [statusPattern]: {
    rule: 'wrong_format',
    text: 'must be an HTTP status such as 404, or a class of them such as 4xx',
  },
  '^[0-9]+$': { rule: 'wrong_format', text: 'must be the id of an event: a number' },
  '^(?:[0-9]+|latest)$': { rule: 'wrong_format', text: 'must be the id of an event, or latest' },
};
const expressions = new Map<string, RegExp>();

export function readText(schema: FieldSchema, value: unknown): FieldResult {
  if (typeof value !== 'string') {
    return refused('wrong_type', `must be a string, got ${nameOfType(value)}`);
  }
  const text = schema.format === 'idn-email' ? cleanEmail(value) : cleanText(value);
  if (schema.enum && !schema.enum.includes(text)) {
    return refused('not_in_list', `must be one of ${listed(schema.enum)}`);
  }
  if (schema.maxLength !== undefined && isLongerThan(text, schema.maxLength)) {
    const { maxLength: max } = schema;
    const got = countCharacters(text);
    return refused('too_long', `must be at most ${max} characters, got ${got}`, { max });
  }
  const isChanged = schema[isExact] && !value.includes(text);
  if (schema.format === 'idn-email' && (isChanged || !emailShape.test(text))) {
    return refused('not_an_email', 'must be an e-mail address such as jan@example.com');
  }
  const content = schema[mustHave] && contents[schema[mustHave]];
  if (content && !content.expression.test(text)) return { refusal: content.refusal };
  if (schema.pattern !== undefined && !compiled(schema.pattern).test(text)) {
    const refusal = patternRefusals[schema.pattern];
    return refusal ? { refusal } : refused('wrong_format', `must match ${schema.pattern}`);
  }
  return { value: text };
}

function compiled(pattern: string): RegExp {
  let expression = expressions.get(pattern);
  if (!expression) {
    expression = new RegExp(pattern, 'u');
    expressions.set(pattern, expression);
  }
  return expression;
}

const timeHints: [shape: RegExp, hint: string][] = [
  [/T24:/i, '; midnight is 00:00 of the next day'],
  [/^(?:0000|9999)-.*[+-]\d\d:\d\d$/, '; in UTC, the year must be from 0000 to 9999'],
];

export function readTimestamp(value: string): FieldResult {
  const time = parseTimestamp(value);
  if (time !== null) return { value: time };
  const wanted = 'must be a date and time with a zone, such as 2026-11-15T09:30:00Z';
  const hint = timeHints.find(([shape]) => shape.test(value))?.[1] ?? '';
  return refused('not_a_time', wanted + hint);
}

export function readWholeNumber(schema: FieldSchema, value: string): FieldResult {
  const minimum = schema.minimum ?? 0;
  if (/^\d+$/.test(value) && Number(value) >= minimum) return { value: Number(value) };
  return refused('not_a_number', `must be a whole number of at least ${minimum}`, { min: minimum });
}

export function tooManyItems(max: number, got: number): FieldResult {
  return refused('too_many_items', `must have at most ${max} items, got ${got}`, { max });
}

export function wrongItem(index: number, { rule, text, values }: FieldRefusal): FieldResult {
  const item = index + 1;
  return refused(rule, `item ${item} ${text}`, { ...values, item });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The message for a body that is not a JSON object. */
export function notAnObject(body: unknown): FieldMessage {
  return about('body', 'wrong_type', `must be a JSON object, got ${nameOfType(body)}`);
}

export function nameOfType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
