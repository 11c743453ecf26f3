// The clock by which a server judges stored times: the database's, which all servers share. With SQLite that is the
// machine's.
import { type ClockReading, SteadyClock } from '#core/steady-clock.ts';
import type { Database } from '#db/database.ts';
import { monotonicMs } from '#db/monotonic.ts';
import { readClock } from '#db/postgres/read-clock.ts';
import { clockOf } from './clock-of.ts';

export type ServerClock = Pick<SteadyClock, 'now' | 'correct'>;

const readEveryMs = 1_000;

/** One that somebody else corrects, for the threads that do not speak to the database. */
export function serverClock(isOnPostgres: boolean): ServerClock {
  if (!isOnPostgres) return { now: clockOf(Date.now).now, correct() {} };
  const clock = new SteadyClock(monotonicMs);
  return { now: () => clock.now(), correct: (reading) => clock.correct(reading) };
}

/** Reads the database's clock every second. While it does not answer, the monotonic clock goes on. */
export function followDatabaseClock(
  db: Database,
  onRead: (reading: ClockReading) => void,
): { stop(): void } {
  let isAsking = false;
  const read = async () => {
    if (isAsking) return;
    isAsking = true;
    await readClock(db).then(onRead, () => {});
    isAsking = false;
  };
  const timer = setInterval(read, readEveryMs).unref();
  return { stop: () => clearInterval(timer) };
}
