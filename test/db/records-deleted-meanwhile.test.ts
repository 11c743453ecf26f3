// A list while its records are deleted: it has those that are left.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import { listAddresses } from '#actions/addresses/list-addresses.ts';
import { listCustomers } from '#actions/customers/list-customers.ts';
import { createLeads } from '#actions/leads/create-leads.ts';
import { continueEmptying, type Emptying } from '#actions/test-sides/empty-test-side.ts';
import { listWorkItems } from '#actions/work-items/list-work-items.ts';
import { systemAuthor } from '#core/author.ts';
import { nilUuid } from '#core/uuid-v7.ts';
import type { Database } from '#db/database.ts';
import { systemContext } from '#runner/system-context.ts';
import { withEachTables } from '../support/each-database.ts';

const lists = { work_items: listWorkItems, customers: listCustomers, addresses: listAddresses };
type Table = keyof typeof lists;
interface Listed {
  id: string;
  customerId?: string;
  addressId?: string;
}

const oldest = Date.parse('2020-01-01T00:00:00Z');
const cities = ['Breda', 'Utrecht', 'Zwolle'];

withEachTables('a list while its records are deleted', (db) => {
  const makeBrand = async () => {
    const context = systemContext();
    const { id: brandId } = await createBrand(db, { name: 'B', country: 'NL' }, context);
    const requests = cities.map((city) => ({
      brandId,
      brandCountry: 'NL',
      brandLanguage: 'en' as const,
      author: { ...systemAuthor, requestId: nilUuid },
      lead: { customerName: 'Jan', title: 'Tap', city, email: `${city}@example.com` },
      rawBody: '{}',
      idempotency: null,
    }));
    await createLeads(db, requests, context);
    return brandId;
  };
  const listOf = async (table: Table, brandId: string, through = db) => {
    const sort = { field: 'createdAt', descending: true };
    const asked = { brandId, phase: 'lead', filters: {}, sort, limit: 50, recordsMax: 1_000 };
    const page = await lists[table](through, asked as never);
    assert.ok(typeof page === 'object' && 'body' in page);
    return JSON.parse(Buffer.from(page.body).toString()).data as Listed[];
  };
  const empty = async (brandId: string) => {
    const after = { createdAt: 0, id: nilUuid };
    let left: Emptying | null = { brandId, before: oldest + 1, stage: 0, after };
    while (left) left = await continueEmptying(db, left, systemContext());
  };
  /** Deletes the old records between the statement that finds the page and the one that loads it. */
  const emptying = (brandId: string) => {
    const rows: Database['rows'] = async (select) => {
      const found = await db.rows(select);
      await empty(brandId);
      return found as never;
    };
    return new Proxy({} as Database, {
      get: (_, member) => (member === 'rows' ? rows : Reflect.get(db, member)),
    });
  };

  for (const table of Object.keys(lists) as Table[]) {
    test(`${table}: has those that are left`, async () => {
      const brandId = await makeBrand();
      const all = await listOf(table, brandId);
      assert.equal(all.length, cities.length);
      const { customerId, addressId, id } = (await listOf('work_items', brandId)).at(-1)!;
      const old = { work_items: id, customers: customerId!, addresses: addressId! };
      for (const [name, one] of Object.entries(old)) {
        await db.run(`update ${name} set created_at = ? where id = ?`, oldest, one);
      }
      const listed = await listOf(table, brandId, emptying(brandId));
      assert.deepEqual(
        listed.map((one) => one.id),
        all.map((one) => one.id).filter((one) => one !== old[table]),
      );
    });
  }
});
