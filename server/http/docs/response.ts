// Parts of a response in OpenAPI's own notation, which has room for headers and examples.
import { callerHeaders, type HeaderName } from './headers.ts';
import type { requestSchemas } from './request-schemas.ts';
import type * as schemas from './schemas.ts';

interface Reference {
  $ref: string;
}

export type SchemaName = keyof typeof schemas | keyof typeof requestSchemas;

export type Examples = Record<string, [summary: string, value: unknown]>;

interface Content {
  [mediaType: string]: { schema?: Reference | { anyOf: Reference[] }; examples?: object };
}

/** One schema, or several of which one applies. */
export type SchemaNames = SchemaName | readonly SchemaName[];

export interface ResponseDocs {
  description: string;
  headers: Record<string, Reference>;
  content?: Content;
}

/** By status. */
export type Responses = Record<number, ResponseDocs>;

/** Like all authenticated responses it carries `callerHeaders`, besides those named. */
export function json(
  status: number,
  description: string,
  schema: SchemaNames,
  examples: Examples,
  ...headers: HeaderName[]
): Responses {
  return withContent(status, description, headers, jsonContent(schema, examples));
}

export function empty(status: number, description: string, ...headers: HeaderName[]): Responses {
  return withContent(status, description, headers);
}

export function withContent(
  status: number,
  description: string,
  headers: readonly HeaderName[],
  content?: Content,
): Responses {
  const response = { description, headers: headerRefs(...callerHeaders, ...headers) };
  return { [status]: content ? { ...response, content } : response };
}

export function jsonContent(names: SchemaNames, examples: Examples): Content {
  const [first, ...others] = [names].flat().map((name) => ({
    $ref: `#/components/schemas/${name}`,
  }));
  const schema = others.length === 0 ? first! : { anyOf: [first!, ...others] };
  const described = Object.entries(examples).map(([name, [summary, value]]) => [
    name,
    { summary, value },
  ]);
  return { 'application/json': { schema, examples: Object.fromEntries(described) } };
}

export function headerRefs(...names: HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
