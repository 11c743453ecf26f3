// The plan of a lead looks only at customers of its own brand, too; this is the first of the two walls between brands.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import { findCustomersByKeys } from '#db/customers.ts';
import { systemContext } from '#runner/system-context.ts';
import { withEachTables } from '../support/each-database.ts';

const emailKey = 'jan@example.com';
const phoneKey = '612345678';

withEachTables('customers by their keys', (db) => {
  test('are those of the brand that asks', async () => {
    const newCustomer = async () => {
      const { id: brandId } = await createBrand(db, { name: 'B', country: 'NL' }, systemContext());
      const id = randomUUID();
      await db.run(
        `insert into customers (brand_id, id, version, name, first_name, last_name, email, email_key, phone, phone_key,
            company_name, is_company, created_at, updated_at)
          values (?, ?, 1, 'Jan', '', '', ?, ?, ?, ?, '', ?, ?, ?)`,
        brandId,
        id,
        emailKey,
        emailKey,
        phoneKey,
        phoneKey,
        0,
        1,
        1,
      );
      return { brandId, id };
    };
    const [own] = [await newCustomer(), await newCustomer()];
    const { brandId } = own;
    const found = async (emailKeys: string[], phoneKeys: string[]) =>
      (
        await findCustomersByKeys(db, {
          emailKeys: emailKeys.map((key) => ({ brandId, key })),
          phoneKeys: phoneKeys.map((key) => ({ brandId, key })),
        })
      ).map(({ id }) => id);
    assert.deepEqual(await found([emailKey], []), [own.id]);
    assert.deepEqual(await found([], [phoneKey]), [own.id]);
    assert.deepEqual(await found(['other@example.com'], ['687654321']), []);
  });
});
