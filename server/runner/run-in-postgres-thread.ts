// Runs actions in the PostgreSQL thread, no more at a time than there are connections: an action
// that waited for a connection half-way would keep its locks until its deadline.
import type { ClockReading } from '#core/steady-clock.ts';
import type { MigrationStep } from '#db/migrate.ts';
import type { ActionName } from './action-kinds.ts';
import type { ActionRunner } from './action-runner.ts';
import { ActionThread } from './action-thread.ts';
import { Admission } from './admission.ts';
import { kindOf, waitOf, whoOf } from './lanes.ts';
import type { PostgresSettings } from './run-on-postgres.ts';

interface PostgresThreadOptions {
  settings: PostgresSettings;
  onAnswer(name: ActionName, tookMs: number): void;
  onCommit(tookMs: number): void;
  onMigration(step: MigrationStep): void;
  onReplicaRead(isReplica: boolean): void;
  onClockRead(reading: ClockReading): void;
  onConnectionError(error: Error): void;
  /** Writes are refused meanwhile. */
  onCommitsHang(areHanging: boolean): void;
  onDeath(error: Error): void;
}

// Builds long statements.
const youngGenerationMbMax = 24;
const waitingMax = 1_000;
const idleWaitMsMax = 10_000;
// Events are numbered after the actions that wrote them.
const connectionsForNumbering = 1;
// The remaining connections serve look-ups and counts, which therefore never wait for slower work.
const shareOfSearches = 0.2;
const shareOfLists = 0.3;
const shareOfWrites = 0.3;

/** Migrates the database first. */
export async function runInPostgresThread(options: PostgresThreadOptions): Promise<ActionRunner> {
  const { waitMsMax, connectionsMax } = options.settings;
  const thread = await ActionThread.start({
    name: 'database',
    module: 'server/runner/postgres-thread.ts',
    settings: options.settings,
    youngGenerationMbMax,
    onAnswer: options.onAnswer,
    onCommit: options.onCommit,
    onEvent(event) {
      if (event.type === 'migrating') options.onMigration(event.step);
      if (event.type === 'replicaRead') options.onReplicaRead(event.isReplica);
      if (event.type === 'clockRead') options.onClockRead(event.reading);
      if (event.type === 'commitsHang') options.onCommitsHang(event.areHanging);
      if (event.type === 'connectionError') options.onConnectionError(new Error(event.message));
    },
    onDeath: options.onDeath,
  });
  const shareOf = (slots: number, share: number) => Math.max(1, Math.round(slots * share));
  const admission = new Admission({
    name: 'database',
    slots: connectionsMax - connectionsForNumbering,
    shares: (slots) => ({
      'look-up': slots,
      count: slots,
      list: shareOf(slots, shareOfLists),
      search: shareOf(slots, shareOfSearches),
      write: shareOf(slots, shareOfWrites),
    }),
    waitingMax,
  });
  return {
    run: (name, input, how = {}) => {
      const wait = waitOf(how, waitMsMax);
      const output = admission.run(kindOf(name, input), whoOf(input, how), wait, (_, leftMs) =>
        thread.run(name, input, { waitMsMax: leftMs, endsAtDeadline: how.waitMsMax !== undefined }),
      );
      return output as Promise<never>;
    },
    waiting: () => ({
      reads: admission.count(['look-up', 'list', 'search']),
      // Without `count`, the rate limits.
      writes: admission.count(['write']),
    }),
    async close() {
      await admission.idle(idleWaitMsMax);
      await thread.close();
    },
  };
}
