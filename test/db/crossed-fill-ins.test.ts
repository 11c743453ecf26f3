// Two servers that each fill in a customer for whom the other creates a lead do not block each
// other.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import { createLeads, type LeadRequest } from '#actions/leads/create-leads.ts';
import { systemAuthor } from '#core/author.ts';
import { systemContext } from '#runner/system-context.ts';
import { newPostgresDatabase, type PostgresTestDatabase } from '../support/postgres-database.ts';

const rounds = 15;
const context = systemContext();

type Pool = ReturnType<PostgresTestDatabase['open']>;
let database: PostgresTestDatabase;
let one: Pool;
let other: Pool;
let brandId: string;
before(async () => {
  database = await newPostgresDatabase({ isMigrated: true });
  one = database.open();
  other = database.open();
  ({ id: brandId } = await createBrand(one, { name: 'Brand', country: 'NL' }, context));
});
after(() => database?.drop());

test('both create their leads', async () => {
  for (let round = 0; round < rounds; round++) {
    const anna = { email: `anna${round}@example.com`, phone: `06 1000 ${1000 + round}` };
    const bob = { email: `bob${round}@example.com`, phone: `06 2000 ${1000 + round}` };
    await createAll(one, [anna, bob]);
    const city = 'Utrecht';
    const matched = await Promise.all([
      createAll(one, [{ phone: bob.phone }, { email: anna.email, city }]),
      createAll(other, [{ phone: anna.phone }, { email: bob.email, city }]),
    ]);
    assert.deepEqual(matched.flat(), ['phone', 'email', 'phone', 'email']);
  }
});

async function createAll(db: Pool, leads: Partial<LeadRequest['lead']>[]): Promise<string[]> {
  const requests = leads.map((lead) => ({
    brandId,
    brandCountry: 'NL',
    brandLanguage: 'en' as const,
    author: { ...systemAuthor, requestId: context.newId() },
    lead: { customerName: 'Customer', title: 'Roof', ...lead },
    rawBody: '{}',
    idempotency: null,
  }));
  const results = await createLeads(db, requests, context);
  return results.map((result) => {
    assert.equal(result.outcome, 'created', JSON.stringify(result));
    return result.outcome === 'created' ? result.matched : '';
  });
}
