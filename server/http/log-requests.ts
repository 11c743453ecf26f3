// Every request by a key goes into the brand's log of requests, and with a lead that was refused its body, so that
// it can be rescued. Of what members do in the web app, only changes, refusals and exports: an open board looks
// again and again.
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
    /** What the caller is told of an error. */
    refusal: string | string[] | null;
  }
}

/** One of a batch, of which others may have been made. */
export interface RefusedLead {
  /** In the batch, from 0. */
  place: number;
  sent: unknown;
  messages: string[];
}

const leadRoute = '/v1/api/leads';
const refusedLeadStatuses = new Set([400, 413, 415, 422]);
// Long enough for every path that there is; those that there are not may be of any length.
const pathLengthMax = 500;

export function logRequests(app: FastifyInstance, log: RequestLog): void {
  app.decorateRequest('refusal', null);
  const nameOf = routeNames();

  whenAnswered(app, (request, reply) => {
    const { caller } = request;
    const url = routeUrlOf(request);
    if (caller && isWorthKnowing(request, reply)) {
      const route = url === undefined ? null : nameOf(url);
      // Of the web app's own interface the route says enough, and is no integrator's to call.
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
        keptTextOf(request, reply),
      ]);
    }
  });
}

function isWorthKnowing(request: FastifyRequest, { statusCode }: FastifyReply): boolean {
  if (request.caller?.memberId === null || request.method !== 'GET' || statusCode >= 400)
    return true;
  return isExport(request.routeOptions.url ?? '');
}

/** As the reference writes them: /v1/api/work-items/{id}. */
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

function keptTextOf(request: FastifyRequest, reply: FastifyReply): string | null {
  if (reply.statusCode < 400 || !refusedLeadStatuses.has(reply.statusCode)) return null;
  if (!request.routeOptions.config.keepsRefusedBody) return null;
  // The one character that PostgreSQL keeps in no text. No JSON has it either.
  return request.sentText?.replaceAll('\0', '\ufffd') ?? null;
}

/** At once: who sent the batch may be gone before its answer, and is told nothing of them the next time. */
export function logRefusedLeads(
  log: RequestLog,
  { id, caller }: { id: string; caller: Caller },
  leads: readonly RefusedLead[],
): void {
  for (const lead of leads) log.add(entryOfLead(lead, { id: idBeside(id), caller }));
}

const timeLength = 'xxxxxxxx-xxxx'.length;

/** With the same time in it. */
function idBeside(id: string): string {
  return id.slice(0, timeLength) + randomUUIDv7().slice(timeLength);
}

/** As if it had been sent alone, but for the path. */
function entryOfLead(
  { place, sent, messages }: RefusedLead,
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
    `${leadRoute}/batch#${place}`,
    400,
    0,
    loggedMessage(messages),
    // A longer one would not be taken alone either.
    Buffer.byteLength(text) > bodyBytesMax ? null : text,
  ];
}
