// What was sent of a record is found without being read: there can be a thousand whole records.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import {
  findDeliveryKeysAbout,
  findDeliveryKeysSince,
  insertDelivery,
} from '#db/webhooks/webhook-deliveries.ts';
import { systemContext } from '#runner/system-context.ts';
import { insertAddresses } from '#db/addresses/addresses.ts';
import { withEachTables } from '../support/each-database.ts';

const now = 1_000_000;

withEachTables('keys of deliveries', (db) => {
  test('about an address, and since a time', async () => {
    const context = systemContext();
    const brand = await createBrand(db, { name: 'Brand', country: 'NL' } as never, context);
    const brandId = brand.id;
    const [addressId, endpointId, customerId] = [context.newId(), context.newId(), context.newId()];
    const place = { country: 'NL', city: '', postalCode: '', street: '', streetNumber: '' };
    const point = { latitude: 52, longitude: 5, precision: 'country' } as const;
    const keys = { cityKey: '', postalCodeKey: '', locationNotes: null, stateProvince: null };
    const address = {
      brandId,
      id: addressId,
      version: 1,
      createdAt: now,
      streetNumberAddition: '',
    };
    await insertAddresses(db, [{ ...address, ...place, ...point, ...keys }]);
    const delivery = {
      brandId,
      endpointId,
      eventType: 'address.updated' as const,
      subjectId: addressId,
      payload: '{}',
      status: 'delivered' as const,
      attempts: 1,
      nextAttemptAt: null,
    };
    const [early, late] = [context.newId(), context.newId()];
    const times = { createdAt: now, endedAt: now };
    await insertDelivery(db, { ...delivery, id: early, eventPosition: 1, ...times });
    const later = { createdAt: now, endedAt: now + 2 };
    await insertDelivery(db, { ...delivery, id: late, eventPosition: 2, ...later });

    const all = await findDeliveryKeysAbout(db, brandId, [addressId]);
    assert.deepEqual(
      all.map((row) => ({ ...row })),
      [
        { id: early, endpointId, eventPosition: 1 },
        { id: late, endpointId, eventPosition: 2 },
      ],
    );
    const about = { brandId, customerIds: [customerId], since: now + 1 };
    const found = await findDeliveryKeysSince(db, { ...about, addressIds: [addressId] });
    assert.deepEqual(
      found.map((row) => ({ ...row })),
      [{ id: late, endpointId, eventPosition: 2 }],
    );
    assert.deepEqual(await findDeliveryKeysSince(db, { ...about, addressIds: [] }), []);
  });
});
