// Runs actions on PostgreSQL, many at a time: most of the work is done there, and waited for.
import type { ActionContext } from '#actions/context.ts';
import { type Database, DatabaseUnavailable } from '#db/database.ts';
import { refuseUnfinishedMove } from '#db/postgres/moves.ts';
import { openPostgres } from '#db/postgres/open.ts';
import { refuseUnsafeServer } from '#db/postgres/refuse-unsafe-server.ts';
import {
  type ActionName,
  actionKinds,
  type ActionRunner,
  migrationWaitMsMax,
} from './action-runner.ts';
import { actions } from './actions.ts';
import { EventNumbering } from './event-numbering.ts';
import { inTime } from './in-time.ts';
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
  onReplicaRead(isReplica: boolean): void;
  onAnswer(name: ActionName, tookMs: number, commitMs: number): void;
  onConnectionError(error: Error): void;
}

type AnyAction = (db: Database, input: never, context: ActionContext) => Promise<unknown>;

// What may come from a replica. Never what a lead is matched by.
const listActions = new Set<ActionName>(['listWorkItems', 'listCustomers', 'listAddresses']);
const waitingMax = { read: 1_000, write: 1_000 };

/** The tables are prepared when it returns. */
export async function runOnPostgres(options: PostgresRunnerOptions): Promise<ActionRunner> {
  const context = systemContext();
  await prepare(options, context);
  const db = openPostgres(options);
  const replicaDb =
    options.replicaUrl === null ? null : openPostgres({ ...options, url: options.replicaUrl });
  const replica =
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

  const run = async (name: ActionName, input: unknown): Promise<unknown> => {
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
        return await replica.read((from) => action(from, input as never, context));
      }
      const output = await action(db, input as never, own);
      for (const brandId of brandIds) numbering.soon(brandId);
      return output;
    } finally {
      waiting[kind]--;
      options.onAnswer(name, performance.now() - began, db.upkeep.takeCommitMs());
    }
  };

  return {
    run: (name, input) => inTime(options.waitMsMax, run(name, input), tooLate) as Promise<never>,
    waiting: () => ({ reads: waiting.read, writes: waiting.write }),
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
    if (!mayLoseData) await refuseUnsafeServer(db);
    await refuseUnfinishedMove(db);
    await actions.prepareTables(db, null, context);
  } finally {
    await db.close();
  }
}

function tooLate(): Error {
  return new DatabaseUnavailable('no answer in time');
}
