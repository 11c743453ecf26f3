// Locks by name, until the transaction ends. In one order everywhere, so that no two wait for each other.
import { hash } from 'node:crypto';
import type { Database } from '../database.ts';

const inOrder = `(select number from unnest(cast(? as bigint[])) as n (number) order by number) as n`;

/** Those that could be had at once: what another holds is not waited for here. */
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

/** A lock has a number of 64 bits; two names that share one wait for each other without need. */
function lockNumber(name: string): string {
  return hash('sha1', name, 'buffer').readBigInt64BE().toString();
}
