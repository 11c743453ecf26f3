// An answer in OpenAPI's own notation, which has room for headers, examples and shared parts.
import type { HeaderName } from './headers.ts';
import type { SchemaName } from './schemas.ts';

export interface Reference {
  $ref: string;
}

export interface JsonContent {
  'application/json': { schema: Reference; examples: Record<string, Example> };
}

/** OpenAPI's way to say: bytes of this type, and nothing else about them. */
export type PictureContent = Record<`image/${string}`, Record<string, never>>;

export interface Example {
  summary: string;
  value: unknown;
}

export interface Answer {
  description: string;
  headers: Record<string, Reference>;
  content?: JsonContent | PictureContent;
}

export function json(schema: SchemaName, examples: Record<string, Example>): JsonContent {
  const $ref = `#/components/schemas/${schema}`;
  return { 'application/json': { schema: { $ref }, examples } };
}

export function headers(...names: HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
