// The picture of the test input for a stored photo. It is processed like a downloaded one.
import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Downloader } from '#outbound/downloader.ts';

// A PNG of 64 by 48 pixels: an orange rectangle on grey.
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwAQMAAACbhe5cAAAABlBMVEXY3ubgeh9v4bR4AAAACXBIWXMAAAsTAAALEwEAmpwYAAAAFUlEQVQY02NgGHSA////D4OJMagAAEZwL9GFz3U9AAAAAElFTkSuQmCC',
  'base64',
);

export const testPictureDownloader: Pick<Downloader, 'download'> = {
  async download(_url, file) {
    await writeFile(file, picture, { flag: 'wx' });
    return { sha256: hash('sha256', picture), sizeBytes: picture.length };
  },
};
