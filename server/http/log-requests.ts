// Adds every request by an API key to the brand's request log, with the body of a refused lead, so
// that it can be rescued. Of members' requests only changes, refusals and exports are logged: an
// open board polls.
import { randomUUIDv7 } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LoggedRequestCells } from '#actions/logged-requests.ts';
import { bodyBytesMax, messagesBytesLogged } from '#contract/limits.ts';
import type { Caller } from '#core/caller.ts';
import { errorDetails } from '#core/reading/error-details.ts';
import { type FieldMessage, textsOf } from '#core/reading/field-message.ts';
import type { LoggedError } from '#core/requests/present-request.ts';
import { cutMessage } from '#core/reading/cut-messages.ts';
import { isOfWebApp, pathOf, routeUrlOf } from './gate/guard-routes.ts';
import type { RequestLog } from './request-log.ts';
import { isExport, whenAnswered } from './when-answered.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The error sent to the caller. */
    refusal: LoggedError | null;
  }
}

/** A refused lead of a batch; others of the batch may have been created. */
export interface RefusedLead {
  /** Zero-based, in the batch. */
  index: number;
  sent: unknown;
  messages: FieldMessage[];
}

const leadRoute = '/v1/api/leads';
const refusedLeadStatuses = new Set([400, 413, 415, 422]);
// Longer than any existing path; a 404 may have a path of any length.
const pathLengthMax = 500;

export function logRequests(app: FastifyInstance, log: RequestLog): void {
  app.decorateRequest('refusal', null);
  const nameOf = routeNames();

  whenAnswered(app, (request, reply) => {
    const { caller } = request;
    const url = request.misdirectedTo ?? routeUrlOf(request);
    if (caller && isLogged(request, reply)) {
      const route = url === undefined ? null : nameOf(url);
      // For the web app's own API the route is enough.
      const path = isOfWebApp(url ?? '') ? route : pathOf(request).slice(0, pathLengthMax);
      log.add([
        caller.brandId,
        request.id,
        caller.keyId,
        caller.memberId,
        request.method,
        route,
        path === route ? null : path,
        reply.statusCode,
        Math.round(reply.elapsedTime),
        request.refusal === null ? null : loggedError(request.refusal),
        refusedBodyOf(request, reply),
      ]);
      logMisdirectedLeads(log, caller, request, reply.statusCode);
    }
  });
}

function isLogged(request: FastifyRequest, { statusCode }: FastifyReply): boolean {
  if (request.caller?.memberId === null || request.method !== 'GET' || statusCode >= 400)
    return true;
  return isExport(request.routeOptions.url ?? '');
}

/** Route names as in the OpenAPI document: /v1/api/work-items/{id}. */
function routeNames(): (url: string) => string {
  const names = new Map<string, string>();
  return (url) => {
    const known = names.get(url);
    if (known !== undefined) return known;
    const name = url.replaceAll(/:(\w+)/g, '{$1}');
    names.set(url, name);
    return name;
  };
}

function loggedError({ message, ...rest }: LoggedError): string {
  return JSON.stringify({ ...rest, message: cutMessage(message, messagesBytesLogged) });
}

function refusedBodyOf(request: FastifyRequest, reply: FastifyReply): string | null {
  const isRefusedLead =
    request.misdirectedTo !== null ||
    (refusedLeadStatuses.has(reply.statusCode) && request.routeOptions.config.keepsRefusedBody);
  if (!isRefusedLead) return null;
  // PostgreSQL text cannot hold NUL, and valid JSON never does.
  return request.sentText?.replaceAll('\0', '\ufffd') ?? null;
}

/** Called before the response: the caller may disconnect first, and a retry does not log. */
export function logRefusedLeads(
  log: RequestLog,
  { id, caller }: { id: string; caller: Caller },
  leads: readonly RefusedLead[],
): void {
  for (const { index, sent, messages } of leads) {
    const error = {
      message: textsOf(messages),
      code: 'validation_failed',
      details: errorDetails(messages),
    } as const;
    const answer = { method: 'POST', status: 400, error };
    log.add(entryOfLead(sent, { id, caller, path: `${leadRoute}/batch#${index}`, ...answer }));
  }
}

function logMisdirectedLeads(
  log: RequestLog,
  caller: Caller,
  request: FastifyRequest,
  status: number,
): void {
  const { id, method, refusal: error, misdirectedLeads } = request;
  const url = pathOf(request).slice(0, pathLengthMax);
  for (const [index, sent] of (misdirectedLeads ?? []).entries()) {
    log.add(entryOfLead(sent, { id, caller, path: `${url}#${index}`, method, status, error }));
  }
}

const timeLength = 'xxxxxxxx-xxxx'.length;

/** A new id with the timestamp of `id`. */
function siblingId(id: string): string {
  return id.slice(0, timeLength) + randomUUIDv7().slice(timeLength);
}

interface LeadOfBatch {
  /** Of the batch. */
  id: string;
  caller: Caller;
  path: string;
  method: string;
  status: number;
  error: LoggedError | null;
}

/** The same entry as for a single lead, except for the path. */
function entryOfLead(
  sent: unknown,
  { id, caller, path, method, status, error }: LeadOfBatch,
): LoggedRequestCells {
  const text = JSON.stringify(sent);
  return [
    caller.brandId,
    siblingId(id),
    caller.keyId,
    caller.memberId,
    method,
    leadRoute,
    path,
    status,
    0,
    error && loggedError(error),
    // A longer body would be refused as a single lead too.
    Buffer.byteLength(text) > bodyBytesMax ? null : text,
  ];
}
