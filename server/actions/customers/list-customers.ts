import { presentCustomer } from '#core/present.ts';
import { type CustomerPageRequest, findCustomerPage } from '#db/customer-pages.ts';
import { findCustomers } from '#db/customers.ts';
import type { Database } from '#db/database.ts';
import { type ListPage, listBody, pageOf } from '../list-page.ts';

export async function listCustomers(db: Database, request: CustomerPageRequest): Promise<ListPage> {
  const { rows, next } = pageOf(await findCustomerPage(db, request), request.limit);
  const ids = rows.map((row) => row.id);
  const customers = await findCustomers(db, request.brandId, ids);
  const byId = new Map(customers.map((customer) => [customer.id, customer]));
  const json = ids.map((id) => Buffer.from(JSON.stringify(presentCustomer(byId.get(id)!))));
  return { body: listBody(json, request.limit), next };
}
