// Refused pictures: not images, broken ones, and decompression bombs.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { after, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import sharp from 'sharp';
import { PictureRefused } from '#pictures/picture.ts';
import { needs } from '../support/needs.ts';
import { gifOfFrames, hungryPng, photo, pngOf } from '../support/picture-files.ts';
import { TestPictures } from '../support/picture-maker.ts';
import { makeBomb, pngChunk } from '../support/sample-pictures.ts';

const pictures = new TestPictures();
const poor = new TestPictures({ memoryMbMax: 100 });
after(() => Promise.all([pictures.close(), poor.close()]));

const jpeg = await photo(400, 300).jpeg().toBuffer();
const png = await photo(400, 300).png().toBuffer();
const gif = await photo(400, 300).gif({ effort: 1 }).toBuffer();
const webp = await photo(400, 300).webp().toBuffer();
const avif = await photo(400, 300).avif({ effort: 0 }).toBuffer();
const tiff = await photo(40, 30).tiff().toBuffer();

// All files are made before the first test is registered, so nothing is closed meanwhile.
const hungryOnes: [name: string, file: Buffer][] = [
  ['an interlaced PNG', await hungryPng()],
  ['a progressive JPEG', await flat(5_000, 4_000).jpeg({ progressive: true }).toBuffer()],
  ['a GIF', await flat(4_000, 3_000).gif({ effort: 1 }).toBuffer()],
  ['AVIF', await flat(2_500, 2_500).avif({ effort: 0 }).toBuffer()],
];

const noImages: [name: string, file: Buffer][] = [
  ['an empty file', Buffer.alloc(0)],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['a page', Buffer.from('<!doctype html><title>Not found</title>')],
  ['PDF', Buffer.from('%PDF-1.7\n%%EOF')],
  ['TIFF', tiff],
  ['SVG behind the start of a GIF', Buffer.from('GIF89a<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['TIFF behind the start of a JPEG', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), tiff])],
  ['HEIC without a decoder', named(avif, 'avif', 'heic', 'av01', 'hvc1')],
  ['JPEG cut off in its header', jpeg.subarray(0, 100)],
  ['JPEG cut off after a quarter', jpeg.subarray(0, jpeg.length / 4)],
  ['PNG cut off after a quarter', png.subarray(0, png.length / 4)],
  ['GIF cut off after a quarter', gif.subarray(0, gif.length / 4)],
  ['WebP cut off near its end', webp.subarray(0, -100)],
  ['AVIF cut off near its end', avif.subarray(0, -100)],
  [
    'PNG that has ten of its thousand rows',
    pngOf({ width: 500, height: 1_000, rows: noise(5_010) }),
  ],
];

for (const [name, file] of noImages) {
  test(`${name} is not an image`, () => assertRefused(pictures, file, 'not_an_image'));
}

const largeOnes: [name: string, file: Buffer][] = [
  ['PNG of 14,000 × 14,000', makeBomb(14_000)],
  ['PNG that says so', pngOf({ width: 60_000, height: 60_000, rows: noise(100) })],
  ['JPEG that says so', jpegThatSays(65_500, 65_500)],
  ['WebP that says so', webpThatSays(16_383, 16_383)],
  ['GIF that says so', gifThatSays(65_535, 65_535)],
  ['AVIF that says so', avifThatSays(30_000, 30_000)],
];

for (const [name, file] of largeOnes) {
  test(`${name} is too big`, () => assertRefused(pictures, file, 'image_too_big'));
}

test('a truncated picture is kept', async () => {
  const turned = await photo(400, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const progressive = await photo(400, 300).jpeg({ progressive: true }).toBuffer();
  for (const file of [
    jpeg.subarray(0, -2),
    jpeg.subarray(0, jpeg.length * 0.7),
    turned.subarray(0, turned.length * 0.7),
    progressive.subarray(0, progressive.length * 0.3),
    png.subarray(0, png.length * 0.7),
  ]) {
    const { made } = await pictures.make(file);
    assert.equal(made.width * made.height, 400 * 300);
  }
});

test('a small file with many pixels is decoded in little memory', async () => {
  const zeros = Buffer.alloc(48 * 1024 * 1024);
  const text = Buffer.concat([Buffer.from('bomb\0\0'), deflateSync(zeros)]);
  const small = { width: 100, height: 100, rows: noise(10_100) };
  for (const file of [
    pngOf({ ...small, rows: zeros }),
    pngOf({ ...small, extra: pngChunk('iCCP', text) }),
    pngOf({ ...small, extra: pngChunk('zTXt', text) }),
    gifOfFrames(50_000),
  ]) {
    const { made } = await poor.make(file);
    assert.ok(made.width <= 100 && made.height <= 100);
  }
});

for (const [name, file] of hungryOnes) {
  test(`${name} that needs more memory than allowed is too big, and the next is made`, async (t) => {
    if (process.platform !== 'linux') return t.skip(needs('Linux'));
    await assertRefused(poor, file, 'image_too_big');
    assert.equal((await poor.make(jpeg)).made.width, 400);
  });
}

test('with too little memory a picture is refused, never incomplete', async (t) => {
  if (process.platform !== 'linux') return t.skip(needs('Linux'));
  // Large blocks: they take as much memory as anything else, and little time.
  const file = await sharp(await photo(300, 200).png().toBuffer())
    .resize(3_000, 2_000, { kernel: 'nearest' })
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const whole = await pictures.make(file);
  for (const memoryMbMax of [86, 90, 94, 98, 104]) {
    const tight = new TestPictures({ memoryMbMax });
    t.after(() => tight.close());
    await tight.make(file).then(
      ({ picture, thumbnail }) => {
        assert.ok(picture.equals(whole.picture) && thumbnail.equals(whole.thumbnail));
        return null;
      },
      (error: unknown) => assert.equal((error as PictureRefused).code, 'image_too_big'),
    );
  }
});

test('the largest allowed picture fits into the default memory', async () => {
  const { made } = await pictures.make(hungryOnes[0]![1]);
  assert.deepEqual([made.width, made.height], [2_560, 1_920]);
});

test('a failed write can be retried', async () => {
  const paths = pictures.put(jpeg);
  mkdirSync(paths.thumbnail);
  const refused = { code: 'storage_failed', isTransient: true };
  await assert.rejects(pictures.maker.make(paths), refused);
  assert.ok(!existsSync(paths.picture), 'a picture without its thumbnail remains');
  await assert.rejects(pictures.maker.make({ ...paths, source: `${paths.source}-gone` }), refused);
});

test('none of this ended a process, except for lack of memory', () => {
  assert.deepEqual(pictures.errors, []);
  // The library traps where it sees no /proc, as in the sandbox.
  for (const error of poor.errors) assert.match(error.message, /SIGABRT|SIGTRAP/);
});

test('random bytes after any signature get a result', async () => {
  const starts = [jpeg, png, gif, webp, avif];
  const damage = fc.tuple(
    fc.constantFrom(...starts),
    fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    fc.uint8Array({ minLength: 1 }),
  );
  await fc.assert(
    fc.asyncProperty(damage, async ([file, place, bytes]) => {
      const damaged = Buffer.from(file);
      Buffer.from(bytes).copy(damaged, Math.floor(place * damaged.length));
      try {
        assert.equal((await pictures.make(damaged)).made.width > 0, true);
      } catch (error) {
        assert.ok(
          error instanceof PictureRefused && error.code !== 'storage_failed',
          String(error),
        );
      }
    }),
    { numRuns: 40 },
  );
});

async function assertRefused(by: TestPictures, file: Buffer, code: string): Promise<void> {
  const paths = by.put(file);
  await assert.rejects(by.maker.make(paths), { name: 'PictureRefused', code, isTransient: false });
  assert.ok(!existsSync(paths.picture) && !existsSync(paths.thumbnail), 'something was written');
}

function flat(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#08f' } });
}

/** Unfiltered rows with some content. */
function noise(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, at) => (at % 101 === 0 ? 0 : (at * at) % 251)));
}

