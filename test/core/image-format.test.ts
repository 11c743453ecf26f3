// The image format is detected by its first bytes; all others are refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { imageFormatOf, imageHeadBytes } from '#core/photos/image-format.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const boxOf = (...brands: string[]) => {
  const [major, ...compatible] = brands;
  const size = 16 + 4 * compatible.length;
  return bytes(`\0\0\0${String.fromCharCode(size)}ftyp${major}\0\0\0\0${compatible.join('')}`);
};

const heads = [
  ['a JPEG from a camera', bytes('\xff\xd8\xff\xe1\x00\x10Exif'), 'jpeg'],
  ['a JPEG from a program', bytes('\xff\xd8\xff\xe0\x00\x10JFIF'), 'jpeg'],
  ['PNG', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), 'png'],
  ['GIF of 1987', bytes('GIF87a'), 'gif'],
  ['GIF of 1989', bytes('GIF89a'), 'gif'],
  ['WebP', bytes('RIFF\x10\0\0\0WEBPVP8 '), 'webp'],
  ['AVIF', boxOf('avif', 'mif1', 'miaf'), 'avif'],
  ['AVIF that moves', boxOf('avis', 'avif', 'msf1'), 'avif'],
  ['AVIF under a general name', boxOf('mif1', 'miaf', 'avif'), 'avif'],
  ['HEIC of a telephone', boxOf('heic', 'mif1', 'MiHB', 'heic'), 'heic'],
  ['HEIC under a general name', boxOf('mif1', 'heic'), 'heic'],
  ['a brand after the end of its box', Buffer.concat([boxOf('isom', 'mp42'), bytes('avif')]), null],
  ['a box too short for a brand', bytes('\0\0\0\x08ftypavif'), null],
  ['a video', boxOf('isom', 'iso2', 'avc1', 'mp41'), null],
  ['a sound', bytes('RIFF\x10\0\0\0WAVEfmt '), null],
  ['JPEG that stops at once', bytes('\xff\xd8'), null],
  ['PNG that a transfer as text has spoilt', bytes('\x89PNG\n\x1a\n'), null],
  ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), null],
  ['SVG as a document', bytes('<?xml version="1.0"?><svg/>'), null],
  ['a page', bytes('<!doctype html><title>Not found</title>'), null],
  ['a page that names a format', bytes('<html>GIF89a'), null],
  ['PDF', bytes('%PDF-1.7'), null],
  ['TIFF', bytes('II*\0\x08\0\0\0'), null],
  ['BMP', bytes('BM\x36\0\0\0'), null],
  ['JPEG XL', bytes('\xff\x0a'), null],
  ['nothing', bytes(''), null],
] as const;

for (const [name, head, format] of heads) {
  test(`${name} is ${format ?? 'no image'}`, () => assert.equal(imageFormatOf(head), format));
}

test('bytes after the header change nothing', () => {
  const known = heads.filter(([, , format]) => format !== null);
  fc.assert(
    fc.property(fc.constantFrom(...known), fc.uint8Array(), ([, head, format], rest) => {
      const padding = Buffer.alloc(imageHeadBytes - head.length);
      assert.equal(imageFormatOf(Buffer.concat([head, padding, rest])), format);
    }),
  );
});

test('any bytes get a result, and bytes without a signature none', () => {
  const firstBytes = new Set([0xff, 0x89, 0x47, 0x52]);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (head) => {
      const isBox = bytes('ftyp').equals(head.subarray(4, 8));
      if (!firstBytes.has(head[0] ?? 0) && !isBox) assert.equal(imageFormatOf(head), null);
      else assert.doesNotThrow(() => imageFormatOf(head));
    }),
  );
});
