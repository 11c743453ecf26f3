// The API reference for people. All of it comes from this server.
import type { FastifyInstance } from 'fastify';
import { sendPacked } from '../packed-file.ts';
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
      })
      .type('text/html; charset=utf-8')
      .send(pageHtml),
  );

  app.get('/docs/start.js', { schema }, async (_request, reply) =>
    reply.type(javascript).send(startScript),
  );

  app.get('/docs/scalar.js', { schema }, async (request, reply) =>
    sendPacked(request, reply.type(javascript), await scalarScript()),
  );
}
