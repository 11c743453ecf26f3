// What a route says about itself in the OpenAPI document, in its `.docs.ts` file. The rest follows
// from its path, method and scopes: see describe-operation.ts.
import { type TObject, type TSchema, Type } from 'typebox';
import { idempotencyHours, idempotencyKeyLengthMax, pageSizeDefault } from '#contract/limits.ts';
import type { ErrorName } from './errors.ts';
import { type Examples, json, jsonContent, type ResponseDocs } from './response.ts';
import type { SchemaName } from './schemas.ts';

interface RouteDocs {
  summary: string;
  description: string;
  /** Only for ids that "Identifier of the …" does not describe. */
  params?: TObject;
  querystring?: TSchema;
  headers?: TObject;
  requestBody?: object;
  /** Successes. A GET with an ETag can also answer 304. */
  responses: Record<number, ResponseDocs>;
  /** Errors of this route only, also in place of a derived one. */
  errors?: Record<number, ErrorName>;
}

export interface OperationDocs extends RouteDocs {
  operationId: string;
}

/** Each under its operationId. */
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

/** A record with its version. */
export function record(
  description: string,
  schema: SchemaName,
  examples: Examples,
): Record<200, ResponseDocs> {
  return { 200: json(description, schema, examples, 'ETag') };
}

/** A page of a list, with one record in the example. */
export function page(
  records: string,
  schema: SchemaName,
  [summary, value]: Examples[string],
): Record<200, ResponseDocs> {
  const description = `A page of ${records}; the Link header leads to the next one`;
  const example: Examples[string] = [summary, { data: [value], limit: pageSizeDefault }];
  return { 200: json(description, schema, { page: example }, 'Link', 'ETag') };
}

export const ifMatch = Type.Object({
  'If-Match': Type.Optional(
    Type.String({ description: 'The ETag of the version that is to be changed, and no other' }),
  ),
});

const idempotencyKeyDescription =
  'A text of your own that stands for this one lead, such as a UUID, bare or in double quotes: ' +
  `\`018f7d9f-3c52-7aa1-b0de-88410c9e6f21\`. For ${idempotencyHours} hours, a call with the same key and the same ` +
  'body gets the first answer again and makes nothing new.';

export const idempotencyKey = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: idempotencyKeyLengthMax,
      description: idempotencyKeyDescription,
    }),
  ),
});
