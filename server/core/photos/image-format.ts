// Detects the image format from the first bytes. Other files (SVG, PDF, TIFF, HTML) never reach a decoder.

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic';

/** The number of leading bytes that detection needs. */
export const imageHeadBytes = 64;

const avifBrands = new Set(['avif', 'avis']);
const heicBrands = new Set([
  'heic',
  'heix',
  'heim',
  'heis',
  'hevc',
  'hevx',
  'hevm',
  'hevs',
  'mif1',
  'msf1',
]);
const brandLength = 4;
const majorBrandAt = 8;
const compatibleBrandsAt = 16;

export function imageFormatOf(head: Uint8Array): ImageFormat | null {
  // One character per byte.
  const start = String.fromCharCode(...head.subarray(0, imageHeadBytes));
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif';
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'webp';
  if (start.startsWith('ftyp', 4)) return formatOfBrands(brandsOf(start));
  return null;
}

// "mif1" is any still HEIF image; an AVIF file lists its own brand beside it, so AVIF goes first.
function formatOfBrands(brands: string[]): ImageFormat | null {
  if (brands.some((brand) => avifBrands.has(brand))) return 'avif';
  if (brands.some((brand) => heicBrands.has(brand))) return 'heic';
  return null;
}

function brandsOf(start: string): string[] {
  const boxBytes = [0, 1, 2, 3].reduce((sum, at) => sum * 256 + start.charCodeAt(at), 0);
  const box = start.slice(0, boxBytes);
  const brands = [box.slice(majorBrandAt, majorBrandAt + brandLength)];
  for (let at = compatibleBrandsAt; at < box.length; at += brandLength) {
    brands.push(box.slice(at, at + brandLength));
  }
  return brands;
}
