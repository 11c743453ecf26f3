// Runs actions on SQLite: one thread writes, one reads, so that reads go on whatever happens to writes.
import type { Subject } from '#db/database.ts';
import type { MigrationStep } from '#db/migrate.ts';
import {
  type ActionName,
  actionKinds,
  type ActionRunner,
  migrationWaitMsMax,
} from './action-runner.ts';
import { ActionThread } from './action-thread.ts';
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
}

const lockWaitMsMax = 2_000;
const readsWaitingMax = 1_000;
const writesWaitingMax = 1_000;

/** The tables are prepared when it returns. */
export async function runInThreads(options: ThreadRunnerOptions): Promise<ActionRunner> {
  const { file, waitMsMax } = options;
  const lockWaitMs = Math.min(lockWaitMsMax, Math.floor(waitMsMax / 2));
  const settings = (readOnly: boolean): ThreadSettings => ({ file, readOnly, lockWaitMs });
  // Both load the program at the same time, which is most of what a start takes.
  const [writer, reader] = await Promise.all([
    ActionThread.start({
      ...options,
      name: 'database writer',
      module: 'server/runner/database-thread.ts',
      settings: settings(false),
      onNews(news) {
        if (news.news === 'migrating') options.onMigration(news.step);
        if (news.news === 'notified') options.onNotified(news.subject, news.detail);
      },
      waitingMax: writesWaitingMax,
    }),
    ActionThread.start({
      ...options,
      name: 'database reader',
      module: 'server/runner/database-thread.ts',
      settings: settings(true),
      waitingMax: readsWaitingMax,
    }),
  ]);
  await writer.run('prepareTables', null, migrationWaitMsMax);
  const checkpoints = startCheckpoints(options.file, options.onDeath, () =>
    writer.run('finishCheckpoint', null),
  );
  return {
    run: (name, input, waitMs) => {
      const thread = actionKinds[name] === 'write' ? writer : reader;
      return thread.run(name, input, waitMs) as Promise<never>;
    },
    waiting: () => ({ reads: reader.waiting, writes: writer.waiting }),
    async close() {
      await checkpoints.close();
      // The writer last: it folds the write-ahead log into the file when nobody else has it open.
      await reader.close();
      await writer.close();
    },
  };
}
