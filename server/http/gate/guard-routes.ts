// Puts every API route behind the gate: a route without a scope, or a web app route without
// `member`, fails the start. 404 and 405 under the API are sent to authenticated callers only.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import createRouter from 'find-my-way';
import { echoed } from '#core/reading/cut-messages.ts';
import { withoutPersonalData } from '#core/redact-personal-data.ts';
import { ApiError } from '../refusals/api-error.ts';
import type { Gate } from './authenticate.ts';

const apiPrefix = '/v1/api';
// The web app's own API, for members only.
const appPrefix = '/v1/app';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for a 405: the methods that exist at the path. */
    otherMethodsAt: RoutePath | null;
  }
}

interface RoutePath {
  url: string;
  methods: Set<string>;
}

/** `maxParamLength` must equal the app's. */
export function guardRoutes(app: FastifyInstance, gate: Gate, maxParamLength: number): void {
  const paths = new Map<string, RoutePath>();
  // Finds a path whatever its methods. A catch-all route per path would do the same, and cost
  // megabytes.
  const finder = createRouter({ maxParamLength });
  app.decorateRequest('caller', null);
  app.decorateRequest('otherMethodsAt', null);

  app.addHook('onRoute', ({ url, method, config }) => {
    if (isApi(url) && !config?.scope) throw new Error(`route ${url} names no scope`);
    if (isApi(url) && !config?.shows) throw new Error(`route ${url} names no \`shows\``);
    if (isOfWebApp(url) && !config?.member) {
      throw new Error(`route ${url} names no member`);
    }
    let path = paths.get(url);
    if (!path) {
      path = { url, methods: new Set() };
      paths.set(url, path);
      finder.on('GET', url, () => {}, path);
    }
    for (const one of [method].flat()) path.methods.add(one);
  });

  // Runs before the body is read. Checks the route that was found, since a URL can be written in
  // many ways.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) request.otherMethodsAt = finder.find('GET', request.url)?.store ?? null;
    const url = routeUrlOf(request) ?? pathOf(request);
    const { scope: scopes = [], member } = request.routeOptions.config;
    if (isApi(url)) await gate.enter(request, reply, scopes);
    if (isOfWebApp(url) && member) await gate.enterApp(request, reply, { member, scopes });
    if (request.otherMethodsAt) throw notAllowed(request, request.otherMethodsAt);
    if (request.is404 && !isPageRequest(request)) throw nothingAt(request);
  });
}

/** Redacts every response to callers without personal data. */
export function hidePersonalData(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isUnredacted = !request.caller?.isImpersonal || reply.statusCode >= 400;
    if (isUnredacted || payload === null || payload === undefined) return done(null, payload);
    const { shows = 'personal' } = request.routeOptions.config;
    try {
      const answer = withoutPersonalData(shows, JSON.parse(String(payload)));
      done(null, JSON.stringify(answer));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** A browser navigation, for which the web app shows its own 404 page. */
function isPageRequest(request: FastifyRequest): boolean {
  const { method, headers } = request;
  const takesPages = headers.accept?.includes('text/html') ?? false;
  return method === 'GET' && takesPages && !isUnder('/v1', pathOf(request));
}

function notAllowed({ method }: FastifyRequest, { methods }: RoutePath): ApiError {
  const allow = [...methods].sort().join(', ');
  return new ApiError(405, `${method} is not allowed here; use ${allow}`, { headers: { allow } });
}

/** The pattern of the matched route, or for a 405 of the path. */
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

/** The path without the query string. */
export function pathOf({ url }: FastifyRequest): string {
  return url.replace(/^https?:\/\/[^/?]*/i, '').replace(/\?.*$/s, '');
}
