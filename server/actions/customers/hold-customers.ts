// Customers to be changed, while no lead of the same people can be made. Leads lock e-mail addresses and
// phone numbers; which of them lead to a customer is known only when it was read, so it is read again when
// the locks are had. What has changed by then is begun anew: locks that are added later could wait for
// somebody who waits for these.
import type { MatchKey } from '#core/customers/customer-matching.ts';
import { locksOfKeys } from '#core/customers/person-locks.ts';
import type { CustomerRecord } from '#core/records.ts';
import { lockCustomers } from '#db/customers/customers.ts';
import { type Database, DatabaseUnavailable } from '#db/database.ts';
import { findFamilyIds, findMatchKeys } from '#db/customers/merged-customers.ts';

interface CustomersToHold {
  brandId: string;
  ids: readonly string[];
  /** By which leads will find them when the change is made. */
  newKeys?: readonly MatchKey[];
  /** Also all who were merged into them: held together, so that it is in one order. */
  isWithFamily?: boolean;
  /** What others hold before they wait for people. */
  holdFirst?(trx: Database): Promise<void>;
}

const attemptsMax = 5;
const again = Symbol('again');

/** The work gets those that are there, by id. */
export async function whileCustomersAreHeld<Result>(
  db: Database,
  { brandId, ids, newKeys = [], isWithFamily = false, holdFirst }: CustomersToHold,
  work: (trx: Database, customers: Map<string, CustomerRecord>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const result = await db.transaction(async (trx) => {
      await holdFirst?.(trx);
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
  throw new DatabaseUnavailable('the customers change all the time');

  async function idsNow(trx: Database): Promise<Set<string>> {
    const all = new Set(ids);
    for (const id of isWithFamily ? ids : []) {
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
