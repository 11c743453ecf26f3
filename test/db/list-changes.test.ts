// The change token of a brand's lists: replaced by every commit that changes what they show.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import { createLeads } from '#actions/leads/create-leads.ts';
import { systemAuthor } from '#core/author.ts';
import { nilUuid } from '#core/uuid-v7.ts';
import type { Database } from '#db/database.ts';
import { findListToken } from '#db/lists/list-changes.ts';
import { systemContext } from '#runner/system-context.ts';
import { withEachTables } from '../support/each-database.ts';
import { newPostgresDatabase } from '../support/postgres-database.ts';

async function brandWithLead(db: Database): Promise<string> {
  const context = systemContext();
  const { id: brandId } = await createBrand(db, { name: 'B', country: 'NL' }, context);
  const photoUrls = ['https://example.com/tap.jpg'];
  const lead = { customerName: 'Jan', title: 'Tap', city: 'Utrecht', photoUrls };
  const author = { ...systemAuthor, requestId: nilUuid };
  const request = {
    brandId,
    brandCountry: 'NL',
    brandLanguage: 'en' as const,
    author,
    lead,
    rawBody: '{}',
    idempotency: null,
  };
  const [result] = await createLeads(db, [request], context);
  assert.equal(result!.outcome, 'created');
  return brandId;
}

withEachTables('the token of a brand’s lists', (db) => {
  test('changes with any write to a listed record, for its brand only', async () => {
    const [brandId, other] = [await brandWithLead(db), await brandWithLead(db)];
    const othersBefore = await findListToken(db, other);
    assert.notEqual(othersBefore, '');
    let before = await findListToken(db, brandId);
    for (const statement of [
      'update work_items set address_id = null where brand_id = ?',
      'update customers set address_id = null where brand_id = ?',
      'update addresses set version = version + 1 where brand_id = ?',
      'update photos set position = position where brand_id = ?',
      'delete from photos where brand_id = ?',
    ]) {
      assert.ok((await db.run(statement, brandId)) > 0, statement);
      const after = await findListToken(db, brandId);
      assert.notEqual(after, before, statement);
      before = after;
    }
    assert.equal(await findListToken(db, other), othersBefore);
  });

  test('does not change on a rollback or on writes to other tables', async () => {
    const brandId = await brandWithLead(db);
    const before = await findListToken(db, brandId);
    const failing = db.transaction(async (trx) => {
      await trx.run('update work_items set version = version + 1 where brand_id = ?', brandId);
      assert.notEqual(await findListToken(trx, brandId), before);
      throw new Error('rolled back');
    });
    await assert.rejects(failing, { message: 'rolled back' });
    await db.run(`update brands set name = 'C' where id = ?`, brandId);
    assert.equal(await findListToken(db, brandId), before);
  });
});

test('writers of one brand on PostgreSQL do not wait for each other, and each commit shows', async () => {
  const postgres = await newPostgresDatabase({ isMigrated: true });
  try {
    const db = postgres.open({ connectionsMax: 3 });
    const brandId = await brandWithLead(db);
    const seen = new Set([await findListToken(db, brandId)]);
    const touch = (trx: Database, table: string) =>
      trx.run(`update ${table} set version = version + 1 where brand_id = ?`, brandId);
    await db.transaction(async (first) => {
      await touch(first, 'work_items');
      await db.transaction(async (second) => {
        await touch(second, 'customers');
      });
      seen.add(await findListToken(db, brandId));
    });
    seen.add(await findListToken(db, brandId));
    assert.equal(seen.size, 3);
  } finally {
    await postgres.drop();
  }
});
