// Scalar's plugin carries its browser script as one text of four megabytes. This thread takes it out and
// packs it, so that neither the time nor the memory that takes is the server's.
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
