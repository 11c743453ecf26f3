// The client as an npm package at /docs/client.tgz, built with this version of the service.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { matchesIfNoneMatch } from '#core/requests/etag.ts';
import { builtClient } from '#runtime/program.js';
import { ApiError } from '../refusals/api-error.ts';

export function clientPackageRoutes(app: FastifyInstance): void {
  // At the start, because later builds remove this one.
  const content = readClient();
  const etag = content && `"${hash('sha256', content).slice(0, 20)}"`;

  app.get('/docs/client.tgz', async (request, reply) => {
    if (!content || !etag) {
      const fix = 'Run: npm ci && npm run build, and restart the service';
      throw new ApiError(503, `The client is not built. ${fix}. The API works`);
    }
    void reply.headers({ etag, 'cache-control': 'no-cache' });
    if (matchesIfNoneMatch(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('application/gzip').send(content);
  });
}

function readClient(): Buffer | null {
  const file = builtClient();
  try {
    return file && readFileSync(file);
  } catch {
    return null;
  }
}
