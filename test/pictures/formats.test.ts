// Re-encoded pictures: the right format, upright, small enough, in true colours, and with no
// metadata.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { pictureSideMax, thumbnailSideMax } from '#contract/limits.ts';
import { photo } from '../support/picture-files.ts';
import { TestPictures } from '../support/picture-maker.ts';

type Colour = number[];

const pictures = new TestPictures();
after(() => pictures.close());

const red: Colour = [255, 0, 0];
// The nearest to red that CMYK can print.
const inkRed: Colour = [223, 31, 28];
const blue: Colour = [0, 0, 255];
const grey: Colour = [128, 128, 128];

const formats: [name: string, encode: (image: Sharp) => Sharp, contentType: string][] = [
  ['JPEG', (image) => image.jpeg(), 'image/jpeg'],
  ['progressive JPEG', (image) => image.jpeg({ progressive: true }), 'image/jpeg'],
  ['JPEG with an HDR layer', (image) => withGainMap(image).jpeg(), 'image/jpeg'],
  ['PNG', (image) => image.png(), 'image/png'],
  ['interlaced PNG', (image) => image.png({ progressive: true }), 'image/png'],
  ['PNG with a palette', (image) => image.png({ palette: true, effort: 1 }), 'image/png'],
  ['WebP', (image) => image.webp(), 'image/webp'],
  ['lossless WebP', (image) => image.webp({ lossless: true }), 'image/webp'],
  ['GIF', (image) => image.gif({ effort: 1 }), 'image/gif'],
  ['AVIF', (image) => image.avif({ effort: 0 }), 'image/avif'],
];

for (const [name, encode, contentType] of formats) {
  test(`${name} becomes ${contentType} with a thumbnail in WebP`, async () => {
    const file = await encode(photo(600, 300)).toBuffer();
    const { made, picture, thumbnail } = await pictures.make(file);
    assert.deepEqual(made, {
      contentType,
      width: 600,
      height: 300,
      sizeBytes: picture.length,
      thumbnailBytes: thumbnail.length,
    });
    assert.deepEqual(await sizeOf(picture), [contentType, 600, 300]);
    assert.deepEqual(await sizeOf(thumbnail), ['image/webp', thumbnailSideMax, 240]);
  });
}

test('no side gets longer than allowed, and none longer than it was', async () => {
  const sizes = [
    { width: 4_000, height: 1_000, picture: [pictureSideMax, 640], thumbnail: [480, 120] },
    { width: 500, height: 5_000, picture: [256, pictureSideMax], thumbnail: [48, 480] },
    { width: pictureSideMax, height: 10, picture: [pictureSideMax, 10], thumbnail: [480, 2] },
    { width: 9_000, height: 1, picture: [pictureSideMax, 1], thumbnail: [480, 1] },
    { width: 1, height: 1, picture: [1, 1], thumbnail: [1, 1] },
  ];
  for (const { width, height, ...expected } of sizes) {
    const { made, picture, thumbnail } = await pictures.make(
      await flat(red, width, height).jpeg().toBuffer(),
    );
    assert.deepEqual((await sizeOf(picture)).slice(1), expected.picture);
    assert.deepEqual((await sizeOf(thumbnail)).slice(1), expected.thumbnail);
    assert.deepEqual([made.width, made.height], expected.picture);
  }
});

// Where the red half ends up; in the stored pixels it is on the left.
const orientations: [orientation: number, redSide: 'left' | 'right' | 'top' | 'bottom'][] = [
  [1, 'left'],
  [2, 'right'],
  [3, 'right'],
  [4, 'left'],
  [5, 'top'],
  [6, 'top'],
  [7, 'bottom'],
  [8, 'bottom'],
];

for (const [orientation, redSide] of orientations) {
  test(`orientation ${orientation} puts the left side at the ${redSide}`, async () => {
    const file = await leftAndRight(red, blue).withMetadata({ orientation }).jpeg().toBuffer();
    const { made, picture, thumbnail } = await pictures.make(file);
    const isTurned = redSide === 'top' || redSide === 'bottom';
    assert.deepEqual([made.width, made.height], isTurned ? [200, 400] : [400, 200]);
    for (const result of [picture, thumbnail]) {
      const atStart = await colourAt(result, 0.2, 0.2);
      const atEnd = await colourAt(result, 0.8, 0.8);
      const isRedFirst = redSide === 'left' || redSide === 'top';
      assertColour(atStart, isRedFirst ? red : blue);
      assertColour(atEnd, isRedFirst ? blue : red);
    }
  });
}

const keepers: [name: string, encode: (image: Sharp) => Sharp][] = [
  ['JPEG', (image) => image.jpeg()],
  ['PNG', (image) => image.png()],
  ['WebP', (image) => image.webp()],
  ['AVIF', (image) => image.avif({ effort: 0 })],
];

