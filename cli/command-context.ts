import type { ActionContext } from '#actions/context.ts';
import { SteadyClock } from '#core/steady-clock.ts';
import type { Database } from '#db/database.ts';
import { monotonicMs } from '#db/monotonic.ts';
import { readClock } from '#db/postgres/read-clock.ts';
import { systemContext } from '#runner/system-context.ts';

/** Uses the database server's clock, or with SQLite the machine's. */
export async function commandContext(db: Database): Promise<ActionContext> {
  if (db.engine === 'sqlite') return systemContext();
  const clock = new SteadyClock(monotonicMs);
  clock.correct(await readClock(db));
  return systemContext({ clock });
}
