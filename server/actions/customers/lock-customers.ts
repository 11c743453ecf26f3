// Locks customers against changes and against new leads of the same people. Leads lock e-mail addresses and
// phone numbers. Which of these match a customer is known only after reading it, so it is read again under
// the locks. If the set has grown, the transaction starts over: taking more locks late could deadlock.
import type { MatchKey } from '#core/customers/match-keys.ts';
import { locksOfKeys } from '#core/customers/person-locks.ts';
import type { CustomerRecord } from '#core/records.ts';
import { lockCustomers } from '#db/customers/customers.ts';
import { type Database, DatabaseUnavailable } from '#db/database.ts';
import { findFamilyIds, findMatchKeys } from '#db/customers/merged-customers.ts';

interface CustomersToLock {
  brandId: string;
  ids: readonly string[];
  /** The match keys the customers will have after the change. */
  newKeys?: readonly MatchKey[];
  /** Also locks the customers merged into them, in the same order. */
  withFamily?: boolean;
  /** Takes the locks that come before those of people. */
  lockFirst?(trx: Database): Promise<void>;
}

const attemptsMax = 5;
const again = Symbol('again');

/** Runs `work` with the customers that exist, by id. */
export async function withLockedCustomers<Result>(
  db: Database,
  { brandId, ids, newKeys = [], withFamily = false, lockFirst }: CustomersToLock,
  work: (trx: Database, customers: Map<string, CustomerRecord>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const result = await db.transaction(async (trx) => {
      await lockFirst?.(trx);
      const locks = await locksNow(trx);
      await trx.waitForLocks([...locks]);
      const wanted = await idsNow(trx);
      const customers = await lockCustomers(trx, brandId, [...wanted]);
      if (!(await idsNow(trx)).isSubsetOf(wanted)) return again;
      if (!(await locksNow(trx)).isSubsetOf(locks)) return again;
      return work(trx, new Map(customers.map((customer) => [customer.id, customer])));
    });
    if (result !== again) return result as Result;
  }
  throw new DatabaseUnavailable('the customers kept changing while they were being locked');

  async function idsNow(trx: Database): Promise<Set<string>> {
    const all = new Set(ids);
    for (const id of withFamily ? ids : []) {
      for (const member of await findFamilyIds(trx, brandId, id)) all.add(member);
    }
    return all;
  }

  async function locksNow(trx: Database): Promise<Set<string>> {
    if (!trx.isShared) return new Set();
    const keys = [...(await findMatchKeys(trx, brandId, ids)), ...newKeys];
    return new Set(locksOfKeys(brandId, keys));
  }
}
