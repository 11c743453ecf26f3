// How a route describes itself: its parameters as the JSON schemas that Fastify knows, its body and its
// answers in OpenAPI's own notation, which has room for headers, examples and shared parts.
import type { ErrorName } from './errors.ts';
import type { HeaderName } from './headers.ts';
import type { SchemaName } from './schemas.ts';

export interface Reference {
  $ref: string;
}

export interface JsonContent {
  'application/json': { schema: Reference; examples: Record<string, Example> };
}

export interface Example {
  summary: string;
  value: unknown;
}

export interface Answer {
  description: string;
  headers: Record<string, Reference>;
  content: JsonContent;
}

/** Copied into the operation by the document, see `open-api.ts`. */
export interface BodyAndAnswers {
  'x-request-body'?: { required: true; description: string; content: JsonContent };
  'x-responses': Record<number, Answer | Reference>;
}

// What every operation can answer, whatever it does.
const everywhere: Record<number, ErrorName> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  408: 'RequestTimeout',
  429: 'TooManyRequests',
  431: 'HeadersTooLarge',
  500: 'InternalError',
  503: 'Unavailable',
};

export function responses(
  successes: Record<number, Answer>,
  errors: Record<number, ErrorName>,
): BodyAndAnswers['x-responses'] {
  const referred = Object.entries({ ...everywhere, ...errors }).map(([status, name]) => [
    status,
    { $ref: `#/components/responses/${name}` },
  ]);
  return { ...successes, ...Object.fromEntries(referred) };
}

export function json(schema: SchemaName, examples: Record<string, Example>): JsonContent {
  const $ref = `#/components/schemas/${schema}`;
  return { 'application/json': { schema: { $ref }, examples } };
}

export function headers(...names: HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
