// No way into the API past the gate: every route names its scope, or in the web app's own interface the
// member it is for, or the service does not start. Paths of the API that do not exist and methods that a path
// does not take are told only to callers who are known.
import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import type { Gate } from './authenticate.ts';

const apiPrefix = '/v1/api';
// The web app's own interface, for members only.
const appPrefix = '/v1/app';
// All that the HTTP parser knows; a CONNECT never comes this far.
const methodsAnswered = METHODS.filter((method) => method !== 'CONNECT');

interface RouteGuard {
  refuseOtherMethods(): void;
}

export function guardRoutes(app: FastifyInstance, gate: Gate): RouteGuard {
  const methodsByUrl = new Map<string, Set<string>>();
  let isComplete = false;
  app.decorateRequest('caller', null);
  for (const method of methodsAnswered) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }

  app.addHook('onRoute', ({ url, method, config }) => {
    if (isApi(url) && !config?.scope) throw new Error(`route ${url} names no scope`);
    if (isOfWebApp(url) && !config?.member && !isComplete) {
      throw new Error(`route ${url} does not say whom it is for`);
    }
    const methods = methodsByUrl.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    methodsByUrl.set(url, methods);
  });

  // All of it comes before the body is read. What counts is the route that was found: an address can be
  // written in many ways.
  app.addHook('onRequest', async (request, reply) => {
    const { url = pathOf(request), config } = request.routeOptions;
    const { scope: scopes = [], member } = config;
    if (isApi(url)) await gate.enter(request, reply, scopes);
    if (isOfWebApp(url) && member) await gate.enterApp(request, reply, { member, scopes });
    if (request.is404) throw nothingAt(request);
  });
  app.setNotFoundHandler(async (request) => {
    throw nothingAt(request);
  });

  return {
    /** To be called when all routes stand: each path then answers every other method with 405. */
    refuseOtherMethods() {
      isComplete = true;
      for (const [url, methods] of Array.from(methodsByUrl)) {
        const allow = [...methods].sort().join(', ');
        app.route({
          method: methodsAnswered.filter((method) => !methods.has(method)),
          url,
          config: { scope: [] },
          schema: { hide: true },
          onRequest: async (request) => {
            throw new ApiError(405, `${request.method} is not allowed here; use ${allow}`, {
              headers: { allow },
            });
          },
          handler: async () => {},
        });
      }
    },
  };
}

function isApi(path: string): boolean {
  return isUnder(apiPrefix, path);
}

export function isOfWebApp(path: string): boolean {
  return isUnder(appPrefix, path);
}

function isUnder(prefix: string, path: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

export function nothingAt(request: FastifyRequest): ApiError {
  return new ApiError(404, `There is nothing at ${request.method} ${pathOf(request)}`);
}

/** Without the query. */
export function pathOf({ url }: FastifyRequest): string {
  return url.replace(/^https?:\/\/[^/?]*/i, '').replace(/\?.*$/s, '');
}
