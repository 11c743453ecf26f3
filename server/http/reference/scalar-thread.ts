// Extracts and compresses Scalar's browser script, a string of four megabytes in its plugin. A
// separate thread keeps this from blocking requests, and frees the memory when it ends.
import { gzipSync } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';
import { serveRpc } from '#runtime/serve-rpc.js';

serveRpc<null, Uint8Array<ArrayBuffer>>({
  async respond() {
    const app = Fastify();
    await app.register(scalar, { routePrefix: '/docs', configuration: { url: 'openapi.json' } });
    const { rawPayload } = await app.inject('/docs/js/scalar.js');
    await app.close();
    return new Uint8Array(gzipSync(rawPayload));
  },
});
