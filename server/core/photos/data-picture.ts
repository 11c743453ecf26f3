// A small PNG or JPEG in a data URL: a signature or a logo.
import { imageFormatOf } from './image-format.ts';

interface DataPicture {
  contentType: 'image/png' | 'image/jpeg';
  bytes: Buffer;
}

// Pictures of signatures and logos are small; anything larger is no such picture.
const pixelsMax = 4_000_000;
const pngWidthAt = 16;
const pngHeadBytes = 24;
const shape = /^data:image\/(?:png|jpeg);base64,([A-Za-z0-9+/=]+)$/;

/** Null for anything else. It comes from callers: do not hand it to native decoders. */
export function readDataPicture(dataUrl: string): DataPicture | null {
  const [, base64 = ''] = shape.exec(dataUrl) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  const format = imageFormatOf(bytes);
  if (format === 'jpeg') return { contentType: 'image/jpeg', bytes };
  if (format !== 'png' || bytes.length < pngHeadBytes) return null;
  const pixels = bytes.readUInt32BE(pngWidthAt) * bytes.readUInt32BE(pngWidthAt + 4);
  return pixels <= pixelsMax ? { contentType: 'image/png', bytes } : null;
}
