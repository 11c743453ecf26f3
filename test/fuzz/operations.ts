// The operations of an OpenAPI document, with what a request to each is made of.
import { Compile } from 'typebox/schema';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  unevaluatedProperties?: boolean | Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
}

export interface Parameter {
  in: 'query' | 'path' | 'header';
  name: string;
  required?: boolean;
  explode?: boolean;
  schema: Schema;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  parameters: Parameter[];
  body?: { types: string[]; schema: Schema; isRequired: boolean };
  statuses: number[];
  scopes: string[];
}

interface Described {
  operationId: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
  'x-required-scopes': string[];
}

export interface ApiDocument {
  paths: Record<string, Record<string, Described>>;
  components: object;
}

export function operationsIn(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const { operationId: id, parameters = [], requestBody, responses } = described;
      // Files are no values of a schema.
      const content = Object.entries(requestBody?.content ?? {}).filter(([type]) =>
        type.endsWith('json'),
      );
      return {
        id,
        method: method.toUpperCase(),
        path,
        parameters: parameters.map((one) => partOf<Parameter>(document, one)),
        ...(content.length > 0 && {
          body: {
            types: content.map(([type]) => type),
            schema: content[0]![1].schema,
            isRequired: requestBody!.required ?? false,
          },
        }),
        statuses: Object.keys(responses).map(Number),
        scopes: described['x-required-scopes'],
      };
    }),
  );
}

/** Itself, or what its reference leads to. */
export function partOf<T extends object>(document: ApiDocument, part: T | { $ref: string }): T {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as T;
  let found: unknown = document;
  for (const name of part.$ref.split('/').slice(1)) {
    found = (found as Record<string, unknown>)[name];
  }
  if (found === undefined) throw new Error(`${part.$ref} leads nowhere`);
  return partOf<T>(document, found as T);
}

/** Whether a schema of the document accepts a value. */
export function acceptsOf(document: ApiDocument): (schema: Schema, value: unknown) => boolean {
  const compiled = new WeakMap<Schema, ReturnType<typeof Compile>>();
  return (schema, value) => {
    let one = compiled.get(schema);
    if (!one) {
      one = Compile({ ...schema, components: document.components });
      compiled.set(schema, one);
    }
    return one.Check(value);
  };
}
