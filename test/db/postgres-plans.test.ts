// A prepared statement whose plan was cached for a tiny table gets an index scan once the table has grown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import { createLeads } from '#actions/leads/create-leads.ts';
import { systemAuthor } from '#core/author.ts';
import { systemContext } from '#runner/system-context.ts';
import { newPostgresDatabase } from '../support/postgres-database.ts';
import { eventually } from '../support/within.ts';

test('refreshing the statistics replaces the plan for a tiny table', async (t) => {
  const database = await newPostgresDatabase({ isMigrated: true });
  t.after(() => database.drop());
  // One connection, which holds the prepared statement.
  const db = database.open({ connectionsMax: 1, waitMsMax: 20_000 });
  const context = systemContext();
  const { id: brandId } = await createBrand(db, { name: 'B', country: 'NL' }, context);
  const addCustomers = (count: number) =>
    createLeads(
      db,
      Array.from({ length: count }, () => ({
        brandId,
        brandCountry: 'NL',
        brandLanguage: 'en' as const,
        author: { ...systemAuthor, requestId: context.newId() },
        lead: { customerName: 'Jansen', title: 'Roof', email: `${context.newId()}@example.com` },
        rawBody: '{}',
        idempotency: null,
      })),
      context,
    );
  const readPlan = async () => {
    const lines = await db.all<Record<string, string>>(`explain execute by_email ('x')`);
    return lines.map((line) => line['QUERY PLAN']).join('\n');
  };

  await addCustomers(3);
  await db.execute(`analyze; set plan_cache_mode = force_generic_plan;
    prepare by_email as select id from customers where brand_id = '${brandId}' and email_key = $1`);
  assert.match(await readPlan(), /Seq Scan/);
  await addCustomers(500);
  assert.match(await readPlan(), /Seq Scan/, 'the plan is cached');
  // PostgreSQL counts changes with a delay.
  await eventually(async () => {
    await db.upkeep.refreshStatistics();
    return /Index Scan using customers_by_email/.test(await readPlan());
  });
});
