import type { PoolClient } from 'pg';
import { DatabaseUnavailable } from '../database.ts';
import { type Connections, withTimeout, isQueryTimeout } from './connections.ts';
import { asEngineFault } from './faults.ts';
import { notificationChannel } from './listen.ts';
import { DeadlineExceeded, timeLeft } from './time-left.ts';
import { TransactionWire } from './wire.ts';

interface Transaction<Result> {
  /** Committed or rolled back by then, by `monotonicMs`, unless the commit itself hangs. */
  deadline: number;
  /**
   * With less time than that left, the commit is not begun: its caller would not learn the outcome.
   */
  commitMsMin: number;
  /** Adds notifications to send after the commit. */
  work(wire: TransactionWire, notifications: Set<string>): Promise<Result>;
  /** Called also after a failure or a timeout. */
  onCommit(tookMs: number): void;
  onNotifyError(error: Error): void;
}

export async function inTransaction<Result>(
  connections: Connections,
  { deadline, commitMsMin, work, onCommit, onNotifyError }: Transaction<Result>,
): Promise<Result> {
  const client = await connections.take('write', deadline);
  const wire = new TransactionWire(client, deadline, connections.answerMsMax);
  const notifications = new Set<string>();
  let result: Result;
  try {
    // READ COMMITTED, so that statements after a lock see earlier commits.
    await wire.send('begin isolation level read committed');
    result = await work(wire, notifications);
    wire.end();
    timeLeft(deadline - commitMsMin);
  } catch (error) {
    wire.end();
    await abandon(connections, client, error);
    throw error;
  }
  const began = performance.now();
  const notifyOthers = () =>
    sendNotifications(client, notifications, connections.answerMsMax).catch((error: Error) => {
      onNotifyError(error);
      return error;
    });
  const { command } = await connections
    .commit(client, deadline, notifyOthers)
    .finally(() => onCommit(performance.now() - began));
  // PostgreSQL answers ROLLBACK after a failed statement.
  if (command !== 'COMMIT')
    throw new Error('a statement of the transaction failed, and its error was ignored');
  return result;
}

async function abandon(
  connections: Connections,
  client: PoolClient,
  error: unknown,
): Promise<void> {
  if (isQueryTimeout(error)) return void connections.releaseWhenEnded(client, error as Error);
  // A connection in an unknown state is closed, which rolls the transaction back.
  if (error instanceof DatabaseUnavailable && !(error instanceof DeadlineExceeded)) {
    return connections.release(client, error);
  }
  try {
    await client.query(withTimeout({ text: 'rollback' }, connections.answerMsMax));
    connections.release(client);
  } catch (failure) {
    if (isQueryTimeout(asEngineFault(failure)))
      void connections.releaseWhenEnded(client, failure as Error);
    else connections.release(client, failure as Error);
  }
}

/**
 * Sent after the commit: `NOTIFY` inside a transaction takes a global lock, which serialises all
 * commits. Polling covers a lost NOTIFY.
 */
async function sendNotifications(
  client: PoolClient,
  notifications: ReadonlySet<string>,
  answerMsMax: number,
): Promise<undefined> {
  if (notifications.size === 0) return;
  const text = `select pg_notify('${notificationChannel}', text) from unnest(cast($1 as text[])) as n (text)`;
  await client.query(withTimeout({ text, values: [[...notifications]] }, answerMsMax));
}
