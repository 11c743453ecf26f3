import { Overloaded } from '../database.ts';
import { monotonicMs } from '../monotonic.ts';

/** Thrown before anything was sent. */
export class DeadlineExceeded extends Overloaded {
  override name = 'DeadlineExceeded';
}

/** Milliseconds until a deadline on the `monotonicMs` clock. */
export function timeLeft(deadline: number): number {
  const leftMs = deadline - monotonicMs();
  if (leftMs <= 0) throw new DeadlineExceeded('no time left');
  return leftMs;
}
