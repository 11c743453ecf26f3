// Reads one value by its schema and describes what is wrong with it. All limits, lists and formats come
// from the schema.
import type { TSchema } from 'typebox';
import { digitPattern, phoneNumberPattern, statusPattern } from '#contract/field-patterns.ts';
import { isCalendarDate } from '../timestamp.ts';
import { cleanText, countCharacters, isLongerThan } from './clean-text.ts';
import { listed } from './cut-messages.ts';

export interface FieldSchema {
  type?: string | string[];
  enum?: string[];
  format?: string;
  pattern?: string;
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

/** A refusal follows the field's name: "title" + "must be a string". */
export type FieldResult = { value: unknown } | { refusal: string };

// Excludes the punctuation around addresses in lists and texts.
const emailShape =
  /^[^\s@<>()[\]:;,"\\]+@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;
const timestampShape =
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;
// Readable messages for the patterns.
const patternRefusals: Record<string, string> = {
  [digitPattern]: 'must contain at least one digit',
  [phoneNumberPattern]: 'must contain at least six digits',
  [statusPattern]: 'must be an HTTP status such as 404, or a class of them such as 4xx',
  '^[0-9]+$': 'must be the id of an event: a number',
  '^(?:[0-9]+|latest)$': 'must be the id of an event, or latest',
};
const expressions = new Map<string, RegExp>();

export function readText(schema: FieldSchema, value: unknown): FieldResult {
  if (typeof value !== 'string') return { refusal: `must be a string, got ${nameOfType(value)}` };
  const text = cleanText(value);
  if (schema.enum && !schema.enum.includes(text)) {
    return { refusal: `must be one of ${listed(schema.enum)}` };
  }
  if (schema.maxLength !== undefined && isLongerThan(text, schema.maxLength)) {
    return {
      refusal: `must be at most ${schema.maxLength} characters, got ${countCharacters(text)}`,
    };
  }
  if (schema.format === 'email' && !emailShape.test(text)) {
    return { refusal: 'must be an e-mail address such as jan@example.com' };
  }
  if (schema.pattern !== undefined && !compiled(schema.pattern).test(text)) {
    return { refusal: patternRefusals[schema.pattern] ?? `must match ${schema.pattern}` };
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

export function readTimestamp(value: string): FieldResult {
  const time = timestampShape.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(time) && isCalendarDate(value.slice(0, 10))) return { value: time };
  return {
    refusal:
      'must be a date and time with a zone, such as 2026-11-15T09:30:00Z (write a plus sign as %2B)',
  };
}

export function readWholeNumber(schema: FieldSchema, value: string): FieldResult {
  const minimum = schema.minimum ?? 0;
  if (/^\d+$/.test(value) && Number(value) >= minimum) return { value: Number(value) };
  return { refusal: `must be a whole number of at least ${minimum}` };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The message for a body that is not a JSON object. */
export function notAnObject(body: unknown): string {
  return `body must be a JSON object, got ${nameOfType(body)}`;
}

export function nameOfType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
