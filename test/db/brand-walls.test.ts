// Queries whose missing brand filter no caller would notice, because a second check follows: the
// lead plan sorts customers by brand, pictures are in the brand's folder, and a delivery's webhook
// is looked up first.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import { findAsset, findStoredAssetByContent, insertAsset } from '#db/photos/assets.ts';
import { findCustomersByKeys } from '#db/customers/known-customers.ts';
import { findDelivery, insertDelivery } from '#db/webhooks/webhook-deliveries.ts';
import { systemContext } from '#runner/system-context.ts';
import { withEachTables } from '../support/each-database.ts';

const emailKey = 'jan@example.com';
const phoneKey = '612345678';

withEachTables('isolation between brands', (db) => {
  const newBrand = async () =>
    (await createBrand(db, { name: 'B', country: 'NL' }, systemContext())).id;

  test('customers are looked up by key in one brand', async () => {
    const newCustomer = async () => {
      const [brandId, id] = [await newBrand(), randomUUID()];
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

  test('pictures are looked up by id and by content in one brand', async () => {
    const [brandId, stranger, id] = [await newBrand(), await newBrand(), randomUUID()];
    const contentHash = 'a'.repeat(64);
    await insertAsset(db, {
      brandId,
      id,
      contentHash,
      contentType: 'image/png',
      sizeBytes: 1,
      width: 1,
      height: 1,
      thumbnailBytes: 1,
      createdAt: 1,
      storedAt: 1,
      condemnedAt: null,
    });
    assert.equal((await findAsset(db, { brandId, id }))?.id, id);
    assert.equal(await findAsset(db, { brandId: stranger, id }), undefined);
    assert.notEqual(await findStoredAssetByContent(db, brandId, contentHash), undefined);
    assert.equal(await findStoredAssetByContent(db, stranger, contentHash), undefined);
  });

  test('a delivery is looked up in one brand', async () => {
    const [brandId, stranger] = [await newBrand(), await newBrand()];
    const [id, endpointId, subjectId] = [randomUUID(), randomUUID(), randomUUID()];
    await insertDelivery(db, {
      brandId,
      id,
      endpointId,
      eventPosition: 1,
      eventType: 'lead.created',
      subjectId,
      payload: '{}',
      status: 'delivered',
      attempts: 1,
      nextAttemptAt: null,
      createdAt: 1,
      endedAt: 1,
    });
    assert.equal((await findDelivery(db, { brandId, id, endpointId }))?.id, id);
    assert.equal(await findDelivery(db, { brandId: stranger, id, endpointId }), undefined);
  });
});
