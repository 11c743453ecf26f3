// What a route says about itself in the OpenAPI document, in its `.docs.ts` file. The rest follows
// from its path, method and scopes: see describe-operation.ts.
import { type TObject, Type } from 'typebox';
import { idempotencyHours, idempotencyKeyLengthMax, pageSizeDefault } from '#contract/limits.ts';
import type { ErrorName } from './errors.ts';
import { type Examples, json, jsonContent, type Responses, type SchemaName } from './response.ts';

interface RouteDocs {
  summary: string;
  description: string;
  /** Replaces the derived "Identifier of the …". */
  params?: TObject;
  querystring?: TObject;
  headers?: TObject;
  requestBody?: object;
  /** Success responses, without the 304 of a GET with an ETag. */
  responses: Responses;
  /** Errors that are not derived, or replace a derived one. */
  errors?: Record<number, ErrorName>;
}

export interface OperationDocs extends RouteDocs {
  operationId: string;
}

/** The keys become the operationIds. */
export function operations<OperationId extends string>(
  docs: Record<OperationId, RouteDocs>,
): Record<OperationId, OperationDocs> {
  const named = Object.entries<RouteDocs>(docs).map(([operationId, route]) => [
    operationId,
    { operationId, ...route },
  ]);
  return Object.fromEntries(named);
}

export function requestBody(schema: SchemaName, description: string, examples: Examples): object {
  return { required: true, description, content: jsonContent(schema, examples) };
}

/** A record with its version as ETag. */
export function record(description: string, schema: SchemaName, examples: Examples): Responses {
  return json(200, description, schema, examples, 'ETag');
}

/** A list page; the example holds one record. */
export function page(
  records: string,
  schema: SchemaName,
  [summary, value]: Examples[string],
): Responses {
  const description = `A page of ${records}; the Link header points to the next page`;
  const example: Examples[string] = [summary, { data: [value], limit: pageSizeDefault }];
  return json(200, description, schema, { page: example }, 'Link', 'ETag');
}

export const ifMatch = Type.Object({
  'If-Match': Type.Optional(
    Type.String({
      description: 'The ETag of the version to change; 412 if the record has another version',
    }),
  ),
});

const idempotencyKeyDescription =
  'Your own identifier for this call, such as a UUID, bare or in double quotes: ' +
  `\`018f7d9f-3c52-7aa1-b0de-88410c9e6f21\`. For ${idempotencyHours} hours, a call with the same key and ` +
  'body replays the first response and creates nothing.';

export const idempotencyKey = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: idempotencyKeyLengthMax,
      description: idempotencyKeyDescription,
    }),
  ),
});
