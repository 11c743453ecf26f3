import { presentCustomer } from '#core/present.ts';
import type { CustomerPageRequest } from '#db/customers/customer-pages.ts';
import { findCustomers } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import { findPage } from '#db/lists/find-page.ts';
import {
  eachOf,
  type ListResult,
  listBody,
  type ListCall,
  pageOf,
  readPageOf,
} from '../list-page.ts';

export function listCustomers(
  db: Database,
  request: ListCall<CustomerPageRequest>,
): Promise<ListResult> {
  return readPageOf(request, async (asked) => {
    const found = await findPage(db, 'customers', asked);
    if (found === 'too_broad' || 'soFar' in found) return found;
    const { rows, next } = pageOf(found.keys, asked.limit, found.next);
    const ids = rows.map((row) => row.id);
    const customers = await findCustomers(db, asked.brandId, ids);
    const byId = new Map(customers.map((customer) => [customer.id, customer]));
    const json = eachOf(ids, byId).map((customer) =>
      Buffer.from(JSON.stringify(presentCustomer(customer))),
    );
    return { body: listBody(json, asked.limit), next };
  });
}
