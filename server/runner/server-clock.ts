// The clock that stored times are compared with: the database server's, which all nodes share. With
// SQLite it is the machine's clock.
import { type ClockReading, SteadyClock } from '#core/steady-clock.ts';
import type { Database } from '#db/database.ts';
import { monotonicMs } from '#db/monotonic.ts';
import { readClock } from '#db/postgres/read-clock.ts';
import { clockOf } from './clock-of.ts';

export type ServerClock = Pick<SteadyClock, 'now' | 'correct'>;

const readEveryMs = 1_000;

/** For threads without a database connection: readings from the database thread correct it. */
export function serverClock(isOnPostgres: boolean): ServerClock {
  if (!isOnPostgres) return { now: clockOf(Date.now).now, correct() {} };
  const clock = new SteadyClock(monotonicMs);
  return { now: () => clock.now(), correct: (reading) => clock.correct(reading) };
}

/** Reads the database's clock every second. Without a response, the monotonic clock goes on. */
export function followDatabaseClock(
  db: Database,
  onRead: (reading: ClockReading) => void,
): { stop(): void } {
  let isReading = false;
  const read = async () => {
    if (isReading) return;
    isReading = true;
    await readClock(db).then(onRead, () => {});
    isReading = false;
  };
  const timer = setInterval(read, readEveryMs).unref();
  return { stop: () => clearInterval(timer) };
}
