// The integration guide at /docs/guide.
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { projectFile } from '#runtime/program.js';
import { pack, type PackedFile, sendPacked } from '../packed-file.ts';

const scriptFile = projectFile('server/http/guide/script.js');
const styleFile = projectFile('server/http/guide/style.css');

const permanently = 308;

export function guideRoutes(
  app: FastifyInstance,
  { publicUrl }: { publicUrl: string | null },
): void {
  // Loads the Markdown library on the first request.
  const page = once(async () => {
    const { guideHtml, guidePolicy } = await import('../guide/page.ts');
    return { ...pack(await guideHtml(publicUrl)), policy: guidePolicy };
  });
  const script = once(async () => pack(await readFile(scriptFile)));
  const style = once(async () => pack(await readFile(styleFile)));

  app.get('/docs/guide', async (request, reply) => {
    const { policy, ...file } = await page();
    void reply.type('text/html; charset=utf-8').headers({
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
    });
    return sendPacked(request, reply, file);
  });

  // Relative, so that they work behind a proxy with a path prefix.
  app.get('/docs/', async (_request, reply) => reply.redirect('../docs', permanently));
  app.get('/docs/guide/', async (_request, reply) => reply.redirect('../guide', permanently));

  const files: Record<string, [type: string, load: () => Promise<PackedFile>]> = {
    '/docs/guide/script.js': ['text/javascript; charset=utf-8', script],
    '/docs/guide/style.css': ['text/css; charset=utf-8', style],
  };
  for (const [path, [type, load]] of Object.entries(files)) {
    app.get(path, async (request, reply) => sendPacked(request, reply.type(type), await load()));
  }
}

/** Runs on the first call and caches the result; a failure is retried by the next call. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | undefined;
  return () =>
    (cached ??= make().catch((error: unknown) => {
      cached = undefined;
      throw error;
    }));
}
