import type { ClockReading } from '#core/steady-clock.ts';
import type { Database } from '../database.ts';
import { monotonicMs } from '../monotonic.ts';

/** Reads the clock of the database server. */
export async function readClock(db: Database): Promise<ClockReading> {
  const askedAt = monotonicMs();
  const row = await db.first<{ time: number }>('select clock_timestamp() as time');
  return { time: row!.time, askedAt, answeredAt: monotonicMs() };
}
