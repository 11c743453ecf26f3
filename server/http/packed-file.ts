// A file of the documentation, kept packed in memory.
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
  // Weak: the same for the packed bytes and the unpacked ones.
  return { gzip, etag: `W/"${hash('sha256', gzip).slice(0, 20)}"` };
}

/** Such a file changes only with a new version: browsers keep it and ask whether it is the same. */
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
  const unpacked = createGunzip();
  unpacked.end(gzip);
  return reply.send(unpacked);
}
