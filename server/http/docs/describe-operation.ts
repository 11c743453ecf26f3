// Derives an OpenAPI operation from what its route declares: path, method, scopes and docs.
import { type TObject, type TSchema, Type } from 'typebox';
import { Id } from '#contract/field-types.ts';
import type { Scope } from '#contract/scopes.ts';
import type { ErrorName } from './errors.ts';
import type { OperationDocs } from './operation.ts';
import { asQuery } from './query.ts';
import { empty, headerRefs, type Responses } from './response.ts';

export interface Route {
  url: string;
  method: string;
  scopes: readonly Scope[];
  docs: OperationDocs;
}

interface ParameterSchema extends TSchema {
  description?: string;
  examples?: unknown[];
}

// By the first segment after /v1/api.
const tags: Record<string, string> = {
  leads: 'Leads',
  'work-items': 'Work items',
  assets: 'Work items',
  webhooks: 'Webhooks',
  events: 'Events',
  customers: 'Customers',
  address: 'Addresses',
  intakes: 'Intakes',
  requests: 'Requests',
  'calendar-links': 'Calendar',
  members: 'Members',
  key: 'Keys',
};

export function describeOperation(route: Route): object {
  const { url, scopes, docs } = route;
  const { operationId, summary, description, requestBody } = docs;
  const names = scopes.map((scope) => `\`${scope}\``).join(' or ') || 'none; any valid key works';
  const parameters = [
    ...parametersIn('query', docs.querystring && asQuery(docs.querystring)),
    ...parametersIn('path', docs.params ?? paramsOf(url)),
    ...parametersIn('header', docs.headers),
    ...parametersIn('header', isVersioned(route) ? ifNoneMatch : undefined),
  ];
  return {
    operationId,
    summary,
    tags: [tags[resourceOf(url)]],
    description: `${description}\n\nScope: ${names}`,
    ...(parameters.length > 0 && { parameters }),
    'x-required-scopes': scopes,
    responses: { ...successesOf(route), ...errorsOf(route) },
    requestBody,
  };
}

function parametersIn(location: string, schema?: TObject): object[] {
  const { properties = {}, required = [] } = schema ?? {};
  return Object.entries<ParameterSchema>(properties).map(
    ([name, { description, examples, ...rest }]) => ({
      schema: rest,
      ...(examples && { example: examples[0] }),
      in: location,
      name,
      required: (required as string[]).includes(name),
      description,
    }),
  );
}

function resourceOf(url: string): string {
  return url.split('/')[3]!;
}

function paramsOf(url: string): TObject {
  const params = [...url.matchAll(/([\w-]+)\/:(\w+)/g)].map(([, segment, name]) => [
    name,
    Id(`Identifier of the ${singular(segment!)}`),
  ]);
  return Type.Object(Object.fromEntries(params));
}

function singular(segment: string): string {
  return segment
    .replaceAll('-', ' ')
    .replace(/ies$/, 'y')
    .replace(/(?<!s)s$/, '');
}

function isVersioned({ method, docs }: Route): boolean {
  return method === 'GET' && 'ETag' in (docs.responses[200]?.headers ?? {});
}

const ifNoneMatch = Type.Object({
  'If-None-Match': Type.Optional(
    Type.String({ description: 'ETags of cached copies; 304 if one of them is current' }),
  ),
});

function successesOf(route: Route): Responses {
  const { docs } = route;
  const { responses } = docs;
  if (takes(docs, 'Idempotency-Key')) return replayable(responses);
  return isVersioned(route)
    ? {
        ...responses,
        ...empty(
          304,
          'Not modified: If-None-Match names the current version',
          'ETag',
          ...('Link' in responses[200]!.headers ? (['Link'] as const) : []),
        ),
      }
    : responses;
}

function replayable(responses: Responses): Responses {
  const entries = Object.entries(responses).map(([status, response]) => [
    status,
    { ...response, headers: { ...response.headers, ...headerRefs('Idempotent-Replayed') } },
  ]);
  return Object.fromEntries(entries);
}

function errorsOf({ url, method, docs }: Route): Record<number, object> {
  const { requestBody, querystring } = docs;
  const resource = resourceOf(url);
  const names: Record<number, ErrorName> = {
    400: requestBody ? 'InvalidBody' : querystring ? 'InvalidQuery' : 'InvalidUrl',
    401: 'Unauthorized',
    403: 'Forbidden',
    408: 'RequestTimeout',
    429: 'TooManyRequests',
    431: 'HeadersTooLarge',
    500: 'InternalError',
    503: 'ServiceUnavailable',
    ...(url.includes('/:') && { 404: resource === 'customers' ? 'CustomerNotFound' : 'NotFound' }),
    // A body that is not needed is read all the same.
    ...(method !== 'GET' && { 413: 'BodyTooLarge', 415: 'UnsupportedMediaType' }),
    ...(takes(docs, 'If-Match') && { 412: 'VersionMismatch' }),
    ...(takes(docs, 'Idempotency-Key') && { 409: 'CallInProgress', 422: 'IdempotencyKeyReused' }),
    ...docs.errors,
  };
  const referred = Object.entries(names).map(([status, name]) => [
    status,
    { $ref: `#/components/responses/${name}` },
  ]);
  return Object.fromEntries(referred);
}

function takes({ headers }: OperationDocs, name: string): boolean {
  return headers !== undefined && name in headers.properties;
}
