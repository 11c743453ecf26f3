// Customers from before the word index are indexed later, in chunks.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import { reindexStaleCustomers } from '#actions/customers/refresh-search.ts';
import { systemContext } from '#runner/system-context.ts';
import { withEachTables } from '../support/each-database.ts';

const many = 450;

withEachTables('the word index of customers', (db) => {
  test('indexes rows written without it', async () => {
    const { id: brandId } = await createBrand(db, { name: 'B', country: 'NL' }, systemContext());
    // Rows as an older release writes them.
    for (let n = 0; n < many; n++) {
      await db.run(
        `insert into customers (brand_id, id, version, name, first_name, last_name, email, phone,
            company_name, is_company, created_at, updated_at)
          values (?, ?, 1, ?, '', '', ?, '', '', ?, ?, ?)`,
        brandId,
        randomUUID(),
        `Customer ${n}`,
        `c${n}@example.com`,
        0,
        n,
        n,
      );
    }
    const { finder } = db.customerSearch;
    const found = async (word: string) => {
      if (finder.by === 'matches') return finder.countMatches(brandId, [word], many);
      const question = await finder.matchQueryFor(brandId, [word]);
      const range = { from: 0, descending: false, most: many };
      return (await finder.numbersOf(question!, range)).length;
    };
    assert.equal(await found('customer'), 0);
    assert.equal(await reindexStaleCustomers(db), true);
    const first = await found('customer');
    assert.ok(first > 0 && first < many, 'a piece, not all');
    while (await reindexStaleCustomers(db));
    assert.equal(await found('customer'), many);
    assert.equal(await found('c7'), 11);
    assert.equal(await reindexStaleCustomers(db), false);
  });
});
