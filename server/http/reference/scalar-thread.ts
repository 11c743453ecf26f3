// Scalar's plugin carries its browser script as one text of four megabytes. This thread takes it out and
// packs it, so that neither the time nor the memory that takes is the server's.
import { parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';

const shelf = Fastify();
await shelf.register(scalar, { routePrefix: '/docs', configuration: { url: 'openapi.json' } });
const { rawPayload } = await shelf.inject('/docs/js/scalar.js');
const packed = new Uint8Array(gzipSync(rawPayload));
parentPort!.postMessage(packed, [packed.buffer]);
await shelf.close();
