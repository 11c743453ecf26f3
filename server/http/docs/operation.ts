// What a route says about itself in the OpenAPI document, in its `.docs.ts` file. The rest follows
// from its path, method and scopes: see describe-operation.ts.
import { type TObject, Type } from 'typebox';
import { idempotencyHours, idempotencyKeyLengthMax, pageSizeDefault } from '#contract/limits.ts';
import {
  AddressReceipt,
  CustomerMergeReceipt,
  CustomerReceipt,
  WorkItemReceipt,
} from '#contract/receipts.ts';
import type { ErrorName } from './errors.ts';
import {
  type Examples,
  json,
  jsonContent,
  type Responses,
  type SchemaName,
  type SchemaNames,
} from './response.ts';

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

/** A JSON Merge Patch (RFC 7396), which has a media type of its own. */
export function mergePatch(schema: SchemaName, description: string, examples: Examples): object {
  const content = jsonContent(schema, examples);
  const patch = { 'application/merge-patch+json': content['application/json'] };
  return { required: true, description, content: { ...content, ...patch } };
}

/** A record with its version as ETag. */
export function record(description: string, schema: SchemaNames, examples: Examples): Responses {
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

const receipts = { AddressReceipt, CustomerMergeReceipt, CustomerReceipt, WorkItemReceipt };

/** A changed record, or its receipt for a key that may write but not read. */
export function changedRecord(
  what: string,
  schema: SchemaName,
  receipt: keyof typeof receipts,
  [summary, value]: Examples[string],
): Responses {
  const fields = Object.keys(receipts[receipt].properties);
  const shown = Object.entries(value as object).filter(([field]) => fields.includes(field));
  return record(`${what}; for a key without read access, its receipt`, [schema, receipt], {
    changed: [summary, value],
    receipt: ['For a key without read access', Object.fromEntries(shown)],
  });
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
  'body, compared as a JSON value, replays the first response and creates nothing.';

export const idempotencyKey = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: idempotencyKeyLengthMax,
      description: idempotencyKeyDescription,
    }),
  ),
});
