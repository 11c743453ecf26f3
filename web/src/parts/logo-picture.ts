// Shrinks a picture to a data URL that fits in the settings, and that mails and PDFs can show.
import { logoLengthMax } from '../../../contract/limits.ts';

const heights = [160, 96, 64] as const;
const widthMax = 640;
const types = ['image/png', 'image/jpeg'] as const;

/** Null for a file that is no picture. */
export async function logoFrom(file: File): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  try {
    for (const height of heights) {
      for (const type of types) {
        const url = draw(picture, height, type);
        if (url.length <= logoLengthMax) return url;
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
  const context = canvas.getContext('2d')!;
  if (type === 'image/jpeg') {
    // It has no transparency.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL(type);
}
