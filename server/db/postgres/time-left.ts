import { Overloaded } from '../database.ts';
import { monotonicMs } from '../monotonic.ts';

/** Thrown where nothing was sent. */
export class DeadlineExceeded extends Overloaded {
  override name = 'DeadlineExceeded';
}

/** Milliseconds until a deadline by `monotonicMs`. */
export function timeLeft(deadline: number): number {
  const leftMs = deadline - monotonicMs();
  if (leftMs <= 0) throw new DeadlineExceeded('no time left');
  return leftMs;
}
