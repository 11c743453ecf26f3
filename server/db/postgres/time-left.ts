import { Overloaded } from '../database.ts';
import { monotonicMs } from '../monotonic.ts';

/** Thrown where nothing was sent. */
export class OutOfTime extends Overloaded {
  override name = 'OutOfTime';
}

/** Milliseconds until a deadline by `monotonicMs`. */
export function timeLeft(deadline: number): number {
  const leftMs = deadline - monotonicMs();
  if (leftMs <= 0) throw new OutOfTime('no time left');
  return leftMs;
}
