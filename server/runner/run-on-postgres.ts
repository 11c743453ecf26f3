// Runs actions on PostgreSQL, many at a time: most of the work is done there, and waited for.
import type { ActionContext } from '#actions/context.ts';
import { type Database, DatabaseUnavailable } from '#db/database.ts';
import { refuseUnfinishedMove } from '#db/postgres/moves.ts';
import { openPostgres } from '#db/postgres/open.ts';
import { refuseSharedSessions } from '#db/postgres/refuse-shared-sessions.ts';
import { refuseUnsafeServer } from '#db/postgres/refuse-unsafe-server.ts';
import { type ActionName, actionKinds, migrationWaitMsMax } from './action-runner.ts';
import { actions } from './actions.ts';
import { EventNumbering } from './event-numbering.ts';
import { Replica } from './replica.ts';
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
  onAnswer(name: ActionName, tookMs: number, commitMs: number): void;
  onConnectionError(error: Error): void;
}

interface PostgresRunner {
  /** Until the deadline, in milliseconds since 1970, or not at all; unless it was being committed then. */
  run(name: ActionName, input: unknown, deadline: number): Promise<unknown>;
  close(): Promise<void>;
}

type AnyAction = (db: Database, input: never, context: ActionContext) => Promise<unknown>;

// What may come from a replica. Never what a lead is matched by.
const listActions = new Set<ActionName>(['listWorkItems', 'listCustomers', 'listAddresses']);
const waitingMax = { read: 1_000, write: 1_000 };

/** The tables are prepared when it returns. */
export async function runOnPostgres(options: PostgresRunnerOptions): Promise<PostgresRunner> {
  const context = systemContext({ migrating: options.onMigration });
  await prepare(options, context);
  const db = openPostgres(options);
  const replicaDb =
    options.replicaUrl === null
      ? null
      : openPostgres({
          ...options,
          url: options.replicaUrl,
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
    (brandId) => actions.numberWaitingEvents(db, { brandId }, context),
    (error) => options.onConnectionError(error as Error),
  );
  const waiting = { read: 0, write: 0 };

  const run = async (name: ActionName, input: unknown, deadline: number): Promise<unknown> => {
    const kind = actionKinds[name];
    if (waiting[kind] >= waitingMax[kind]) throw new DatabaseUnavailable('too many waiting');
    waiting[kind]++;
    const began = performance.now();
    try {
      const action = actions[name] as AnyAction;
      const brandIds = new Set<string>();
      const own: ActionContext = Object.create(context, {
        eventsWait: { value: (brandId: string) => brandIds.add(brandId) },
      });
      if (replica && listActions.has(name)) {
        return await replica.read((from) => action(from.until(deadline), input as never, context));
      }
      const output = await action(db.until(deadline), input as never, own);
      for (const brandId of brandIds) numbering.soon(brandId);
      return output;
    } finally {
      waiting[kind]--;
      options.onAnswer(name, performance.now() - began, db.upkeep.takeCommitMs());
    }
  };

  return {
    run,
    async close() {
      await numbering.stop();
      await Promise.all([db.close(), replicaDb?.close()]);
    },
  };
}

async function prepare(
  { url, mayLoseData, waitMsMax }: PostgresRunnerOptions,
  context: ActionContext,
): Promise<void> {
  const db = openPostgres({
    url,
    connectionsMax: 1,
    waitMsMax: migrationWaitMsMax,
    connectMsMax: waitMsMax,
  });
  try {
    await db.first('select 1').catch((cause) => {
      throw new Error(`the database cannot be reached: ${(cause as Error).message}`, { cause });
    });
    await refuseSharedSessions({ url, waitMsMax });
    if (!mayLoseData) await refuseUnsafeServer(db);
    await refuseUnfinishedMove(db);
    await actions.prepareTables(db, null, context);
  } finally {
    await db.close();
  }
}
