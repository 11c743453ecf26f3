// The API reference page at /docs, served without third-party requests.
import type { FastifyInstance } from 'fastify';
import { sendPacked } from '../packed-file.ts';
import { contentSecurityPolicy, pageHtml, startScript } from '../reference/page.ts';
import { scalarScript } from '../reference/scalar-script.ts';

const javascript = 'text/javascript; charset=utf-8';

export function referenceRoutes(app: FastifyInstance): void {
  app.get('/docs', async (_request, reply) =>
    reply
      .headers({
        'content-security-policy': contentSecurityPolicy,
        'referrer-policy': 'no-referrer',
      })
      .type('text/html; charset=utf-8')
      .send(pageHtml),
  );

  app.get('/docs/start.js', async (_request, reply) => reply.type(javascript).send(startScript));

  app.get('/docs/scalar.js', async (request, reply) =>
    sendPacked(request, reply.type(javascript), await scalarScript()),
  );
}
