// Image files that no program would write: too large, truncated, or inconsistent.
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { pngChunk } from './sample-pictures.ts';

interface PngParts {
  width: number;
  height: number;
  /** The decompressed rows; a byte before each row names its filter. */
  rows: Buffer;
  bitsPerPixel?: 1 | 8;
  /** Chunks between the header and the rows. */
  extra?: Buffer;
}

/** A grey PNG of which every part can be wrong. */
export function pngOf({ width, height, rows, bitsPerPixel = 8, extra }: PngParts): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bitsPerPixel;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    extra ?? Buffer.alloc(0),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An animated GIF: every frame paints one pixel. */
export function gifOfFrames(frames: number): Buffer {
  const screen = [0x64, 0, 0x64, 0, 0x80, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff];
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4c, 1, 0]);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from(screen),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from([0x3b]),
  ]);
}

/**
 * A flat picture with the maximum number of pixels, in a format that takes much time and memory.
 */
export function hungryPng(): Promise<Buffer> {
  return sharp({ create: { width: 8_160, height: 6_120, channels: 4, background: '#08f8' } })
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer();
}

/** No two halves are alike. */
export function photo(width: number, height: number) {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } });
}
