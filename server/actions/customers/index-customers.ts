import { indexStaleCustomers } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';

const customersAtOnce = 200;

/**
 * Customers whose words are not in the index as they are now: those from before there was one, and those
 * that a server of an older release has made or changed. Tells whether there may be more.
 */
export async function indexForgottenCustomers(db: Database): Promise<boolean> {
  const indexed = await db.transaction((trx) => indexStaleCustomers(trx, customersAtOnce));
  return indexed === customersAtOnce;
}
