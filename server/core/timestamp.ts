// Most records that are made together, and most times in one record, have the same.
let lastTime = Number.NaN;
let lastText = '';

/** A time as the world sees it. */
export function timestamp<T extends number | null>(time: T): T extends null ? null : string;
export function timestamp(time: number | null): string | null {
  if (time === null) return null;
  if (time !== lastTime) {
    lastText = new Date(time).toISOString();
    lastTime = time;
  }
  return lastText;
}
