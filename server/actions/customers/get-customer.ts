import { presentCustomer } from '#core/present.ts';
import type { CustomerRecord } from '#core/records.ts';
import { findCustomers } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import { findKeptIds } from '#db/customers/merged-customers.ts';

type CustomerReading = { outcome: 'found'; version: number; body: string } | MissingCustomer;

export interface MissingCustomer {
  outcome: 'missing';
  id: string;
  /** The customer it was merged into. */
  mergedInto: string | null;
}

export async function getCustomer(
  db: Database,
  { brandId, id }: { brandId: string; id: string },
): Promise<CustomerReading> {
  const [customer] = await findCustomers(db, brandId, [id]);
  if (!isThere(customer)) return missingCustomer(db, { brandId, id });
  const body = JSON.stringify(presentCustomer(customer));
  return { outcome: 'found', version: customer.version, body };
}

export function isThere(customer: CustomerRecord | undefined): customer is CustomerRecord {
  return customer !== undefined && customer.deletedAt === null && customer.mergedInto === null;
}

export async function missingCustomer(
  db: Database,
  { brandId, id }: { brandId: string; id: string },
): Promise<MissingCustomer> {
  const keptIds = await findKeptIds(db, [{ brandId, id }]);
  return { outcome: 'missing', id, mergedInto: keptIds.get(id) ?? null };
}
