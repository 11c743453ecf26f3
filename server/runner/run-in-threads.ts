// Runs actions on SQLite: one thread writes, others read, so that reads go on while writes are
// slow. Most installations need one reader; another is started when reads queue up, at most one per
// processor.
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Subject } from '#db/database.ts';
import type { MigrationStep } from '#db/migrate.ts';
import type { ActionKind, ActionName } from './action-kinds.ts';
import { type ActionRunner, migrationWaitMsMax } from './action-runner.ts';
import { ActionThread } from './action-thread.ts';
import { Admission } from './admission.ts';
import { kindOf, waitOf, whoOf } from './lanes.ts';
import { startCheckpoints } from './start-checkpoints.ts';
import type { ThreadSettings } from './thread-messages.ts';

interface ThreadRunnerOptions {
  file: string;
  waitMsMax: number;
  onAnswer(name: ActionName, tookMs: number): void;
  onCommit(tookMs: number): void;
  onMigration(step: MigrationStep): void;
  /** A notification about jobs, or about events of the brand in `detail`. */
  onNotified(subject: Subject, detail: string): void;
  onDeath(error: Error): void;
  /** Another reader could not be started; the existing ones go on. */
  onReaderMissing(error: Error): void;
}

const lockWaitMsMax = 2_000;
const waitingMax = 1_000;
const idleWaitMsMax = 10_000;
const readersMin = 2;
// Reads that are still queued after this time were not just a short burst.
const waitMsBeforeReader = 20;
// One that is running, and one that the writer can start without waiting for the main thread.
const writesInFlightMax = 2;

type ReadLane = Exclude<ActionKind, 'write' | 'count'>;

/** Migrates the database first. */
export async function runInThreads(options: ThreadRunnerOptions): Promise<ActionRunner> {
  const { file, waitMsMax } = options;
  const lockWaitMs = Math.min(lockWaitMsMax, Math.floor(waitMsMax / 2));
  const settings = (readOnly: boolean): ThreadSettings => ({ file, readOnly, lockWaitMs });
  const startReader = () =>
    ActionThread.start({
      ...options,
      name: 'database reader',
      module: 'server/runner/database-thread.ts',
      settings: settings(true),
    });
  // In parallel: loading the program is most of the startup time.
  const [writer, firstReader] = await Promise.all([
    ActionThread.start({
      ...options,
      name: 'database writer',
      module: 'server/runner/database-thread.ts',
      settings: settings(false),
      onEvent(event) {
        if (event.type === 'migrating') options.onMigration(event.step);
        if (event.type === 'notified') options.onNotified(event.subject, event.detail);
      },
    }),
    startReader(),
  ]);
  await writer.run('prepareTables', null, { waitMsMax: migrationWaitMsMax, endsAtDeadline: false })
    .answer;

  const writes = new Admission<'write'>({
    name: 'database writer',
    slots: writesInFlightMax,
    shares: (slots) => ({ write: slots }),
    waitingMax,
  });
  const readers = [firstReader];
  let starting: Promise<void> | null = null;
  let isClosing = false;
  const addReader = async () => {
    await wait(waitMsBeforeReader);
    if (reads.queued > 0 && !isClosing) {
      readers.push(await startReader());
      reads.addSlot();
    }
    starting = null;
  };
  const reads = new Admission<ReadLane>({
    name: 'database reader',
    slots: readers.length,
    // With two readers or more, one is left for look-ups and lists.
    shares: (slots) => ({ 'look-up': slots, list: slots, search: Math.max(1, slots - 1) }),
    waitingMax,
    onWait() {
      if (readers.length < Math.max(readersMin, availableParallelism())) {
        starting ??= addReader().catch((error: Error) => {
          options.onReaderMissing(error);
          starting = null;
        });
      }
    },
  });
  const checkpoints = startCheckpoints(options.file, options.onDeath, () =>
    run('finishCheckpoint', null),
  );
  const run: ActionRunner['run'] = (name, input, how = {}) => {
    const kind = kindOf(name, input);
    const who = whoOf(input, how);
    const limit = waitOf(how, waitMsMax);
    const begin = (thread: ActionThread, leftMs: number) =>
      thread.run(name, input, { waitMsMax: leftMs, endsAtDeadline: how.waitMsMax !== undefined });
    const output =
      kind === 'write' || kind === 'count'
        ? writes.run('write', who, limit, (_, leftMs) => begin(writer, leftMs))
        : reads.run(kind, who, limit, (slot, leftMs) => begin(readers[slot]!, leftMs));
    return output as Promise<never>;
  };
  return {
    run,
    waiting: () => ({ reads: reads.count(), writes: writes.count() }),
    async close() {
      isClosing = true;
      await checkpoints.close();
      await Promise.all([reads.idle(idleWaitMsMax), writes.idle(idleWaitMsMax), starting]);
      // The writer last: the last connection to close checkpoints the write-ahead log.
      await Promise.allSettled(readers.map((reader) => reader.close()));
      await writer.close();
    },
  };
}
