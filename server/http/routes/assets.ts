import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AssetQuery } from '#contract/asset-query.ts';
import { documentType, type PictureType, pictureTypes } from '#contract/photo-lists.ts';
import { pictureKey, thumbnailKey } from '#core/photos/asset-keys.ts';
import { type ByteRange, isRangeValid, readByteRange } from '#core/requests/byte-range.ts';
import { matchesIfNoneMatch } from '#core/requests/etag.ts';
import type { AssetStore } from '#outbound/asset-store.ts';
import { ApiError, noSuch, temporarilyUnavailable } from '../refusals/api-error.ts';
import { callerOf } from '../gate/authenticate.ts';
import { readQueryOf } from '../read-request.ts';
import { docs } from './assets.docs.ts';

type AssetRequest = FastifyRequest<{ Params: { id: string } }>;

export function assetRoutes(app: FastifyInstance, { store }: { store: AssetStore }): void {
  app.get(
    '/v1/api/assets/:id',
    // Pictures show people, houses and nameplates.
    {
      config: { scope: ['leads:read', 'work-items:read'], shows: 'personal' },
      schema: docs.getAsset,
    },
    async (request: AssetRequest, reply) => {
      const picture = await findPicture(request);
      if (matchesIfNoneMatch(request.headers['if-none-match'], picture.etag)) {
        return reply.code(304).headers(cacheHeaders(picture)).send();
      }
      const range = requestedRange(request, picture);
      if (range.kind === 'unsatisfiable') throw outOfRange(picture);
      if (request.method === 'HEAD') return sendWithoutBytes(reply, picture);
      const stream = await openPicture(request, store, picture, range);
      return sendBytes(reply, picture, range, stream);
    },
  );
}

interface Picture {
  id: string;
  key: string;
  contentType: string;
  sizeBytes: number;
  etag: string;
}

async function findPicture(request: AssetRequest): Promise<Picture> {
  const { size } = readQueryOf(AssetQuery, request);
  const { brandId } = callerOf(request);
  const { id } = request.params;
  const asset = await request.run('getAsset', { brandId, id });
  if (!asset) throw noAsset(id);
  const { contentType, sizeBytes, thumbnailBytes, contentHash } = asset;
  if (size === 'thumbnail' && contentType === documentType) throw noAsset(id);
  return size === 'thumbnail'
    ? {
        id,
        key: thumbnailKey(brandId, id),
        contentType: 'image/webp',
        sizeBytes: thumbnailBytes,
        etag: `"${contentHash}-thumbnail"`,
      }
    : { id, key: pictureKey(brandId, id), contentType, sizeBytes, etag: `"${contentHash}"` };
}

function noAsset(id: string): ApiError {
  return noSuch('asset', id);
}

function requestedRange(
  { method, headers }: AssetRequest,
  { etag, sizeBytes }: Picture,
): ByteRange {
  const isRequested =
    method === 'GET' && isRangeValid(headers['if-range'] as string | undefined, etag);
  return readByteRange(isRequested ? headers.range : undefined, sizeBytes);
}

function outOfRange({ sizeBytes }: Picture): ApiError {
  return new ApiError(416, `Range must begin within the ${sizeBytes} bytes of the picture`, {
    headers: { 'content-range': `bytes */${sizeBytes}`, 'accept-ranges': 'bytes' },
  });
}

function sendWithoutBytes(reply: FastifyReply, picture: Picture): FastifyReply {
  const headers = { ...pictureHeaders(picture), 'content-length': picture.sizeBytes };
  // Fastify would replace the content-length of any body but a stream.
  return reply.headers(headers).send(Readable.from([]));
}

/** Waits for the first bytes: a later failure can only close the connection. */
async function openPicture(
  request: AssetRequest,
  store: AssetStore,
  { id, key, sizeBytes }: Picture,
  range: ByteRange,
): Promise<Readable> {
  try {
    const found = await store.open(key, range.kind === 'part' ? range : undefined);
    if (found?.sizeBytes === sizeBytes) {
      await once(found.stream, 'readable');
      return found.stream;
    }
    found?.stream.destroy();
    // A retry would not help the client, but the operator must know.
    const details = { requestId: request.id, assetId: id, sizeBytes, found: found?.sizeBytes };
    request.log.error(details, 'a picture is missing from the store or damaged');
  } catch (error) {
    throw temporarilyUnavailable(error);
  }
  throw noAsset(id);
}

function sendBytes(
  reply: FastifyReply,
  picture: Picture,
  range: ByteRange,
  stream: Readable,
): FastifyReply {
  const { sizeBytes } = picture;
  void reply.headers(pictureHeaders(picture));
  if (range.kind !== 'part') return reply.header('content-length', sizeBytes).send(stream);
  const { first, last } = range;
  return reply
    .code(206)
    .header('content-range', `bytes ${first}-${last}/${sizeBytes}`)
    .header('content-length', last - first + 1)
    .send(stream);
}

function pictureHeaders(picture: Picture): Record<string, string> {
  const { id, contentType } = picture;
  const isDocument = contentType === documentType;
  const extension = isDocument ? 'pdf' : pictureTypes[contentType as PictureType];
  const name = `${isDocument ? 'file' : 'photo'}-${id.slice(0, 8)}.${extension}`;
  return {
    ...cacheHeaders(picture),
    'content-type': contentType,
    // The picture is untrusted: a browser must not run anything in it.
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': `${isDocument ? 'attachment' : 'inline'}; filename="${name}"`,
    'accept-ranges': 'bytes',
  };
}

// The bytes never change, but access does: `no-cache` makes the browser revalidate after sign-out.
function cacheHeaders({ etag }: Picture): Record<string, string> {
  return { etag, 'cache-control': 'private, no-cache' };
}
