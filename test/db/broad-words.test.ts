// PostgreSQL's word index is never asked for all words with one initial letter: it would read them
// all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import { createLeads } from '#actions/leads/create-leads.ts';
import { systemAuthor } from '#core/author.ts';
import type { WordMatches } from '#db/database.ts';
import { SqlText } from '#db/sql-text.ts';
import { systemContext } from '#runner/system-context.ts';
import { newPostgresDatabase } from '../support/postgres-database.ts';

test('a single letter is checked on the matches of the other words', async (t) => {
  const database = await newPostgresDatabase({ isMigrated: true });
  t.after(() => database.drop());
  // One connection, for the setting below.
  const db = database.open({ connectionsMax: 1 });
  const context = systemContext();
  const { id: brandId } = await createBrand(db, { name: 'B', country: 'NL' }, context);
  const titles = ['Roof gutter', 'Roof fence', 'Fence gate', 'Gate'];
  const requests = titles.map((title) => ({
    brandId,
    brandCountry: 'NL',
    brandLanguage: 'en' as const,
    author: { ...systemAuthor, requestId: context.newId() },
    lead: { customerName: 'Jansen', title },
    rawBody: '{}',
    idempotency: null,
  }));
  await createLeads(db, requests, context);
  const finder = db.workItemSearch.finder as WordMatches;

  // More matches than the sort limit, so the list is walked instead.
  assert.equal(await finder.countMatches(brandId, ['g'], 10), 11);
  assert.equal(await finder.countMatches(brandId, ['g', 'f'], 10), 11);
  assert.equal(await finder.countMatches(brandId, ['g', 'roof'], 10), 2);
  assert.equal(await finder.countMatches(brandId, ['ga'], 10), 2);

  const sql = new SqlText().add('select w.title from ');
  finder.addMatches(sql, 'w', brandId, ['g', 'roof']);
  assert.deepEqual(await db.rows(sql), [['Roof gutter']]);
  let at = 0;
  const text = sql.text.replaceAll(
    '?',
    () => `'${String(sql.values[at++]).replaceAll("'", "''")}'`,
  );
  await db.run('set enable_seqscan = off');
  const plan = await db.all<Record<string, string>>(`explain ${text}`);
  const conditions = plan
    .map((line) => line['QUERY PLAN']!)
    .filter((line) => / Cond: .*@@/.test(line));
  assert.ok(conditions.length > 0, JSON.stringify(plan));
  for (const condition of conditions) assert.doesNotMatch(condition, /g'::?\*/, condition);
});
