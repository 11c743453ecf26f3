// Makes photos no larger than the service keeps them: a phone's ten photos take minutes to send.
import { pictureSideMax } from '../../../contract/limits.ts';

const bytesMin = 500_000;
const jpegQuality = 0.85;

export async function shrinkPictures(sent: FormData): Promise<FormData> {
  const body = new FormData();
  for (const [name, value] of sent) {
    body.append(name, value instanceof File ? await shrinkPicture(value) : value);
  }
  return body;
}

/** The file itself if it is small, or this browser cannot read it. */
export async function shrinkPicture(file: File): Promise<File> {
  if (file.size < bytesMin || !/^image\/(?!gif|svg)/.test(file.type)) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, pictureSideMax / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const context = canvas.getContext('2d')!;
    // JPEG has no transparency.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    // Ten photos would fill a phone's memory.
    picture.close();
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', jpegQuality),
    );
    if (!blob || blob.size >= file.size) return file;
    return new File([blob], file.name.replace(/\.\w+$/, '') + '.jpg', { type: blob.type });
  } catch {
    return file;
  }
}
