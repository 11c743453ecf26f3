// The index finds records that have all query words or words with them as a prefix: many, few or
// one.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import { reindexStaleCustomers } from '#actions/customers/refresh-search.ts';
import { queryWordsForCustomers, matcherOf } from '#core/search/search-words.ts';
import { findPage } from '#db/lists/find-page.ts';
import { systemContext } from '#runner/system-context.ts';
import { withEachTables } from '../support/each-database.ts';

const second = ['', 'bad', 'badkamer', 'dak', 'жара', 'жарко', '漢字'];
// Fifty words that begin with “wa”, eight of them with “wat”.
const first = Array.from({ length: 50 }, (_, n) => (n % 7 === 0 ? `wat${n}` : `wa${n}x`));
const names = first.flatMap((word) => second.map((other) => `${word} ${other}`.trim()));

withEachTables('the word index', (db) => {
  test('finds by whole words and prefixes, alone and combined', async () => {
    const context = systemContext();
    const { id: brandId } = await createBrand(db, { name: 'B', country: 'NL' }, context);
    const { id: otherId } = await createBrand(db, { name: 'Other', country: 'NL' }, context);
    for (const [at, name] of names.entries()) {
      await insertCustomer(brandId, name, at);
      await insertCustomer(otherId, `${name} waterwerken`, at);
    }
    while (await reindexStaleCustomers(db));

    const alone = 'w wa wat wat4 wat49 wa1 wa1x wa1xy waterwerken nobody жара 漢';
    const together = [
      'wat bad',
      'wa badk',
      'wa1x bad',
      'w dak',
      'bad dak',
      'wat жар',
      'wa 漢字 wat',
    ];
    const questions = [...alone.split(' '), ...together];
    for (const question of questions) {
      const asked = queryWordsForCustomers(question);
      const expected = names.filter((name) =>
        asked.every((one) => matcherOf(one)(name.split(' '))),
      );
      const request = {
        brandId,
        filters: {},
        words: asked,
        sort: { field: 'createdAt' as const, descending: false },
        after: undefined,
        limit: names.length,
        recordsMax: 1_000,
      };
      const found = await findPage(db, 'customers', request, () => () => false);
      assert.ok(typeof found === 'object' && 'keys' in found, question);
      const foundNames = found.keys.map(({ sortValue }) => names[Number(sortValue)]);
      assert.deepEqual(foundNames, expected, question);
    }
    // Otherwise a rare word would be planned as a common one.
    if (db.engine !== 'postgres') return;
    const kept = `select count(*) as many from pg_prepared_statements where statement like '%words @@%'`;
    assert.equal((await db.first<{ many: number }>(kept))!.many, 0, 'planned for its own words');
  });

  function insertCustomer(brandId: string, name: string, at: number): Promise<number> {
    return db.run(
      `insert into customers (brand_id, id, version, name, first_name, last_name, email, phone,
          company_name, is_company, created_at, updated_at)
        values (?, ?, 1, ?, '', '', '', '', '', ?, ?, ?)`,
      brandId,
      randomUUID(),
      name,
      0,
      at,
      at,
    );
  }
});
