// Shrinks a picture to a data URL that fits in a channel's settings.
const lengthMax = 100_000;
const heights = [160, 96, 64] as const;
const widthMax = 640;
// JPEG has no transparency.
const types = ['image/png', 'image/webp'] as const;

/** Null for a file that is no picture. */
export async function logoFrom(file: File): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  try {
    for (const height of heights) {
      for (const type of types) {
        const url = draw(picture, height, type);
        if (url.length <= lengthMax) return url;
      }
    }
    return null;
  } finally {
    picture.close();
  }
}

function draw(picture: ImageBitmap, heightMax: number, type: string): string {
  const scale = Math.min(1, heightMax / picture.height, widthMax / picture.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL(type);
}
