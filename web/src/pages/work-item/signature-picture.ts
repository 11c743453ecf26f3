// Renders a signature as a PNG data URL that fits in `signatureLengthMax`.
import { signatureLengthMax } from '../../../../contract/limits.ts';

/** Relative to the width and height of the field, independent of the screen size. */
export interface Point {
  x: number;
  y: number;
}
export type Stroke = Point[];

export const fieldRatio = 5 / 2;

const widths = [600, 400, 240] as const;

/** Null if the image is too large at every width. */
export function pictureOf(strokes: Stroke[]): string | null {
  for (const width of widths) {
    const picture = draw(strokes, width);
    if (picture.length <= signatureLengthMax) return picture;
  }
  return null;
}

function draw(strokes: Stroke[], width: number): string {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = width / fieldRatio;
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.strokeStyle = '#000';
  for (const stroke of strokes) drawStroke(context, stroke);
  return canvas.toDataURL('image/png');
}

const lineWidthOfField = 1 / 200;

export function drawStroke(context: CanvasRenderingContext2D, stroke: Stroke): void {
  const { width, height } = context.canvas;
  context.lineWidth = width * lineWidthOfField;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  for (const { x, y } of stroke) context.lineTo(x * width, y * height);
  // A dot is a line of zero length.
  const [first] = stroke;
  if (stroke.length === 1 && first) context.lineTo(first.x * width, first.y * height);
  context.stroke();
}
