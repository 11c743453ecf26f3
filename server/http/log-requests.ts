// Adds every request by an API key to the brand's request log, with the body of a refused lead, so
// that it can be rescued. Of members' requests only changes, refusals and exports are logged: an
// open board polls.
import { randomUUIDv7 } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LoggedRequestCells } from '#actions/logged-requests.ts';
import { bodyBytesMax, messagesBytesLogged } from '#contract/limits.ts';
import type { Caller } from '#core/caller.ts';
import { cutMessage } from '#core/reading/cut-messages.ts';
import { isOfWebApp, pathOf, routeUrlOf } from './gate/guard-routes.ts';
import type { RequestLog } from './request-log.ts';
import { isExport, whenAnswered } from './when-answered.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The error message sent to the caller. */
    refusal: string | string[] | null;
  }
}

/** A refused lead of a batch; others of the batch may have been created. */
export interface RefusedLead {
  /** Zero-based, in the batch. */
  index: number;
  sent: unknown;
  messages: string[];
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
    const url = routeUrlOf(request);
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
        request.refusal === null ? null : loggedMessage(request.refusal),
        refusedBodyOf(request, reply),
      ]);
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

function loggedMessage(message: string | readonly string[]): string {
  return JSON.stringify(cutMessage(message, messagesBytesLogged));
}

function refusedBodyOf(request: FastifyRequest, reply: FastifyReply): string | null {
  if (reply.statusCode < 400 || !refusedLeadStatuses.has(reply.statusCode)) return null;
  if (!request.routeOptions.config.keepsRefusedBody) return null;
  // PostgreSQL text cannot hold NUL, and valid JSON never does.
  return request.sentText?.replaceAll('\0', '\ufffd') ?? null;
}

/** Called before the response: the caller may disconnect first, and a retry does not log. */
export function logRefusedLeads(
  log: RequestLog,
  { id, caller }: { id: string; caller: Caller },
  leads: readonly RefusedLead[],
): void {
  for (const lead of leads) log.add(entryOfLead(lead, { id: siblingId(id), caller }));
}

const timeLength = 'xxxxxxxx-xxxx'.length;

/** A new id with the timestamp of `id`. */
function siblingId(id: string): string {
  return id.slice(0, timeLength) + randomUUIDv7().slice(timeLength);
}

/** The same entry as for a single lead, except for the path. */
function entryOfLead(
  { index, sent, messages }: RefusedLead,
  { id, caller }: { id: string; caller: Caller },
): LoggedRequestCells {
  const text = JSON.stringify(sent);
  return [
    caller.brandId,
    id,
    caller.keyId,
    caller.memberId,
    'POST',
    leadRoute,
    `${leadRoute}/batch#${index}`,
    400,
    0,
    loggedMessage(messages),
    // A longer body would be refused as a single lead too.
    Buffer.byteLength(text) > bodyBytesMax ? null : text,
  ];
}
