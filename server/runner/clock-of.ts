import { SteadyClock } from '#core/steady-clock.ts';
import { monotonicMs } from '#db/monotonic.ts';

/** A steady clock that follows another one, such as `Date.now`. */
export function clockOf(read: () => number): Pick<SteadyClock, 'now' | 'notBefore'> {
  const clock = new SteadyClock(monotonicMs);
  return {
    now() {
      const at = monotonicMs();
      clock.correct({ time: read(), askedAt: at, answeredAt: at });
      return clock.now();
    },
    notBefore: (time) => clock.notBefore(time),
  };
}
