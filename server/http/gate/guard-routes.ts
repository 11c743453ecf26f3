// Puts every API route behind the gate: a route without a scope, or a web app route without
// `member`, fails the start. 404 and 405 under the API are sent to authenticated callers only.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import createRouter from 'find-my-way';
import { withoutPersonalData } from '#core/redact-personal-data.ts';
import { NearPaths } from '#core/requests/near-path.ts';
import type { Gate } from './authenticate.ts';
import { keepMisdirectedLead, leadPathMeantBy, notAllowed, nothingAt } from './near-misses.ts';

const apiPrefix = '/v1/api';
// The web app's own API, for members only.
const appPrefix = '/v1/app';
/** The Model Context Protocol, for assistants. */
export const mcpPath = '/mcp';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A page of the web app. */
    isPage?: boolean;
  }
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
  app.decorateRequest('misdirectedTo', null);
  app.decorateRequest('misdirectedLeads', null);
  // Built at the first miss, when all routes are known.
  let nearPaths: NearPaths | undefined;
  const nearTo = ({ method }: FastifyRequest, path: string) => {
    nearPaths ??= new NearPaths(
      [...paths.values()].filter(({ url }) => isApi(url) || url === mcpPath),
    );
    return nearPaths.find(path, method);
  };

  app.addHook('onRoute', ({ url, method, config }) => {
    const isForKeys = isApi(url) || url === mcpPath;
    if (isForKeys && !config?.scope) throw new Error(`route ${url} names no scope`);
    if (isForKeys && !config?.shows) throw new Error(`route ${url} names no \`shows\``);
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
    const path = pathOf(request);
    // The router takes /v1/api/leads/ as a lead with an empty id.
    const hasEmptyId = !request.is404 && isApi(path) && path.endsWith('/');
    const isMiss = request.is404 || hasEmptyId;
    const mistaken = isMiss ? undefined : pathOfOtherMethods(request, path);
    if (isMiss) request.otherMethodsAt = finder.find('GET', request.url)?.store ?? null;
    else if (mistaken) request.otherMethodsAt = mistaken;
    const url = routeUrlOf(request) ?? path;
    const { scope: scopes = [], member } = request.routeOptions.config;
    if (isApi(url)) await gate.enter(request, reply, hasEmptyId || mistaken ? [] : scopes);
    if (url === mcpPath) await gate.enterAssistant(request, reply, scopes);
    if (isOfWebApp(url) && member) await gate.enterApp(request, reply, { member, scopes });
    if (isMiss && !isPageRequest(request)) await refuseMiss(request, reply, path);
    if (mistaken) throw notAllowed(request, mistaken, null);
    if (isMistakenForPage(request)) {
      const near = nearTo(request, path);
      if (near?.methods.has(request.method)) throw nothingAt(request.method, path, near);
    }
  });

  async function refuseMiss(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
  ): Promise<void> {
    const { method, otherMethodsAt } = request;
    const meant = leadPathMeantBy(method, path);
    if (meant) await keepMisdirectedLead(request, reply, gate, meant);
    const near = meant ?? nearTo(request, path);
    // An empty id, as in /v1/api/leads/, is no path of its own.
    const isPath = otherMethodsAt !== null && !(path.endsWith('/') && isApi(path));
    throw isPath ? notAllowed(request, otherMethodsAt, near) : nothingAt(method, path, near);
  }

  /** /v1/api/leads/batch exists, so it is no id of a lead, whatever the router found for GET. */
  function pathOfOtherMethods({ method }: FastifyRequest, path: string): RoutePath | undefined {
    const exact = paths.get(path);
    return exact?.methods.has(method) ? undefined : exact;
  }
}

/** A program that forgot /v1/api would get the HTML of the web app's page with that name. */
function isMistakenForPage({ headers, routeOptions }: FastifyRequest): boolean {
  const hasKey = headers['x-api-key'] !== undefined;
  return hasKey && routeOptions.config.isPage === true && !takesPages(headers.accept);
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
  return method === 'GET' && takesPages(headers.accept) && !isUnder('/v1', pathOf(request));
}

function takesPages(accept: string | undefined): boolean {
  return accept?.includes('text/html') ?? false;
}

/** The pattern of the matched route, or for a 405 of the path, which the router may have taken for another. */
export function routeUrlOf({ routeOptions, otherMethodsAt }: FastifyRequest): string | undefined {
  return otherMethodsAt?.url ?? routeOptions.url;
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

/** The path without the query string. */
export function pathOf({ url }: FastifyRequest): string {
  return url.replace(/^https?:\/\/[^/?]*/i, '').replace(/\?.*$/s, '');
}
