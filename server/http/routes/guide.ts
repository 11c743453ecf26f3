// The guide for integrators, beside the API reference.
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { projectFile } from '#runtime/program.js';
import { pack, type PackedFile, sendPacked } from '../packed-file.ts';

const scriptFile = projectFile('server/http/guide/script.js');
const styleFile = projectFile('server/http/guide/style.css');

export function guideRoutes(
  app: FastifyInstance,
  { publicUrl }: { publicUrl: string | null },
): void {
  const schema = { hide: true };
  // With the Markdown library, which nobody needs before.
  const page = once(async () => {
    const { guideHtml, guidePolicy } = await import('../guide/page.ts');
    return { ...pack(await guideHtml(publicUrl)), policy: guidePolicy };
  });
  const script = once(async () => pack(await readFile(scriptFile)));
  const style = once(async () => pack(await readFile(styleFile)));

  app.get('/docs/guide', { schema }, async (request, reply) => {
    const { policy, ...file } = await page();
    void reply.type('text/html; charset=utf-8').headers({
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
    });
    return sendPacked(request, reply, file);
  });

  const files: Record<string, [type: string, load: () => Promise<PackedFile>]> = {
    '/docs/guide/script.js': ['text/javascript; charset=utf-8', script],
    '/docs/guide/style.css': ['text/css; charset=utf-8', style],
  };
  for (const [path, [type, load]] of Object.entries(files)) {
    app.get(path, { schema }, async (request, reply) =>
      sendPacked(request, reply.type(type), await load()),
    );
  }
}

/** Made when somebody first asks for it, and then kept; what failed is tried again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}
