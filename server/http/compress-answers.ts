// Compresses JSON and text of more than a kilobyte, by what the client accepts. The result is kept with the bytes it was made
// of, so a page that is sent again is compressed once.
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { acceptsEncoding } from './accepts-encoding.ts';

type OnCompressed = (error: Error | null, bytes?: Buffer) => void;

// The first that the client accepts. Brotli at its usual level would take far longer than the rest of a request.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const compressors = {
  zstd: (bytes: Uint8Array, done: OnCompressed) => zstdCompress(bytes, done),
  br: (bytes: Uint8Array, done: OnCompressed) => brotliCompress(bytes, brotli, done),
  gzip: (bytes: Uint8Array, done: OnCompressed) => gzip(bytes, done),
};
type Encoding = keyof typeof compressors;
const encodings = Object.keys(compressors) as Encoding[];

const bytesMin = 1024;
const compressible = /^(application\/[\w.+-]*json|text\/)/;
const compressed = new WeakMap<Uint8Array, Map<Encoding, Buffer>>();

export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isText = typeof payload === 'string' || payload instanceof Uint8Array;
    const isLong = isText && payload.length > bytesMin;
    const type = String(reply.getHeader('content-type') ?? '');
    if (!isLong || !compressible.test(type) || reply.hasHeader('content-encoding')) {
      return done(null, payload);
    }
    void reply.header('vary', 'accept-encoding');
    const accepted = request.headers['accept-encoding'];
    const encoding = encodings.find((name) => acceptsEncoding(accepted, name));
    if (!encoding) return done(null, payload);
    void reply.header('content-encoding', encoding).removeHeader('content-length');
    compress(payload, encoding, done);
  });
}

function compress(payload: string | Uint8Array, encoding: Encoding, done: OnCompressed): void {
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
  const kept = compressed.get(bytes) ?? new Map<Encoding, Buffer>();
  compressed.set(bytes, kept);
  const before = kept.get(encoding);
  if (before) return done(null, before);
  compressors[encoding](bytes, (error, result) => {
    if (result) kept.set(encoding, result);
    done(error, result);
  });
}
