// Runs actions on PostgreSQL concurrently: most of their time is spent waiting for the server.
import type { ActionContext } from '#actions/context.ts';
import { numberWaitingEvents } from '#actions/events/events.ts';
import { prepareTables } from '#actions/installation/prepare-installation.ts';
import { type ClockReading, SteadyClock } from '#core/steady-clock.ts';
import { monotonicMs } from '#db/monotonic.ts';
import { openPostgres } from '#db/postgres/open.ts';
import { readClock } from '#db/postgres/read-clock.ts';
import { refuseSharedSessions } from '#db/postgres/refuse-shared-sessions.ts';
import { refuseUnsafeServer } from '#db/postgres/refuse-unsafe-server.ts';
import type { ActionName } from './action-kinds.ts';
import { migrationWaitMsMax } from './action-runner.ts';
import { EventNumbering } from './event-numbering.ts';
import { Replica } from './replica.ts';
import { runAction } from './run-action.ts';
import { followDatabaseClock } from './server-clock.ts';
import { systemContext } from './system-context.ts';

export interface PostgresSettings {
  url: string;
  connectionsMax: number;
  waitMsMax: number;
  mayLoseData: boolean;
  replicaUrl: string | null;
}

interface PostgresRunnerOptions extends PostgresSettings {
  onMigration: ActionContext['migrating'];
  onReplicaRead(isReplica: boolean): void;
  onCommit(tookMs: number): void;
  onClockRead(reading: ClockReading): void;
  onConnectionError(error: Error): void;
  onCommitsHang(areHanging: boolean): void;
}

interface PostgresRunner {
  /** Cancels the action at the deadline (by `monotonicMs`), unless it is committing. */
  run(name: ActionName, input: unknown, deadline: number): Promise<unknown>;
  close(): Promise<void>;
}

// May be read from a replica. Customers that a lead is matched with never are.
const listActions = new Set<ActionName>(['listWorkItems', 'listCustomers', 'listAddresses']);

/** The tables are prepared when it returns. */
export async function runOnPostgres(options: PostgresRunnerOptions): Promise<PostgresRunner> {
  const clock = new SteadyClock(monotonicMs);
  const onRead = (reading: ClockReading) => {
    clock.correct(reading);
    options.onClockRead(reading);
  };
  const context = systemContext({ clock, migrating: options.onMigration });
  await prepare(options, context, onRead);
  const db = openPostgres(options);
  const replicaDb =
    options.replicaUrl === null
      ? null
      : openPostgres({
          ...options,
          url: options.replicaUrl,
          // Replicas are read-only.
          onCommitsHang() {},
          onConnected: () => replica?.connected(),
        });
  const replica: Replica | null =
    replicaDb &&
    new Replica({
      primary: db,
      replica: replicaDb,
      onRead: options.onReplicaRead,
      onError: (error) => options.onConnectionError(error as Error),
    });
  const numbering = new EventNumbering(
    (brandId) => numberWaitingEvents(db, { brandId }, context),
    (error) => options.onConnectionError(error as Error),
  );
  const following = followDatabaseClock(db, onRead);

  const run = async (name: ActionName, input: unknown, deadline: number): Promise<unknown> => {
    const brandIds = new Set<string>();
    const own: ActionContext = Object.create(context, {
      eventsPending: { value: (brandId: string) => brandIds.add(brandId) },
    });
    if (replica && listActions.has(name)) {
      return replica.read((from) => runAction(name, from.until(deadline), input, context));
    }
    const output = await runAction(name, db.until(deadline), input, own);
    for (const brandId of brandIds) numbering.schedule(brandId);
    return output;
  };

  return {
    run,
    async close() {
      following.stop();
      await numbering.stop();
      await Promise.all([db.close(), replicaDb?.close()]);
    },
  };
}

async function prepare(
  { url, mayLoseData, waitMsMax }: PostgresRunnerOptions,
  context: ActionContext,
  onRead: (reading: ClockReading) => void,
): Promise<void> {
  const db = openPostgres({
    url,
    connectionsMax: 1,
    waitMsMax: migrationWaitMsMax,
    connectMsMax: waitMsMax,
  });
  try {
    const reading = await readClock(db).catch((cause) => {
      throw new Error(`the database cannot be reached: ${(cause as Error).message}`, { cause });
    });
    onRead(reading);
    await refuseSharedSessions({ url, waitMsMax });
    if (!mayLoseData) await refuseUnsafeServer(db);
    await prepareTables(db, null, context);
  } finally {
    await db.close();
  }
}
