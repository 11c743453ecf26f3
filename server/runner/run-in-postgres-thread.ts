// Runs actions on PostgreSQL from a thread of their own.
import type { MigrationStep } from '#db/migrate.ts';
import { type ActionName, actionKinds, type ActionRunner } from './action-runner.ts';
import { ActionThread } from './action-thread.ts';
import type { PostgresSettings } from './run-on-postgres.ts';

interface PostgresThreadOptions {
  settings: PostgresSettings;
  onAnswer(name: ActionName, tookMs: number): void;
  onCommit(tookMs: number): void;
  onMigration(step: MigrationStep): void;
  onReplicaRead(isReplica: boolean): void;
  onConnectionError(error: Error): void;
  onDeath(error: Error): void;
}

const waitingMax = 2_000;

/** The tables are prepared when it returns. */
export async function runInPostgresThread(options: PostgresThreadOptions): Promise<ActionRunner> {
  const thread = await ActionThread.start({
    name: 'database',
    module: 'server/runner/postgres-thread.ts',
    settings: options.settings,
    waitMsMax: options.settings.waitMsMax,
    waitingMax,
    onAnswer: options.onAnswer,
    onCommit: options.onCommit,
    onNews(news) {
      if (news.news === 'migrating') options.onMigration(news.step);
      if (news.news === 'replicaRead') options.onReplicaRead(news.isReplica);
      if (news.news === 'connectionError') options.onConnectionError(new Error(news.message));
    },
    onDeath: options.onDeath,
  });
  const waiting = { read: 0, write: 0 };
  return {
    async run(name, input, waitMsMax) {
      const kind = actionKinds[name];
      waiting[kind]++;
      try {
        return (await thread.run(name, input, waitMsMax)) as never;
      } finally {
        waiting[kind]--;
      }
    },
    waiting: () => ({ reads: waiting.read, writes: waiting.write }),
    close: () => thread.close(),
  };
}
