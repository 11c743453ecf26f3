// Requests to a path or method that does not exist: names the right one. A lead that was sent to
// such a path is kept in the request log, so that it can be rescued.
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  batchBodyBytesMax,
  batchJsonValuesMax,
  batchLeadsMax,
  bodyBytesMax,
  jsonDepthMax,
  jsonFieldsMax,
} from '#contract/limits.ts';
import { mayDo } from '#core/caller.ts';
import { echoed } from '#core/reading/cut-messages.ts';
import { limitExceededBy } from '#core/reading/json-limits.ts';
import { isObject } from '#core/reading/read-field.ts';
import {
  type ApiPath,
  type LeadPath,
  leadPathLike,
  usualMethodOf,
} from '#core/requests/near-path.ts';
import { isCompressed, textUpTo } from '../json-body.ts';
import { ApiError } from '../refusals/api-error.ts';
import type { Gate } from './authenticate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** For a lead or a batch that was sent to a wrong path, or with PUT or PATCH: the right path. */
    misdirectedTo: LeadPath | null;
    /** The leads of a misdirected batch. */
    misdirectedLeads: unknown[] | null;
  }
}

const leadsUrl = '/v1/api/leads';
const batchUrl = '/v1/api/leads/batch';
const leadMethods = new Set(['POST', 'PUT', 'PATCH']);
const batchLimits = {
  depthMax: jsonDepthMax,
  fieldsMax: jsonFieldsMax,
  valuesMax: batchJsonValuesMax,
};
// Every GET has a HEAD.
const unnamedMethods = new Set(['HEAD', 'OPTIONS']);

export function leadPathMeantBy(method: string, path: string): LeadPath | null {
  return leadMethods.has(method) ? leadPathLike(path) : null;
}

/** Authenticates a caller with a key who is not identified yet: the log belongs to a brand. */
export async function keepMisdirectedLead(
  request: FastifyRequest,
  reply: FastifyReply,
  gate: Gate,
  meant: LeadPath,
): Promise<void> {
  if (!request.caller && request.headers['x-api-key'] !== undefined) {
    await gate.enter(request, reply, []);
  }
  const { caller } = request;
  if (!caller || caller.isImpersonal || !mayDo(caller, 'leads:write')) return;
  request.misdirectedTo = meant;
  if (isCompressed(request)) return;
  const bytesMax = meant === batchUrl ? batchBodyBytesMax : bodyBytesMax;
  const text = (await textUpTo(request.raw, bytesMax)) ?? '';
  request.misdirectedLeads = leadsOfBatch(text);
  if (request.misdirectedLeads) {
    request.misdirectedTo = batchUrl;
  } else if (text !== '' && Buffer.byteLength(text) <= bodyBytesMax) {
    request.misdirectedTo = leadsUrl;
    request.sentText = text;
  }
}

/** Null when the text is no batch. A dry run has no leads. */
function leadsOfBatch(text: string): unknown[] | null {
  if (limitExceededBy(text, batchLimits) !== null) return null;
  try {
    const body: unknown = JSON.parse(text);
    if (!isObject(body) || !Array.isArray(body['leads'])) return null;
    if (body['dryRun'] === true) return [];
    return body['leads'].length <= batchLeadsMax ? body['leads'] : null;
  } catch {
    return null;
  }
}

/** `methods` are those of the path, which exists. */
export function notAllowed(
  { method }: FastifyRequest,
  { url, methods }: ApiPath,
  near: ApiPath | LeadPath | null,
): ApiError {
  const allow = [...methods].sort().join(', ');
  const refusal = `${method} is not allowed at ${templateOf(url)}; use ${allow}`;
  const isElsewhere =
    typeof near === 'string'
      ? near !== url
      : near && near.url !== url && usualMethodOf(near, method) !== null;
  const hint = near && isElsewhere ? didYouMean(near, method) : hintOfMethod(method, methods);
  return new ApiError(405, `${refusal}${hint}`, { headers: { allow } });
}

export function nothingAt(method: string, path: string, near: ApiPath | LeadPath | null): ApiError {
  const hint = near ? didYouMean(near, method) : '';
  return new ApiError(404, `There is nothing at ${method} ${echoed(path)}${hint}`, {
    code: 'route_not_found',
  });
}

function didYouMean(near: ApiPath | LeadPath, method: string): string {
  if (typeof near === 'string') return `; did you mean POST ${near}?`;
  const { url, methods } = near;
  const named =
    usualMethodOf(near, method) ??
    [...methods]
      .filter((one) => !unnamedMethods.has(one))
      .sort()
      .join(' or ');
  return `; did you mean ${named} ${templateOf(url)}?`;
}

function hintOfMethod(method: string, methods: ReadonlySet<string>): string {
  if (!leadMethods.has(method)) return '';
  if (methods.has('PATCH')) return '. To change it, use PATCH';
  return methods.has('POST') ? '. To create one, use POST' : '';
}

/** As in the OpenAPI document, so nothing that was sent is repeated. */
function templateOf(url: string): string {
  return url.replaceAll(/:(\w+)/g, '{$1}');
}
