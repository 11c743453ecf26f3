// A canvas to draw a signature on.
import { Button, Group, Input } from '@mantine/core';
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useWords } from '../../words/words.ts';
import { moveWords } from './move-words.ts';
import { drawStroke, fieldRatio, type Point, type Stroke } from './signature-picture.ts';

const fieldWidth = 800;

/** Adds what is drawn to `strokes`. */
export function SignaturePad({ strokes }: { strokes: Stroke[] }): ReactNode {
  const say = useWords(moveWords);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isEmpty, setIsEmpty] = useState(strokes.length === 0);

  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    strokes.push([pointOf(event)]);
    setIsEmpty(false);
    redraw(event.currentTarget, strokes);
  };
  const go = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    strokes.at(-1)?.push(pointOf(event));
    redraw(event.currentTarget, strokes);
  };
  const clear = () => {
    strokes.length = 0;
    setIsEmpty(true);
    if (canvas.current) redraw(canvas.current, strokes);
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
      />
      <Group justify="flex-end">
        <Button variant="default" disabled={isEmpty} onClick={clear}>
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
