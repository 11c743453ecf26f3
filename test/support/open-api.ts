// Checks real responses against the OpenAPI document.
import assert from 'node:assert/strict';
import { Compile } from 'typebox/schema';
import type { Answer } from './call.ts';

export interface Document {
  info: { license?: unknown; contact: { url: string } };
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, DescribedAnswer>;
    headers: Record<string, DescribedHeader>;
  };
}

interface Operation {
  operationId: string;
  responses: Record<string, DescribedAnswer | Reference>;
  parameters?: { name: string; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, Content> };
  'x-required-scopes': string[];
}

interface DescribedAnswer {
  headers: Record<string, Reference>;
  content?: Record<string, Content>;
}

interface Content {
  schema: Schema;
  examples: Record<string, { value: unknown }>;
}

interface DescribedHeader {
  required?: boolean;
  schema: Schema;
}

interface Reference {
  $ref: string;
}

export type Schema = Record<string, unknown>;

// Headers of every HTTP response, which no API describes.
const plainHeaders = [
  'date',
  'connection',
  'keep-alive',
  'content-type',
  'content-length',
  'content-encoding',
  'vary',
  'transfer-encoding',
  // Security headers on every response.
  'x-content-type-options',
];

export function operationsOf(document: Document): { name: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
}

export function operationNamed(document: Document, operationId: string): Operation {
  const found = operationsOf(document).find((one) => one.operation.operationId === operationId);
  assert.ok(found, `there is no operation ${operationId}`);
  return found.operation;
}

export function describedAnswer(
  document: Document,
  operationId: string,
  status: number,
): DescribedAnswer {
  const described = operationNamed(document, operationId).responses[status];
  assert.ok(described, `${operationId} does not describe the status ${status}`);
  return '$ref' in described ? resolve(document.components.responses, described) : described;
}

/** It has this status; its headers and body are described, and hold nothing else. */
export function assertDescribed(
  document: Document,
  operationId: string,
  status: number,
  answer: Answer,
): void {
  assert.equal(answer.status, status, answer.text);
  const described = describedAnswer(document, operationId, status);
  assertHeaders(document, described, answer.headers);
  const type = answer.headers.get('content-type')?.replace(/;.*/, '');
  if (type === undefined) return assert.equal(described.content, undefined, 'a body is described');
  const content = described.content?.[type];
  assert.ok(content, `no ${type} is described`);
  if (type !== 'application/json') return;
  assert.deepEqual(errorsIn(document, content.schema, answer.body), [], answer.text);
}

function assertHeaders(document: Document, described: DescribedAnswer, sent: Headers): void {
  const known = new Set(plainHeaders);
  for (const [name, reference] of Object.entries(described.headers)) {
    known.add(name.toLowerCase());
    const { required, schema } = resolve(document.components.headers, reference);
    const value = sent.get(name);
    assert.ok(value !== null || !required, `${name} is missing`);
    const typed = schema['type'] === 'integer' ? Number(value) : value;
    if (value !== null) assert.deepEqual(errorsIn(document, schema, typed), [], name);
  }
  for (const name of sent.keys()) assert.ok(known.has(name), `${name} is not described`);
}

const compiled = new WeakMap<object, ReturnType<typeof Compile>>();

/** The errors of a value against a schema of the document, with unknown fields forbidden. */
export function errorsIn(document: Document, schema: object, value: unknown): unknown[] {
  let validator = compiled.get(schema);
  if (!validator) {
    const closed = Object.entries(document.components.schemas).map(([name, one]) => [
      name,
      'properties' in one ? { additionalProperties: false, ...one } : one,
    ]);
    validator = Compile({ ...schema, components: { schemas: Object.fromEntries(closed) } });
    compiled.set(schema, validator);
  }
  // Finding the errors takes longer than finding that there are none.
  return validator.Check(value) ? [] : validator.Errors(value)[1];
}

function resolve<T>(parts: Record<string, T>, { $ref }: Reference): T {
  const part = parts[$ref.split('/').at(-1)!];
  assert.ok(part, `${$ref} leads nowhere`);
  return part;
}
