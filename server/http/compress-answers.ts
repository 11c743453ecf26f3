// Compresses JSON and text of more than a kilobyte, by what the client accepts. The result is kept with the bytes it was made
// of, so a page that is sent again is compressed once.
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { acceptsEncoding } from './accepts-encoding.ts';

type OnCompressed = (error: Error | null, bytes?: Buffer) => void;

// The first that the client accepts. Brotli at its usual level would take far longer than the rest of a request.
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
// Half of libuv's threads: passwords and files need them too. While both are busy, answers are sent as they are.
const underWayMax = 2;

/** The compressed bytes, or callbacks while the compression runs. */
type Compressed = Map<Encoding, Buffer | OnCompressed[]>;
const compressed = new WeakMap<Uint8Array, Compressed>();
let underWay = 0;

export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isText = typeof payload === 'string' || payload instanceof Uint8Array;
    const type = String(reply.getHeader('content-type') ?? '');
    // A strong tag names these very bytes.
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
  if (underWay === underWayMax) return done(null);
  underWay++;
  const waiting = [done];
  compressed.set(bytes, results.set(encoding, waiting));
  compressors[encoding](bytes, (error, result) => {
    underWay--;
    if (result) results.set(encoding, result);
    else results.delete(encoding);
    for (const one of waiting) one(error, result);
  });
}
