import { presentCustomer } from '#core/present.ts';
import type { CustomerPageRequest } from '#db/customers/customer-pages.ts';
import { findCustomers } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import { findPage } from '#db/lists/find-page.ts';
import { type ListResult, listBody, type ListCall, pageOf } from '../list-page.ts';

export async function listCustomers(
  db: Database,
  request: ListCall<CustomerPageRequest>,
): Promise<ListResult> {
  const found = await findPage(db, 'customers', request);
  if (found === 'too_broad' || 'soFar' in found) return found;
  const { rows, next } = pageOf(found.keys, request.limit, found.next);
  const ids = rows.map((row) => row.id);
  const customers = await findCustomers(db, request.brandId, ids);
  const byId = new Map(customers.map((customer) => [customer.id, customer]));
  const json = ids.map((id) => Buffer.from(JSON.stringify(presentCustomer(byId.get(id)!))));
  return { body: listBody(json, request.limit), next };
}
