// No way into the API past the gate: every route names its scope, or in the web app's own interface the
// member it is for, or the service does not start. Paths of the API that do not exist and methods that a path
// does not take are told only to callers who are known.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import createRouter from 'find-my-way';
import { echoed } from '#core/reading/cut-messages.ts';
import { withoutPersonalData } from '#core/redact-personal-data.ts';
import { ApiError } from '../refusals/api-error.ts';
import type { Gate } from './authenticate.ts';

const apiPrefix = '/v1/api';
// The web app's own interface, for members only.
const appPrefix = '/v1/app';

declare module 'fastify' {
  interface FastifyRequest {
    /** For a request whose method nothing takes at its address: what else is there. */
    otherMethodsAt: Place | null;
  }
}

interface Place {
  url: string;
  methods: Set<string>;
}

/** `maxParamLength` as that of the app. */
export function guardRoutes(app: FastifyInstance, gate: Gate, maxParamLength: number): void {
  const places = new Map<string, Place>();
  // Knows of every address, whatever its methods. Routes that refuse all other methods would do the same, and
  // cost megabytes.
  const finder = createRouter({ maxParamLength });
  app.decorateRequest('caller', null);
  app.decorateRequest('otherMethodsAt', null);

  app.addHook('onRoute', ({ url, method, config }) => {
    if (isApi(url) && !config?.scope) throw new Error(`route ${url} names no scope`);
    if (isApi(url) && !config?.shows) throw new Error(`route ${url} does not say what it shows`);
    if (isOfWebApp(url) && !config?.member) {
      throw new Error(`route ${url} does not say whom it is for`);
    }
    let place = places.get(url);
    if (!place) {
      place = { url, methods: new Set() };
      places.set(url, place);
      finder.on('GET', url, () => {}, place);
    }
    for (const one of [method].flat()) place.methods.add(one);
  });

  // All of it comes before the body is read. What counts is the route that was found: an address can be
  // written in many ways.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) request.otherMethodsAt = finder.find('GET', request.url)?.store ?? null;
    const url = routeUrlOf(request) ?? pathOf(request);
    const { scope: scopes = [], member } = request.routeOptions.config;
    if (isApi(url)) await gate.enter(request, reply, scopes);
    if (isOfWebApp(url) && member) await gate.enterApp(request, reply, { member, scopes });
    if (request.otherMethodsAt) throw notAllowed(request, request.otherMethodsAt);
    if (request.is404 && !isAskedByReader(request)) throw nothingAt(request);
  });
}

/** The way out, for callers without personal data: no answer gets past it. */
export function hidePersonalData(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isWhole = !request.caller?.isImpersonal || reply.statusCode >= 400;
    if (isWhole || payload === null || payload === undefined) return done(null, payload);
    const { shows = 'personal' } = request.routeOptions.config;
    try {
      const answer = withoutPersonalData(shows, JSON.parse(String(payload)));
      done(null, JSON.stringify(answer));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Somebody who followed a link or typed an address; the web app then says that there is nothing. */
function isAskedByReader(request: FastifyRequest): boolean {
  const { method, headers } = request;
  const takesPages = headers.accept?.includes('text/html') ?? false;
  return method === 'GET' && takesPages && !isUnder('/v1', pathOf(request));
}

function notAllowed({ method }: FastifyRequest, { methods }: Place): ApiError {
  const allow = [...methods].sort().join(', ');
  return new ApiError(405, `${method} is not allowed here; use ${allow}`, { headers: { allow } });
}

/** Of the route that was found, or of those at its address that take other methods. */
export function routeUrlOf({ routeOptions, otherMethodsAt }: FastifyRequest): string | undefined {
  return routeOptions.url ?? otherMethodsAt?.url;
}

export function isApi(path: string): boolean {
  return isUnder(apiPrefix, path);
}

export function isOfWebApp(path: string): boolean {
  return isUnder(appPrefix, path);
}

function isUnder(prefix: string, path: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

export function nothingAt(request: FastifyRequest): ApiError {
  return new ApiError(404, `There is nothing at ${request.method} ${echoed(pathOf(request))}`);
}

/** Without the query. */
export function pathOf({ url }: FastifyRequest): string {
  return url.replace(/^https?:\/\/[^/?]*/i, '').replace(/\?.*$/s, '');
}
