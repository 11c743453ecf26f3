// When a lead gets an address, its fields and its coordinates.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { addressShape, assertShape } from '../support/shapes.ts';
import { precisionOf } from '../support/stored-records.ts';

await withEachServer('the address of a lead', (server) => {
  const addressesOf = async (key: string) =>
    (await call(server, '/v1/api/address', { key })).body.data;

  test('without street, postal code and city there is none', async () => {
    const key = await server.createKey();
    const leads: Record<string, unknown>[] = [
      {},
      { country: 'NL' },
      { streetNumber: '12' },
      { streetNumber: '12', streetNumberAddition: 'A', country: 'BE' },
      { street: '', postalCode: null, city: '  ', streetNumber: '1' },
    ];
    for (const lead of leads) {
      const { status, body } = await createLead(server, key, lead);
      assert.equal(status, 201);
      assert.equal(body.addressId, null);
    }
    assert.deepEqual(await addressesOf(key), []);
    const { body } = await call(server, '/v1/api/leads', { key });
    for (const lead of body.data) {
      assert.equal(lead.address, null);
      assert.equal(lead.customer.addressId, '');
    }
  });

  test('one of the three makes an address, the other parts are empty', async () => {
    const empty = {
      street: '',
      streetNumber: '',
      streetNumberAddition: '',
      postalCode: '',
      city: '',
      country: 'BE',
      stateProvince: null,
      locationNotes: null,
    };
    const cases: Record<string, string>[] = [
      { street: 'Meir' },
      { postalCode: '2000' },
      { city: 'Antwerpen' },
      { city: 'Antwerpen', streetNumber: '5', streetNumberAddition: 'bus 2' },
      { street: 'Meir', country: 'Belgique' },
    ];
    const { id: brandId } = await server.createBrand({ country: 'BE' });
    const key = await server.createKey({ brandId });
    for (const lead of cases) {
      const { body: item } = await createLead(server, key, lead);
      const [address] = await addressesOf(key);
      assertShape(address, addressShape);
      const { id, latitude, longitude, brandId: owner, ...parts } = address;
      assert.equal(id, item.addressId);
      assert.equal(owner, brandId);
      assert.deepEqual(parts, { ...empty, ...lead });
      assert.ok(latitude > 49 && latitude < 52 && longitude > 2 && longitude < 7);
    }
    assert.equal((await addressesOf(key)).length, cases.length);
  });

  test('coordinates have the finest known precision, which is stored', async () => {
    type Box = [south: number, north: number, west: number, east: number];
    const utrecht: Box = [52, 52.2, 5, 5.25];
    const netherlands: Box = [50.7, 53.6, 3.3, 7.3];
    const cases: [brand: string, lead: Record<string, string>, precision: string, Box][] = [
      ['NL', { city: 'Utrecht' }, 'city', utrecht],
      ['NL', { city: 'UTRECHT', street: 'Oudegracht' }, 'city', utrecht],
      ['BE', { city: 'Utrecht', country: 'NL' }, 'city', utrecht],
      ['BE', { city: 'utrecht', country: 'Nederland' }, 'city', utrecht],
      ['BE', { city: 'Utrecht', country: 'the Netherlands' }, 'city', utrecht],
      ['NL', { city: 'Atlantis' }, 'country', netherlands],
      ['NL', { street: 'Dorpsstraat' }, 'country', netherlands],
      ['NL', { postalCode: '3511 LN' }, 'country', netherlands],
      ['NL', { city: 'Atlantis', country: 'Narnia' }, 'country', netherlands],
      ['NL', { city: 'Nowhere', country: 'DE' }, 'country', [47, 55.1, 5.8, 15.1]],
      // Null Island is no location for a lead.
      ['GH', { street: 'Null' }, 'country', [4.5, 11.3, -3.4, 1.3]],
    ];
    for (const [country, lead, precision, [south, north, west, east]] of cases) {
      const { id: brandId } = await server.createBrand({ country });
      const key = await server.createKey({ brandId });
      const { body } = await createLead(server, key, lead);
      const [{ latitude, longitude, id }] = await addressesOf(key);
      const where = `${JSON.stringify(lead)}: ${latitude}, ${longitude}`;
      assert.ok(latitude >= south && latitude <= north, where);
      assert.ok(longitude >= west && longitude <= east, where);
      assert.notDeepEqual([latitude, longitude], [0, 0]);
      assert.equal(id, body.addressId);
      assert.equal(await precisionOf(server, id), precision, where);
    }
  });

  test('the operator’s postcode table is more precise than the city', async () => {
    const { id: brandId } = await server.createBrand();
    const key = await server.createKey({ brandId });
    await server.withDatabase((db) =>
      db.insertRows('postcodes', [
        { country: 'NL', postcode: '3511LN', latitude: 52.0895, longitude: 5.1101 },
      ]),
    );
    for (const postalCode of ['3511 LN', '3511ln', ' 3511-LN ']) {
      const { body } = await createLead(server, key, { postalCode, city: 'Utrecht' });
      const [{ latitude, longitude }] = await addressesOf(key);
      assert.deepEqual([latitude, longitude], [52.0895, 5.1101]);
      assert.equal(await precisionOf(server, body.addressId), 'postcode');
    }
    const unknown = await createLead(server, key, { postalCode: '9999 ZZ', city: 'Utrecht' });
    assert.equal(await precisionOf(server, unknown.body.addressId), 'city');
    const abroad = { postalCode: '3511 LN', city: 'Utrecht', country: 'BE' };
    const { body } = await createLead(server, key, abroad);
    assert.equal(await precisionOf(server, body.addressId), 'country');
  });
});
