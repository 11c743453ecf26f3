// Closed work keeps its follow-up: years later, open work with one is still found by an index.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import { createLeads } from '#actions/leads/create-leads.ts';
import { systemAuthor } from '#core/author.ts';
import { findPage } from '#db/lists/find-page.ts';
import { systemContext } from '#runner/system-context.ts';
import { withEachTables } from '../support/each-database.ts';

const followUpAt = '2026-03-01T12:00:00Z';
// More than are sorted at once.
const closedCount = 1_100;

withEachTables('old follow-ups', (db) => {
  test('open work with one is found in one step among much closed work', async () => {
    const context = systemContext();
    const { id: brandId } = await createBrand(db, { name: 'B', country: 'NL' }, context);
    const make = async (count: number) => {
      const author = { ...systemAuthor, requestId: context.newId() };
      const requests = Array.from({ length: count }, () => ({
        brandId,
        brandCountry: 'NL',
        brandLanguage: 'en' as const,
        author,
        lead: { customerName: 'Jan', title: 'Tap', email: 'jan@example.com', followUpAt },
        rawBody: '{}',
        idempotency: null,
      }));
      const made = await createLeads(db, requests, context);
      assert.ok(made.every(({ outcome }) => outcome === 'created'));
    };
    await make(3);
    const open = await db.all<{ id: string }>(
      'select id from work_items where brand_id = ? order by id desc',
      brandId,
    );
    for (let made = 0; made < closedCount; made += 100) await make(100);
    await db.run(
      `update work_items set status = 'lost' where brand_id = ? and id > ?`,
      brandId,
      open[0]!.id,
    );
    const filters = {
      followUpBefore: Date.parse(followUpAt) + 1,
      status: ['request', 'contacted', 'quote_sent', 'inspection'],
    };
    const sort = { field: 'createdAt', descending: true };
    const asked = { brandId, phase: 'lead', filters, sort, limit: 50, recordsMax: 40_000 };
    const step = await findPage(db, 'workItems', asked as never);
    assert.ok(typeof step === 'object' && 'keys' in step, 'it goes on as a search');
    assert.deepEqual(
      step.keys.map(({ id }) => id),
      open.map(({ id }) => id),
    );
  });
});
