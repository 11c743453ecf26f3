// Runs actions on SQLite: one thread writes, others read, so that reads go on whatever happens to writes. One reader is
// enough for most; another is started when something has to wait, up to as many as there are processors.
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Subject } from '#db/database.ts';
import type { MigrationStep } from '#db/migrate.ts';
import {
  type ActionKind,
  type ActionName,
  type ActionRunner,
  migrationWaitMsMax,
} from './action-runner.ts';
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
  /** There are jobs to do, or events of the brand that is named. */
  onNotified(subject: Subject, detail: string): void;
  onDeath(error: Error): void;
  /** Another reader could not be started; those there are go on. */
  onReaderMissing(error: Error): void;
}

const lockWaitMsMax = 2_000;
const waitingMax = 1_000;
const idleWaitMsMax = 10_000;
const readersMin = 2;
// Then something still waits, and it was not just a moment in which much came together.
const waitMsBeforeReader = 20;
// The one that is being done, and one that the writer can go on with at once.
const writesUnderWayMax = 2;

type ReadLane = Exclude<ActionKind, 'write' | 'count'>;

/** The tables are prepared when it returns. */
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
  // Both load the program at the same time, which is most of what a start takes.
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
    slots: writesUnderWayMax,
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
    // One is left for what takes no time, as soon as there are two.
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
      // The writer last: it folds the write-ahead log into the file when nobody else has it open.
      await Promise.allSettled(readers.map((reader) => reader.close()));
      await writer.close();
    },
  };
}
