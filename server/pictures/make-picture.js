// @ts-check
// Decodes a file once and encodes the picture and thumbnail from its raw pixels, so that no metadata,
// such as the GPS position, gets into them.
import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

/** @import { Sharp } from 'sharp' */
/** @import { PictureRequest, PictureResponse } from './process-messages.ts' */
/** @typedef {{ data: Buffer, info: { width: number, height: number, channels: 1 | 2 | 3 | 4 } }} Pixels */

// The decoders' various out-of-memory messages, also for a thread that could not be created.
const outOfMemory = /memory|allocat|creating thread|encoding problem/i;
const thumbnailQuality = 75;
/** @type {Record<PictureRequest['format'], (pixels: Sharp) => Sharp>} */
const encoders = {
  jpeg: (pixels) => pixels.jpeg({ quality: 82 }),
  png: (pixels) => pixels.png({ compressionLevel: 6 }),
  webp: (pixels) => pixels.webp({ quality: 80 }),
  // More effort takes seconds and saves little.
  gif: (pixels) => pixels.gif({ effort: 1 }),
  avif: (pixels) => pixels.avif({ quality: 55, effort: 0 }),
  // Hardly any browser displays HEIC.
  heic: (pixels) => pixels.jpeg({ quality: 82 }),
};

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`),
});

/**
 * @param {PictureRequest} request
 * @returns {Promise<PictureResponse>}
 */
export async function makePicture(request) {
  try {
    const pixels = await decode(await readFile(request.source), request);
    const { data: picture } = await finish(encoders[request.format](from(pixels)));
    const { data: thumbnail } = await finish(
      within(from(pixels), request.thumbnailSideMax).webp({ quality: thumbnailQuality }),
    );
    await writeFile(request.picture, picture);
    await writeFile(request.thumbnail, thumbnail);
    const { width, height } = pixels.info;
    const made = { width, height, sizeBytes: picture.length, thumbnailBytes: thumbnail.length };
    return { kind: 'made', made };
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    return { kind: 'refused', code: codeOf(/** @type {NodeJS.ErrnoException} */ (error)), message };
  }
}

/**
 * @param {Buffer} file
 * @param {PictureRequest} request
 */
async function decode(file, request) {
  try {
    return await readPixels(file, request, 'error');
  } catch (error) {
    // Cameras and uploads truncate files. A partial picture is better than none.
    const { message } = /** @type {Error} */ (error);
    if (!/premature end|read error|unexpected end/i.test(message)) throw error;
    const pixels = await readPixels(file, request, 'none');
    if (await isHalfMissing(pixels)) throw error;
    return pixels;
  }
}

/**
 * @param {Buffer} file
 * @param {PictureRequest} request
 * @param {'error' | 'none'} failOn
 * @returns {Promise<Pixels>}
 */
function readPixels(file, { megapixelsMax, pictureSideMax }, failOn) {
  const image = sharp(file, { failOn, limitInputPixels: megapixelsMax * 1_000_000, pages: 1 });
  return finish(within(image.autoOrient(), pictureSideMax).toColourspace('srgb').raw());
}

/**
 * The missing part has a single colour. It may be on any side, since the picture was rotated upright.
 * @param {Pixels} pixels
 */
async function isHalfMissing(pixels) {
  const side = 8;
  const samples = await from(pixels)
    .resize(side, side, { fit: 'fill', kernel: 'nearest' })
    .raw()
    .toBuffer();
  const colourAt = (/** @type {number} */ at) =>
    samples.toString('hex', at * pixels.info.channels, (at + 1) * pixels.info.channels);
  const places = Array.from({ length: side * side }, (_, at) => at);
  const halves = [
    places.filter((at) => at < places.length / 2),
    places.filter((at) => at >= places.length / 2),
    places.filter((at) => at % side < side / 2),
    places.filter((at) => at % side >= side / 2),
  ];
  return halves.some((half) => new Set(half.map(colourAt)).size === 1);
}

/** @param {Pixels} pixels */
function from({ data, info: { width, height, channels } }) {
  return sharp(data, { raw: { width, height, channels } });
}

/**
 * @param {Sharp} image
 * @param {number} sideMax
 */
function within(image, sideMax) {
  return image.resize(sideMax, sideMax, { fit: 'inside', withoutEnlargement: true });
}

/**
 * Out of memory, a decoder leaves out a part of the picture and emits only a warning.
 * @param {Sharp} image
 */
async function finish(image) {
  let isWhole = true;
  image.on('warning', (/** @type {string} */ warning) => {
    // Exactly this text: decoders use others for comments that are too long.
    if (warning.includes('out of memory --')) isWhole = false;
  });
  const result = await image.toBuffer({ resolveWithObject: true });
  if (!isWhole) throw new Error('out of memory');
  return result;
}

/** @param {NodeJS.ErrnoException} error */
function codeOf({ message, code }) {
  // Only file system errors have a code.
  if (code) return 'storage_failed';
  if (/pixel limit/.test(message) || outOfMemory.test(message)) return 'image_too_big';
  return 'not_an_image';
}
