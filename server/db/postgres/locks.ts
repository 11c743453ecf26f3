// Advisory locks by name, held until the transaction ends. Always taken in one order, which
// prevents deadlocks.
import { hash } from 'node:crypto';
import type { Database } from '../database.ts';

const inOrder = `(select number from unnest(cast(? as bigint[])) as n (number) order by number) as n`;

/** Returns the locks that were free; does not wait for the others. */
export async function tryLocks(db: Database, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await db.all<{ number: string; isHeld: boolean }>(
    `select number::text as number, pg_try_advisory_xact_lock(number) as "isHeld" from ${inOrder}`,
    names.map(lockNumber),
  );
  const held = new Set(rows.filter(({ isHeld }) => isHeld).map(({ number }) => number));
  return new Set(names.filter((name) => held.has(lockNumber(name))));
}

export async function waitForLocks(db: Database, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await db.all(`select pg_advisory_xact_lock(number) from ${inOrder}`, names.map(lockNumber));
}

/** The 64-bit key of the lock. Two names with the same key wait for each other needlessly. */
function lockNumber(name: string): string {
  return hash('sha1', name, 'buffer').readBigInt64BE().toString();
}
