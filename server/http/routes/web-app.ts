// The web app: one HTML page for all of its paths, and the files it loads.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sessionTokenIn } from '#core/accounts/session-token.ts';
import { matchesIfNoneMatch } from '#core/requests/etag.ts';
import { ApiError } from '../refusals/api-error.ts';
import { pathOf } from '../gate/guard-routes.ts';
import { nothingAt } from '../gate/near-misses.ts';
import { builtFilesRoute, findWebFiles, howToBuildWebApp, type WebFile } from '../web-files.ts';

// The first path segment of every page of the app: see web/src/app/pages.tsx.
const pagePaths = [
  'sign-in',
  'forgot',
  'welcome',
  'leads',
  'jobs',
  'today',
  'calendar',
  'customers',
  'tray',
  'overview',
  'settings',
];
const builtFiles = builtFilesRoute.slice(0, -1);
const noncePlaceholder = '__NONCE__';
const nonceBytes = 16;
// The skeleton of the app in web/index.html: visitors without a session get the sign-in page instead.
const framePattern = /<!-- frame.*<!-- end of frame -->/s;

export function webAppRoutes(app: FastifyInstance): void {
  const { files, page } = findWebFiles();

  const pageWithoutFrame = page?.replace(framePattern, '');

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (page === null) {
      throw new ApiError(503, `The web app is not built. ${howToBuildWebApp}. The API works`, {
        code: 'web_app_not_built',
      });
    }
    const nonce = randomBytes(nonceBytes).toString('base64');
    return reply
      .headers({
        'content-security-policy': contentSecurityPolicy(nonce),
        'cache-control': 'no-cache',
        // The URL of a page may hold the token of a link.
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      })
      .type('text/html; charset=utf-8')
      .send(
        (sessionTokenIn(request.headers.cookie) ? page : pageWithoutFrame!).replaceAll(
          noncePlaceholder,
          nonce,
        ),
      );
  };
  app.get('/', sendPage);
  for (const path of pagePaths) {
    app.get(`/${path}`, { config: { isPage: true } }, sendPage);
    app.get(`/${path}/*`, { config: { isPage: true } }, sendPage);
  }
  // Only page visits get here: the gate has refused all other requests.
  app.setNotFoundHandler(async (request, reply) => {
    if (page === null) throw nothingAt(request.method, pathOf(request), null);
    return sendPage(request, reply.code(404).header('error-code', 'route_not_found'));
  });

  const sendFile = async (request: FastifyRequest, reply: FastifyReply) => {
    const file = files.get(pathOf(request));
    if (!file) throw nothingAt(request.method, pathOf(request), null);
    const { 'if-none-match': known, 'accept-encoding': accepted } = request.headers;
    void reply.headers(fileHeaders(file));
    if (matchesIfNoneMatch(known, file.etag)) return reply.code(304).send();
    const { encoding, bytes, content } = file.open(String(accepted ?? ''));
    if (encoding) void reply.header('content-encoding', encoding);
    return reply.type(file.contentType).header('content-length', bytes).send(content);
  };
  // One route for more than a hundred files: each route takes memory.
  app.get(builtFilesRoute, sendFile);
  for (const path of files.keys()) {
    if (!path.startsWith(builtFiles)) app.get(path, sendFile);
  }
}

function fileHeaders({ etag, isImmutable }: WebFile): Record<string, string> {
  return {
    etag,
    vary: 'accept-encoding',
    'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
}

// Photos come from this server, signatures are data: URLs, and the app's styles carry the page's nonce.
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
