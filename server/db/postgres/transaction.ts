import type { PoolClient } from 'pg';
import { DatabaseUnavailable } from '../database.ts';
import { type Connections, withTimeout, wasCut } from './connections.ts';
import { asEngineFault } from './faults.ts';
import { notificationChannel } from './listen.ts';
import { DeadlineExceeded, timeLeft } from './time-left.ts';
import { TransactionWire } from './wire.ts';

interface Transaction<Result> {
  /** By then, by `monotonicMs`, it is committed or undone, unless the commit itself hangs. */
  deadline: number;
  /** A commit is not begun with less time than that left: nobody would hear of it. */
  commitMsMin: number;
  /** Adds to `untold` what other processes are told when it is committed. */
  work(wire: TransactionWire, untold: Set<string>): Promise<Result>;
  /** Also when it failed, or nobody waits for it any more. */
  onCommit(tookMs: number): void;
  onUntold(error: Error): void;
}

export async function inTransaction<Result>(
  connections: Connections,
  { deadline, commitMsMin, work, onCommit, onUntold }: Transaction<Result>,
): Promise<Result> {
  const client = await connections.take('write', deadline);
  const wire = new TransactionWire(client, deadline, connections.answerMsMax);
  const untold = new Set<string>();
  let result: Result;
  try {
    // READ COMMITTED, so that statements after a lock see earlier commits.
    await wire.send('begin isolation level read committed');
    result = await work(wire, untold);
    wire.end();
    timeLeft(deadline - commitMsMin);
  } catch (error) {
    wire.end();
    await giveUp(connections, client, error);
    throw error;
  }
  const began = performance.now();
  const tellOthers = () =>
    tell(client, untold, connections.answerMsMax).catch((error: Error) => {
      onUntold(error);
      return error;
    });
  const { command } = await connections
    .commit(client, deadline, tellOthers)
    .finally(() => onCommit(performance.now() - began));
  // What PostgreSQL answers after a statement that failed, although nothing was kept.
  if (command !== 'COMMIT') throw new Error('a failure in a transaction was passed over');
  return result;
}

async function giveUp(connections: Connections, client: PoolClient, error: unknown): Promise<void> {
  if (wasCut(error)) return void connections.giveBackWhenEnded(client, error as Error);
  // A connection in doubt is not used again; its end undoes what was not committed.
  if (error instanceof DatabaseUnavailable && !(error instanceof DeadlineExceeded)) {
    return connections.giveBack(client, error);
  }
  try {
    await client.query(withTimeout({ text: 'rollback' }, connections.answerMsMax));
    connections.giveBack(client);
  } catch (failure) {
    if (wasCut(asEngineFault(failure)))
      void connections.giveBackWhenEnded(client, failure as Error);
    else connections.giveBack(client, failure as Error);
  }
}

/**
 * Behind the commit: with them in the transaction, PostgreSQL would commit those of all brands one by one. Nobody waits
 * for it, and polling covers a lost NOTIFY.
 */
async function tell(
  client: PoolClient,
  notifications: ReadonlySet<string>,
  answerMsMax: number,
): Promise<undefined> {
  if (notifications.size === 0) return;
  const text = `select pg_notify('${notificationChannel}', text) from unnest(cast($1 as text[])) as n (text)`;
  await client.query(withTimeout({ text, values: [[...notifications]] }, answerMsMax));
}
