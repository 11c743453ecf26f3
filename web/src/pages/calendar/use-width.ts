// The width of an element, measured before the first paint.
import { type RefObject, useLayoutEffect, useState } from 'react';

/** 0 until it is measured. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current!;
    const measure = () => setWidthPx(measured.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return widthPx;
}
