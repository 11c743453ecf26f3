// Notices that a clock is wrong: the machine's differs from the database's, or the one that counts was set.
import { monotonicMs } from '#db/monotonic.ts';
import type { ServerClock } from './server-clock.ts';

interface ClockWatch {
  /** The machine's clock is so far ahead of the one that counts, or behind; 0 when it is right again. */
  onDifference(differenceMs: number): void;
  /** The clock that counts was set forward, or back, by so much. */
  onStep(stepMs: number): void;
  /** Resolves when what was planned by a clock that was ahead has been planned again. */
  replan(): Promise<unknown>;
}

const watchEveryMs = 1_000;
const toldFromMs = 1_000;
// A clock that waits for another one goes at half speed.
const slowShare = 0.5;

export function watchClock(clock: ServerClock, watch: ClockWatch): { stop(): void } {
  let toldMs = 0;
  let seenAt = monotonicMs();
  let ahead = clock.now() - seenAt;
  // Also of a time before this start.
  let isToReplan = true;

  const look = () => {
    const differenceMs = Date.now() - clock.now();
    const isWrong = Math.abs(differenceMs) > toldFromMs;
    const isNews = Math.abs(differenceMs) > Math.abs(toldMs) + toldFromMs;
    if (isWrong ? toldMs === 0 || isNews : toldMs !== 0) {
      toldMs = isWrong ? differenceMs : 0;
      watch.onDifference(toldMs);
    }
    const at = monotonicMs();
    const stepMs = clock.now() - at - ahead;
    if (Math.abs(stepMs) > toldFromMs + (at - seenAt) * slowShare) {
      watch.onStep(stepMs);
      isToReplan ||= stepMs < 0;
    }
    ahead += stepMs;
    seenAt = at;
    if (!isToReplan) return;
    isToReplan = false;
    watch.replan().catch(() => (isToReplan = true));
  };

  const timer = setInterval(look, watchEveryMs).unref();
  look();
  return { stop: () => clearInterval(timer) };
}
