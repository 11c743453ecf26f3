// Detects wrong clocks: the machine's clock differs from the server clock, or the server clock was set.
import { monotonicMs } from '#db/monotonic.ts';
import type { ServerClock } from './server-clock.ts';

interface ClockWatch {
  /**
   * How far the machine's clock is ahead of the server clock (negative: behind); 0 when it is right
   * again.
   */
  onDifference(differenceMs: number): void;
  /** The server clock was set forward, or back (negative). */
  onStep(stepMs: number): void;
  /** Reschedules jobs that were scheduled while the clock was ahead. */
  replan(): Promise<unknown>;
}

const checkEveryMs = 1_000;
const reportFromMs = 1_000;
// A steady clock that is ahead runs at half speed until it is right.
const slowShare = 0.5;

export function watchClock(clock: ServerClock, watch: ClockWatch): { stop(): void } {
  let reportedMs = 0;
  let seenAt = monotonicMs();
  let ahead = clock.now() - seenAt;
  // Initially true: the clock may have been set before this start.
  let mustReplan = true;

  const check = () => {
    const differenceMs = Date.now() - clock.now();
    const isWrong = Math.abs(differenceMs) > reportFromMs;
    const hasGrown = Math.abs(differenceMs) > Math.abs(reportedMs) + reportFromMs;
    if (isWrong ? reportedMs === 0 || hasGrown : reportedMs !== 0) {
      reportedMs = isWrong ? differenceMs : 0;
      watch.onDifference(reportedMs);
    }
    const at = monotonicMs();
    const stepMs = clock.now() - at - ahead;
    if (Math.abs(stepMs) > reportFromMs + (at - seenAt) * slowShare) {
      watch.onStep(stepMs);
      mustReplan ||= stepMs < 0;
    }
    ahead += stepMs;
    seenAt = at;
    if (!mustReplan) return;
    mustReplan = false;
    watch.replan().catch(() => (mustReplan = true));
  };

  const timer = setInterval(check, checkEveryMs).unref();
  check();
  return { stop: () => clearInterval(timer) };
}
