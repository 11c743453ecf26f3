import { DatabaseUnavailable } from '../database.ts';

/** Thrown where nothing was sent. */
export class OutOfTime extends DatabaseUnavailable {
  override name = 'OutOfTime';
}

/** Milliseconds until a deadline, which is in milliseconds since 1970. */
export function timeLeft(deadline: number): number {
  const leftMs = deadline - Date.now();
  if (leftMs <= 0) throw new OutOfTime('no time left');
  return leftMs;
}
