// Generated pictures: small ones that differ, and one that is far too large.
import { createHash } from 'node:crypto';
import { constants, crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

export const pictureFormats = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

const blockSidePixels = 8;
const channels = 3;

/** Blocks of colour; another number gives other colours. */
export function makePicture(
  format: PictureFormat,
  { number = 0, width = 64, height = 48 } = {},
): Promise<Buffer> {
  const columns = Math.ceil(width / blockSidePixels);
  const colours = createHash('shake256', { outputLength: columns * channels })
    .update(String(number))
    .digest();
  const row = Buffer.alloc(width * channels);
  for (let x = 0; x < width; x++) {
    const column = Math.floor(x / blockSidePixels);
    colours.copy(row, x * channels, column * channels, (column + 1) * channels);
  }
  const pixels = Buffer.alloc(width * height * channels, row);
  return sharp(pixels, { raw: { width, height, channels } }).toFormat(format).toBuffer();
}

const zeroBytesInBlock = 1024 * 1024;

/**
 * A decompression bomb: a black square of a few hundred kilobytes that takes hundreds of megabytes
 * decoded.
 */
export function makeBomb(sidePixels: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(sidePixels, 0);
  header.writeUInt32BE(sidePixels, 4);
  header.set([8, 2], 8); // eight bits a channel, red green blue
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflatedZeros(sidePixels * (1 + sidePixels * channels))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** One compressed block over and over: compressing it all would take seconds. */
function deflatedZeros(bytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(zeroBytesInBlock), {
    finishFlush: constants.Z_FULL_FLUSH,
  });
  const rest = deflateSync(Buffer.alloc(bytes % zeroBytesInBlock));
  const checksum = Buffer.alloc(4);
  checksum.writeUInt16BE(bytes % 65_521, 0); // Adler-32 of nothing but zeros
  checksum.writeUInt16BE(1, 2);
  return Buffer.concat([
    packed.subarray(0, 2),
    ...Array.from({ length: Math.floor(bytes / zeroBytesInBlock) }, () => packed.subarray(2)),
    rest.subarray(2, -4),
    checksum,
  ]);
}
