// On SQLite each batch adds a segment to each search index, and segments are merged gradually.
// Merging all three after the same batch would take that batch three times as long.
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import { createLeads } from '#actions/leads/create-leads.ts';
import { systemAuthor } from '#core/author.ts';
import { nilUuid } from '#core/uuid-v7.ts';
import { migrate } from '#db/migrate.ts';
import { openSqlite } from '#db/sqlite/open.ts';
import { sqliteSearchIndex } from '#db/sqlite/search-index.ts';
import { Statements } from '#db/sqlite/statements.ts';
import { systemContext } from '#runner/system-context.ts';

const indexes = ['work_item_search', 'address_search', 'customer_search'];
// Sixteen segments are merged while more arrive. At 64 SQLite would merge them all at once.
const partsMax = 20;

for (const { batches, batchSize } of [
  { batches: 120, batchSize: 8 },
  { batches: 60, batchSize: 400 },
]) {
  test(`batches of ${batchSize} leads merge at most one search index each, and none is left out`, () =>
    mergeInTurn(batches, batchSize));
}

test('writes do not count as merges', () => {
  const handle = new DatabaseSync(':memory:');
  handle.exec(`create virtual table work_item_search using fts5 (words, content = '');
    insert into work_item_search (work_item_search, rank) values ('automerge', 0), ('usermerge', 16), ('crisismerge', 64)`);
  const statements = new Statements(handle, 'objects');
  const index = sqliteSearchIndex(statements, 'work_item_search', 'work_items');
  const merged = Array.from({ length: 17 }, (_, batch) => {
    handle.exec('begin');
    handle.exec(`insert into work_item_search (rowid, words) values (${batch}, 'word${batch}')`);
    const isMerged = index.merge(1);
    handle.exec('commit');
    return isMerged;
  });
  handle.close();
  assert.equal(merged.indexOf(true), 15, merged.join());
  assert.equal(merged.lastIndexOf(true), 15, merged.join());
});

async function mergeInTurn(batches: number, batchSize: number): Promise<void> {
  const db = openSqlite(':memory:');
  try {
    const context = systemContext();
    await migrate(db, Date.now());
    const brand = await createBrand(db, { name: 'B', country: 'NL' }, context);
    const parts = () =>
      Promise.all(
        indexes.map(async (index) => {
          // A segment's number is the upper half of a block's id; some blocks belong to none.
          const counted = `select count(distinct id >> 37) as many from ${index}_data where id > 100`;
          return (await db.first<{ many: number }>(counted))!.many;
        }),
      );
    let most = 0;
    const timesMerged = indexes.map(() => 0);
    for (let batch = 0; batch < batches; batch++) {
      const before = await parts();
      const requests = Array.from({ length: batchSize }, (_, at) => {
        const lead = {
          customerName: `Name${batch} Other${at}`,
          title: `Roof${batch}x${at}`,
          street: `Street${batch}`,
          city: 'Utrecht',
        };
        const author = { ...systemAuthor, requestId: nilUuid };
        const rawBody = JSON.stringify(lead);
        const { id: brandId, country: brandCountry } = brand;
        const brandLanguage = 'en' as const;
        return { brandId, brandCountry, brandLanguage, author, lead, rawBody, idempotency: null };
      });
      const made = await createLeads(db, requests, context);
      assert.ok(made.every(({ outcome }) => outcome === 'created'));
      const after = await parts();
      most = Math.max(most, ...after);
      assert.ok(most < partsMax, after.join());
      const merged = indexes.map((_, at) => after[at]! < before[at]!);
      assert.ok(merged.filter(Boolean).length <= 1, `batch ${batch}: ${before} became ${after}`);
      for (const [at, isMerged] of merged.entries()) if (isMerged) timesMerged[at]!++;
    }
    assert.ok(Math.min(...timesMerged) >= 3, timesMerged.join());
  } finally {
    await db.close();
  }
}
