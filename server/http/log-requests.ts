// Adds every request by an API key to the brand's request log. A refused lead is kept with its body
// before the answer, so that it can be rescued. Of members' requests only changes, refusals and exports are logged: an
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
import { Overloaded } from '#db/database.ts';
import type { TimeBudget } from '#runner/time-budget.ts';
import { isOfWebApp, pathOf, routeUrlOf } from './gate/guard-routes.ts';
import { refusalOf, writeError } from './refusals/render-error.ts';
import type { RefusedLeads } from './refused-leads.ts';
import type { RequestLog } from './request-log.ts';
import { isExport, whenAnswered } from './when-answered.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The error sent to the caller. */
    refusal: LoggedError | null;
    /** The request log has it, or may have it. */
    isLogged: boolean;
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
// As many as are written together.
const chunkSize = 32;

export function logRequests(
  app: FastifyInstance,
  { requestLog, refusedLeads }: { requestLog: RequestLog; refusedLeads: RefusedLeads },
): void {
  app.decorateRequest('refusal', null);
  app.decorateRequest('isLogged', false);
  const nameOf = routeNames();

  // An answer means that it is on disk, also for a refused lead.
  app.addHook('onSend', (request, reply, payload, done) => {
    const body = refusedBodyOf(request, reply);
    const { caller, misdirectedLeads } = request;
    if (!caller || (body === null && misdirectedLeads === null)) return done(null, payload);
    const send = (answer: unknown) => done(null, answer);
    const entries = [
      entryOf(request, reply, { caller, body }),
      ...misdirectedEntries(caller, request, reply.statusCode),
    ];
    void answerWhenKept(request, reply, entries).then((instead) => send(instead ?? payload));
  });

  /** Returns the body of a 503 when they could not be written. */
  async function answerWhenKept(
    request: FastifyRequest,
    reply: FastifyReply,
    entries: readonly LoggedRequestCells[],
  ): Promise<string | null> {
    try {
      await keepAll(refusedLeads, request.budget, entries);
      request.isLogged = true;
      return null;
    } catch (error) {
      // The entry may be there: a second one with its id would fail.
      request.isLogged = !(error instanceof Overloaded);
      void reply.removeHeader('error-details');
      return writeError(refusalOf(error, request, reply), request, reply);
    }
  }

  whenAnswered(app, (request, reply) => {
    const { caller } = request;
    if (!caller || request.isLogged || !isLogged(request, reply)) return;
    requestLog.add(entryOf(request, reply, { caller, body: null }));
  });

  function entryOf(
    request: FastifyRequest,
    reply: FastifyReply,
    { caller, body }: { caller: Caller; body: string | null },
  ): LoggedRequestCells {
    const url = request.misdirectedTo ?? routeUrlOf(request);
    const route = url === undefined ? null : nameOf(url);
    // For the web app's own API the route is enough.
    const path = isOfWebApp(url ?? '') ? route : pathOf(request).slice(0, pathLengthMax);
    return [
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
      body,
    ];
  }
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

/** Resolves when they are on disk. */
export function keepRefusedOfBatch(
  refusedLeads: RefusedLeads,
  { id, budget, caller }: Pick<FastifyRequest, 'id' | 'budget'> & { caller: Caller },
  leads: readonly RefusedLead[],
): Promise<void> {
  const entries = leads.map(({ index, sent, messages }) => {
    const error = {
      message: textsOf(messages),
      code: 'validation_failed',
      details: errorDetails(messages),
    } as const;
    const answer = { method: 'POST', status: 400, error };
    return entryOfLead(sent, { id, caller, path: `${leadRoute}/batch#${index}`, ...answer });
  });
  return keepAll(refusedLeads, budget, entries);
}

function misdirectedEntries(
  caller: Caller,
  request: FastifyRequest,
  status: number,
): LoggedRequestCells[] {
  const { id, method, refusal: error, misdirectedLeads } = request;
  const url = pathOf(request).slice(0, pathLengthMax);
  return (misdirectedLeads ?? []).map((sent, index) =>
    entryOfLead(sent, { id, caller, path: `${url}#${index}`, method, status, error }),
  );
}

/** In chunks: the refused leads of other callers take turns. */
async function keepAll(
  refusedLeads: RefusedLeads,
  budget: TimeBudget,
  entries: readonly LoggedRequestCells[],
): Promise<void> {
  for (let at = 0; at < entries.length; at += chunkSize) {
    if (at > 0) budget.renew();
    const chunk = entries.slice(at, at + chunkSize);
    await Promise.all(chunk.map((entry) => refusedLeads.keep(budget, entry)));
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
