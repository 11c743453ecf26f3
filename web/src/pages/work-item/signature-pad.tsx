// A canvas to draw a signature on.
import { Button, Group, Input } from '@mantine/core';
import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import { useWords } from '../../words/words.ts';
import { moveWords } from './move-words.ts';
import { drawStroke, fieldRatio, type Point, type Stroke } from './signature-picture.ts';

const fieldWidth = 800;

interface SignaturePadProps {
  strokes: Stroke[];
  /** After each stroke. */
  onChange: (strokes: Stroke[]) => void;
}

export function SignaturePad({ strokes, onChange }: SignaturePadProps): ReactNode {
  const say = useWords(moveWords);
  const canvas = useRef<HTMLCanvasElement>(null);
  const stroke = useRef<Stroke>([]);
  useEffect(() => redraw(canvas.current!, strokes), [strokes]);

  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.isPrimary) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    stroke.current = [pointOf(event)];
    redraw(event.currentTarget, [...strokes, stroke.current]);
  };
  const go = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    stroke.current.push(pointOf(event));
    redraw(event.currentTarget, [...strokes, stroke.current]);
  };

  return (
    <Input.Wrapper label={say('signature')} description={say('signHere')} labelElement="div">
      <canvas
        ref={canvas}
        className="item-signature-pad"
        role="img"
        aria-label={say('signHere')}
        width={fieldWidth}
        height={fieldWidth / fieldRatio}
        onPointerDown={begin}
        onPointerMove={go}
        onLostPointerCapture={() => onChange([...strokes, stroke.current])}
      />
      <Group justify="flex-end">
        <Button variant="default" disabled={strokes.length === 0} onClick={() => onChange([])}>
          {say('signClear')}
        </Button>
      </Group>
    </Input.Wrapper>
  );
}

function pointOf(event: PointerEvent<HTMLCanvasElement>): Point {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  return { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
}

function redraw(canvas: HTMLCanvasElement, strokes: Stroke[]): void {
  const context = canvas.getContext('2d')!;
  context.clearRect(0, 0, canvas.width, canvas.height);
  for (const stroke of strokes) drawStroke(context, stroke);
}
