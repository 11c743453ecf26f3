// Compresses JSON and text of more than 1 KB, by Accept-Encoding. Results are cached by payload, so
// a page that is sent again is compressed once.
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { acceptsEncoding } from './accepts-encoding.ts';

type OnCompressed = (error: Error | null, bytes?: Buffer) => void;

// In order of preference. Brotli at its default level would take far longer than the rest of a
// request.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } };
const compressors = {
  zstd: (bytes: Uint8Array, done: OnCompressed) => zstdCompress(bytes, done),
  br: (bytes: Uint8Array, done: OnCompressed) => brotliCompress(bytes, brotli, done),
  gzip: (bytes: Uint8Array, done: OnCompressed) => gzip(bytes, done),
};
type Encoding = keyof typeof compressors;
const encodings = Object.keys(compressors) as Encoding[];

const bytesMin = 1024;
const compressible = /^(application\/[\w.+-]*json|text\/)/;
// Half of libuv's thread pool: passwords and files need it too. While both slots are busy,
// responses are sent uncompressed.
const inFlightMax = 2;

/** The compressed bytes, or callbacks while the compression is in flight. */
type Compressed = Map<Encoding, Buffer | OnCompressed[]>;
const compressed = new WeakMap<Uint8Array, Compressed>();
let inFlight = 0;

export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isText = typeof payload === 'string' || payload instanceof Uint8Array;
    const type = String(reply.getHeader('content-type') ?? '');
    // A strong ETag identifies the exact bytes.
    const isStrong = String(reply.getHeader('etag') ?? '').startsWith('"');
    const isPlain = !isStrong && !reply.hasHeader('content-encoding');
    if (!isText || payload.length <= bytesMin || !isPlain || !compressible.test(type)) {
      return done(null, payload);
    }
    void reply.header('vary', 'accept-encoding');
    const accepted = request.headers['accept-encoding'];
    const encoding = encodings.find((name) => acceptsEncoding(accepted, name));
    if (!encoding) return done(null, payload);
    compress(payload, encoding, (error, bytes) => {
      if (error) return done(error);
      if (!bytes) return done(null, payload);
      void reply.header('content-encoding', encoding).removeHeader('content-length');
      done(null, bytes);
    });
  });
}

/** Calls back without bytes while all slots are taken. */
function compress(payload: string | Uint8Array, encoding: Encoding, done: OnCompressed): void {
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
  const results: Compressed = compressed.get(bytes) ?? new Map();
  const known = results.get(encoding);
  if (known instanceof Uint8Array) return done(null, known);
  if (known) return void known.push(done);
  if (inFlight === inFlightMax) return done(null);
  inFlight++;
  const callbacks = [done];
  compressed.set(bytes, results.set(encoding, callbacks));
  compressors[encoding](bytes, (error, result) => {
    inFlight--;
    if (result) results.set(encoding, result);
    else results.delete(encoding);
    for (const callback of callbacks) callback(error, result);
  });
}
