// Derives an OpenAPI operation from what its route declares: path, method, scopes and docs.
import { Type } from 'typebox';
import { Id } from '#contract/field-types.ts';
import type { Scope } from '#contract/scopes.ts';
import type { ErrorName } from './errors.ts';
import type { OperationDocs } from './operation.ts';
import { empty, headerRefs, type ResponseDocs } from './response.ts';

interface Route {
  url: string;
  method: string;
  scopes: readonly Scope[];
  docs: OperationDocs;
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
  requests: 'Requests',
  'calendar-links': 'Calendar',
  key: 'Keys',
};

/** A Fastify schema. `x-request-body` and `x-responses` are for `open-api.ts`, which puts them in place. */
export function describeOperation(route: Route): Record<string, unknown> {
  const { url, scopes, docs } = route;
  const { requestBody, responses: _responses, errors: _errors, ...described } = docs;
  const names = scopes.map((scope) => `\`${scope}\``).join(' or ') || 'none; any valid key works';
  return {
    ...described,
    tags: [tags[resourceOf(url)]],
    description: `${docs.description}\n\nScope: ${names}`,
    params: docs.params ?? paramsOf(url),
    'x-request-body': requestBody,
    'x-responses': { ...successesOf(route), ...errorsOf(route) },
    'x-required-scopes': scopes,
  };
}

function resourceOf(url: string): string {
  return url.split('/')[3]!;
}

function paramsOf(url: string): object | undefined {
  const params = [...url.matchAll(/([\w-]+)\/:(\w+)/g)].map(([, segment, name]) => [
    name,
    Id(`Identifier of the ${singular(segment!)}`),
  ]);
  return params.length === 0 ? undefined : Type.Object(Object.fromEntries(params));
}

function singular(segment: string): string {
  return segment
    .replaceAll('-', ' ')
    .replace(/ies$/, 'y')
    .replace(/(?<!s)s$/, '');
}

function successesOf({ method, docs }: Route): Record<number, ResponseDocs> {
  const { responses } = docs;
  if (takes(docs, 'Idempotency-Key')) return replayable(responses);
  const isVersioned = method === 'GET' && 'ETag' in (responses[200]?.headers ?? {});
  return isVersioned
    ? { ...responses, 304: empty('Not modified: If-None-Match names the current version', 'ETag') }
    : responses;
}

function replayable(responses: OperationDocs['responses']): OperationDocs['responses'] {
  const entries = Object.entries(responses).map(([status, response]) => [
    status,
    { ...response, headers: { ...response.headers, ...headerRefs('Idempotent-Replayed') } },
  ]);
  return Object.fromEntries(entries);
}

function errorsOf({ url, docs }: Route): Record<number, object> {
  const { requestBody, querystring } = docs;
  const resource = resourceOf(url);
  const names: Record<number, ErrorName> = {
    400: requestBody ? 'InvalidBody' : querystring ? 'InvalidQuery' : 'InvalidAddress',
    401: 'Unauthorized',
    403: 'Forbidden',
    408: 'RequestTimeout',
    429: 'TooManyRequests',
    431: 'HeadersTooLarge',
    500: 'InternalError',
    503: 'Unavailable',
    ...(url.includes('/:') && { 404: resource === 'customers' ? 'NoCustomer' : 'NotFound' }),
    ...(requestBody && { 413: 'BodyTooLarge', 415: 'NotJson' }),
    ...(takes(docs, 'If-Match') && { 412: 'ChangedMeanwhile' }),
    ...(takes(docs, 'Idempotency-Key') && { 409: 'StillUnderWay', 422: 'KeyReused' }),
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