for (const [name, encode] of keepers) {
  test(`${name} loses its GPS position`, async () => {
    const marked = photo(300, 200)
      .withExif({
        IFD0: { Make: 'Camera of Jansen' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 22/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>Camera of Jansen</place></x:xmpmeta>')
      .withIccProfile('p3');
    const file = await encode(marked).toBuffer();
    const sent = await sharp(file).metadata();
    assert.ok(sent.exif?.includes('Camera of Jansen') && sent.xmp && sent.icc, 'nothing to lose');
    const { picture, thumbnail } = await pictures.make(file);
    for (const result of [picture, thumbnail]) {
      const { exif, xmp, icc, iptc, orientation, comments } = await sharp(result).metadata();
      assert.deepEqual({ exif, xmp, icc, iptc, orientation, comments }, nothing);
      assert.ok(!result.includes('Jansen'));
    }
  });
}

const nothing = {
  exif: undefined,
  xmp: undefined,
  icc: undefined,
  iptc: undefined,
  orientation: undefined,
  comments: undefined,
};

const colourings: [name: string, encode: (image: Sharp) => Sharp, colour: Colour][] = [
  ['the wide colours of telephones', (image) => image.withIccProfile('p3').png(), red],
  [
    'printing colours',
    (image) => image.toColourspace('cmyk').withIccProfile('cmyk').jpeg(),
    inkRed,
  ],
  ['16 bits per channel', (image) => image.toColourspace('rgb16').png(), red],
  ['shades of grey', (image) => image.greyscale().jpeg(), [127, 127, 127]],
];

for (const [name, encode, colour] of colourings) {
  test(`${name} keep their colours`, async () => {
    const file = await encode(flat(red, 64, 64)).toBuffer();
    const { picture, thumbnail } = await pictures.make(file);
    for (const result of [picture, thumbnail]) {
      assertColour(await colourAt(result, 0.5, 0.5), colour);
    }
  });
}

test('transparency is kept', async () => {
  const clear = { width: 64, height: 64, channels: 4, background: '#f000' } as const;
  for (const encode of [
    (image: Sharp) => image.png(),
    (image: Sharp) => image.webp(),
    (image: Sharp) => image.gif(),
  ]) {
    const { picture, thumbnail } = await pictures.make(
      await encode(sharp({ create: clear })).toBuffer(),
    );
    for (const result of [picture, thumbnail]) {
      assert.equal((await sharp(result).ensureAlpha().raw().toBuffer())[3], 0);
    }
  }
});

for (const [name, encode] of [
  ['GIF', (image: Sharp) => image.gif()],
  ['WebP', (image: Sharp) => image.webp()],
] as const) {
  test(`an animated ${name} becomes its first frame`, async () => {
    const frames = await Promise.all(
      [red, blue, grey].map((colour) => flat(colour, 40, 30).png().toBuffer()),
    );
    const file = await encode(sharp(frames, { join: { animated: true } })).toBuffer();
    assert.equal((await sharp(file).metadata()).pages, 3);
    const { made, picture } = await pictures.make(file);
    assert.deepEqual([made.width, made.height], [40, 30]);
    assert.equal((await sharp(picture).metadata()).pages ?? 1, 1);
    assertColour(await colourAt(picture, 0.5, 0.5), red);
  });
}

test('a file called HEIC that can be decoded becomes a JPEG', async () => {
  const file = await flat(red, 64, 64).avif({ effort: 0 }).toBuffer();
  for (let at = file.indexOf('avif'); at >= 0; at = file.indexOf('avif')) file.write('heic', at);
  const { made, picture } = await pictures.make(file);
  assert.equal(made.contentType, 'image/jpeg');
  assert.deepEqual(await sizeOf(picture), ['image/jpeg', 64, 64]);
});

// It exists, though sharp's types do not have it yet.
function withGainMap(image: Sharp): Sharp {
  return (image as Sharp & { withGainMap(): Sharp }).withGainMap();
}

function flat([r, g, b]: Colour, width: number, height: number): Sharp {
  const background = { r: r!, g: g!, b: b! };
  return sharp({ create: { width, height, channels: 3, background } });
}

function leftAndRight(left: Colour, right: Colour): Sharp {
  const row = [left, right].flatMap((colour) => Array.from({ length: 200 }, () => colour)).flat();
  const data = Buffer.concat(Array.from({ length: 200 }, () => Buffer.from(row)));
  return sharp(data, { raw: { width: 400, height: 200, channels: 3 } });
}

async function sizeOf(file: Buffer) {
  const { mediaType, width, height } = await sharp(file).metadata();
  return [mediaType, width, height];
}

/** Positions are fractions of the width and height. */
async function colourAt(file: Buffer, x: number, y: number): Promise<Colour> {
  const { data, info } = await sharp(file)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at =
    (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return info.channels === 1 ? [data[at]!, data[at]!, data[at]!] : [...data.subarray(at, at + 3)];
}

function assertColour(found: Colour, wanted: Colour): void {
  const isNear = wanted.every((value, at) => Math.abs(value - found[at]!) <= 8);
  assert.ok(isNear, `found ${found}, wanted ${wanted}`);
}
