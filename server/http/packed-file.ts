// A documentation file, cached gzipped.
import { hash } from 'node:crypto';
import { createGunzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesIfNoneMatch } from '#core/requests/etag.ts';
import { acceptsEncoding } from './accepts-encoding.ts';

export interface PackedFile {
  gzip: Uint8Array;
  etag: string;
}

export function pack(content: string | Uint8Array): PackedFile {
  return asPacked(gzipSync(content));
}

export function asPacked(gzip: Uint8Array): PackedFile {
  // Weak: the same for the gzipped and the plain bytes.
  return { gzip, etag: `W/"${hash('sha256', gzip).slice(0, 20)}"` };
}

/** The file changes only with a new release: browsers cache it and revalidate. */
export function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  { gzip, etag }: PackedFile,
): FastifyReply {
  void reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
  if (matchesIfNoneMatch(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (acceptsEncoding(request.headers['accept-encoding'], 'gzip')) {
    return reply.header('content-encoding', 'gzip').send(gzip);
  }
  const plain = createGunzip();
  plain.end(gzip);
  return reply.send(plain);
}
