// Customers from before there was a word index get their entries afterwards, in pieces.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import { indexForgottenCustomers } from '#actions/customers/index-customers.ts';
import { findCustomerPage } from '#db/customer-pages.ts';
import { systemContext } from '#runner/system-context.ts';
import { withEachTables } from '../support/each-database.ts';

const many = 450;

withEachTables('the word index of customers', (db) => {
  test('takes in all that came without it', async () => {
    const { id: brandId } = await createBrand(db, { name: 'B', country: 'NL' }, systemContext());
    // What an older release writes.
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
    const found = (word: string) =>
      findCustomerPage(db, {
        brandId,
        filters: {},
        words: [word],
        sort: { field: 'createdAt', descending: true },
        after: undefined,
        limit: many,
      });
    assert.equal((await found('customer')).length, 0);
    assert.equal(await indexForgottenCustomers(db), true);
    const first = (await found('customer')).length;
    assert.ok(first > 0 && first < many, 'a piece, not all');
    while (await indexForgottenCustomers(db));
    assert.equal((await found('customer')).length, many);
    assert.deepEqual(
      (await found('c7')).map(({ sortValue }) => sortValue),
      [79, 78, 77, 76, 75, 74, 73, 72, 71, 70, 7],
    );
    assert.equal(await indexForgottenCustomers(db), false);
  });
});
