import type { Database } from '#db/database.ts';
import type { Answer } from './call.ts';
import { eventually } from './within.ts';

/** Until so many requests wait for a lock of this transaction, one behind the other, or one of them is answered. */
export async function untilWaiting(
  trx: Database,
  sent: readonly Promise<Answer>[],
  count = 1,
): Promise<void> {
  // Nothing tells who waits for the writer.
  if (trx.engine === 'sqlite') return;
  let isAnswered = false;
  void Promise.race(sent).then(() => (isAnswered = true));
  await eventually(async () => {
    const waiting = await trx.all(
      `with recursive waiting (pid) as (
        select pg_backend_pid() union
        select a.pid from pg_stat_activity a, waiting w
          where a.wait_event_type = 'Lock' and w.pid = any (pg_blocking_pids(a.pid))
      ) select pid from waiting where pid <> pg_backend_pid()`,
    );
    return isAnswered || waiting.length >= count;
  });
}
