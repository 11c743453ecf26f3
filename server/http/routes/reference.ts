// The API reference for people. All of it comes from this server.
import { createGunzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { contentSecurityPolicy, pageHtml, startScript } from '../reference/page.ts';
import { scalarScript } from '../reference/scalar-script.ts';

const javascript = 'text/javascript; charset=utf-8';

export function referenceRoutes(app: FastifyInstance): void {
  const schema = { hide: true };

  app.get('/docs', { schema }, async (_request, reply) =>
    reply
      .headers({
        'content-security-policy': contentSecurityPolicy,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .type('text/html; charset=utf-8')
      .send(pageHtml),
  );

  app.get('/docs/start.js', { schema }, async (_request, reply) =>
    reply.type(javascript).send(startScript),
  );

  app.get('/docs/scalar.js', { schema }, async (request, reply) => {
    const { gzip, etag } = await scalarScript();
    // It is large and changes only with a new version: browsers keep it and ask whether it is the same.
    void reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    void reply.type(javascript);
    if (/\bgzip\b/.test(String(request.headers['accept-encoding']))) {
      return reply.header('content-encoding', 'gzip').send(gzip);
    }
    const unpacked = createGunzip();
    unpacked.end(gzip);
    return reply.send(unpacked);
  });
}