function named(file: Buffer, ...replacements: string[]): Buffer {
  const renamed = Buffer.from(file);
  for (let pair = 0; pair < replacements.length; pair += 2) {
    const [from, to] = replacements.slice(pair);
    for (let at = renamed.indexOf(from!); at >= 0; at = renamed.indexOf(from!))
      renamed.write(to!, at);
  }
  return renamed;
}

function jpegThatSays(width: number, height: number): Buffer {
  const file = Buffer.from(jpeg);
  const frameAt = file.indexOf(Buffer.from([0xff, 0xc0]));
  file.writeUInt16BE(height, frameAt + 5);
  file.writeUInt16BE(width, frameAt + 7);
  return file;
}

function webpThatSays(width: number, height: number): Buffer {
  const file = Buffer.from(webp);
  const frameAt = file.indexOf(Buffer.from([0x9d, 0x01, 0x2a]));
  file.writeUInt16LE(width, frameAt + 3);
  file.writeUInt16LE(height, frameAt + 5);
  return file;
}

function gifThatSays(width: number, height: number): Buffer {
  const file = Buffer.from(gif);
  const frameAt = file.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 400 % 256, 1]));
  for (const at of [6, frameAt + 5]) {
    file.writeUInt16LE(width, at);
    file.writeUInt16LE(height, at + 2);
  }
  return file;
}

function avifThatSays(width: number, height: number): Buffer {
  const file = Buffer.from(avif);
  const sizeAt = file.indexOf('ispe') + 8;
  file.writeUInt32BE(width, sizeAt);
  file.writeUInt32BE(height, sizeAt + 4);
  return file;
}
