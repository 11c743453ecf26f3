// Reads, changes and adds a single address.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Answer, call, createLead, listAll } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { addressShape, assertError, assertRefused, assertShape } from '../support/shapes.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { precisionOf } from '../support/stored-records.ts';
import { eventually } from '../support/within.ts';

const utrecht = {
  street: 'Oudegracht',
  streetNumber: '12',
  postalCode: '3511 LN',
  city: 'Utrecht',
};

await withEachServer('one address', (server) => {
  let brandId: string;
  let key: string;
  before(async () => {
    brandId = (await server.createBrand()).id;
    key = await server.createKey({ brandId });
  });

  const at = (id: string) => `/v1/api/address/${id}`;
  const make = async (lead: Record<string, unknown> = utrecht): Promise<string> =>
    (await createLead(server, key, lead)).body.addressId;
  const read = (id: string, as = key, headers = {}) => call(server, at(id), { key: as, headers });
  const patch = (
    id: string,
    body: unknown,
    { as = key, headers = {} }: { as?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> => call(server, at(id), { key: as, method: 'PATCH', body, headers });

  test('equals its entry in the list, with a version', async () => {
    const id = await make();
    const { status, body, headers } = await read(id);
    assert.equal(status, 200);
    assertShape(body, addressShape);
    const [listed] = await listAll(server, key, '/v1/api/address');
    assert.deepEqual(body, listed);
    const etag = headers.get('etag')!;
    assert.match(etag, /^"\d+"$/);
    assert.equal((await read(id, key, { 'if-none-match': etag })).status, 304);
    assertRefused(await call(server, `${at(id)}?x=1`, { key }), 'x');
    for (const unknown of ['nothing', '019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a70']) {
      assertError(await read(unknown), 404);
      assertError(await patch(unknown, { city: 'Ede' }), 404);
    }
  });

  test('every field can be changed and cleared; lists, filters and search follow', async () => {
    const id = await make();
    const before = (await read(id)).body;
    const fields = {
      country: 'BE',
      stateProvince: 'Oost-Vlaanderen',
      city: 'Gent',
      postalCode: '9000',
      street: 'Korenmarkt',
      streetNumber: '7',
      streetNumberAddition: 'bis',
      locationNotes: 'Ring twice',
    };
    const { status, body, text } = await patch(id, fields);
    assert.equal(status, 200, text);
    const { latitude, longitude } = body;
    assert.deepEqual(body, { ...before, ...fields, latitude, longitude });
    assert.ok(Math.abs(latitude - 51.05) < 0.1 && Math.abs(longitude - 3.72) < 0.1, text);
    assert.deepEqual((await read(id)).body, body);
    for (const query of ['q=korenmarkt', 'city=GENT', 'postalCode=9000', 'q=9000 gent']) {
      const found = await listAll(server, key, `/v1/api/address?${query}`);
      assert.deepEqual(found, [body], query);
    }
    const old = await listAll(server, key, '/v1/api/address?city=utrecht');
    assert.ok(!old.some((address) => address.id === id));
    const leads = await listAll(server, key, '/v1/api/leads');
    assert.deepEqual(leads.find(({ addressId }) => addressId === id).address, body);

    const emptied = await patch(
      id,
      Object.fromEntries(Object.keys(fields).map((field) => [field, null])),
    );
    assert.equal(emptied.status, 200, emptied.text);
    const { country, stateProvince, city, street, locationNotes } = emptied.body;
    assert.deepEqual(
      { country, stateProvince, city, street, locationNotes },
      { country: 'NL', stateProvince: null, city: '', street: '', locationNotes: null },
    );
    assert.equal(await precisionOf(server, id), 'country');
  });

  test('given coordinates stay until the address moves', async () => {
    const id = await make();
    const before = (await read(id)).body;
    const point = { latitude: 52.123456, longitude: 5.654321 };
    const placed = await patch(id, { ...point, street: 'Nieuwegracht' });
    assert.deepEqual(placed.body, { ...before, ...point, street: 'Nieuwegracht' });
    assert.equal(await precisionOf(server, id), 'given');
    const noted = await patch(id, { locationNotes: 'Behind the gate', city: 'Utrecht' });
    assert.deepEqual(noted.body, { ...placed.body, locationNotes: 'Behind the gate' });
    const moved = await patch(id, { city: 'Amsterdam', postalCode: null });
    assert.ok(Math.abs(moved.body.latitude - 52.37) < 0.1, moved.text);
    assert.equal(await precisionOf(server, id), 'city');
  });

  test('a new place is geocoded by the operator’s postcode table', async () => {
    await server.withDatabase((db) =>
      db.insertRows('postcodes', [
        { country: 'NL', postcode: '6711AA', latitude: 52.03, longitude: 5.66 },
      ]),
    );
    const id = await make();
    const { body } = await patch(id, { postalCode: '6711 aa', city: 'Ede' });
    assert.deepEqual([body.latitude, body.longitude], [52.03, 5.66]);
    assert.equal(await precisionOf(server, id), 'postcode');
  });

  test('an invalid patch is refused field by field', async () => {
    const id = await make();
    const before = (await read(id)).body;
    const cases: [body: unknown, ...fields: string[]][] = [
      [{ city: 1 }, 'city'],
      [{ city: 'x'.repeat(201) }, 'city'],
      [{ postalCode: 'x'.repeat(21) }, 'postalCode'],
      [{ country: 'x'.repeat(101) }, 'country'],
      [{ latitude: 91, longitude: 5 }, 'latitude'],
      [{ latitude: 52, longitude: -181 }, 'longitude'],
      [{ latitude: '52', longitude: 5 }, 'latitude'],
      [{ latitude: null, longitude: null }, 'latitude', 'longitude'],
      [{ latitude: 52 }, 'longitude'],
      [{ longitude: 5 }, 'latitude'],
      [{ id: 'x', precision: 'city', brandId: 'x' }, 'id', 'precision', 'brandId'],
      [[], 'body'],
    ];
    for (const [body, ...fields] of cases) assertRefused(await patch(id, body), ...fields);
    assert.deepEqual((await read(id)).body, before);
  });

  test('a change makes one event, and no change makes none', async () => {
    const id = await make();
    const etag = (await read(id)).headers.get('etag')!;
    assert.equal((await patch(id, { city: 'Utrecht' })).headers.get('etag'), etag);
    const changed = await patch(id, { streetNumber: '14' }, { headers: { 'if-match': etag } });
    assert.equal(changed.status, 200);
    assertError(await patch(id, { streetNumber: '16' }, { headers: { 'if-match': etag } }), 412);
    const told = async () =>
      (await listAll(server, key, '/v1/api/events?limit=200')).filter(
        ({ subjectId }) => subjectId === id,
      );
    await eventually(async () => (await told()).length > 0);
    const [event, ...more] = await told();
    assert.deepEqual(more, []);
    assert.equal(event.type, 'address.updated');
    assert.deepEqual(event.changes, { streetNumber: { before: '12', after: '14' } });
    assert.deepEqual(event.data, changed.body);
  });

  test('concurrent changes make one version each', async () => {
    const id = await make();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => patch(id, { streetNumber: `${n + 20}` })),
    );
    assert.equal(new Set(answers.map(({ headers }) => headers.get('etag'))).size, 8);
  });

  const kinds = ['work-items', 'customers'] as const;
  type Kind = (typeof kinds)[number];
  const placeless = async (kind: Kind): Promise<string> => {
    const { body } = await createLead(server, key, { customerName: 'Nowhere yet' });
    return kind === 'customers' ? body.customerId : body.id;
  };
  const add = (by: SignedIn, kind: Kind, id: string, body: unknown) =>
    by.call(`/v1/app/${kind}/${id}/address`, { body });
  const addressesNow = async () => (await listAll(server, key, '/v1/api/address')).length;

  for (const kind of kinds) {
    test(`a member adds one to ${kind} without an address, with an event`, async () => {
      const me = await signInAs(server, { brandId, role: 'member' });
      const id = await placeless(kind);
      const sent = { ...utrecht, locationNotes: 'Ring twice', streetNumberAddition: null };
      const { status, body, text, headers } = await add(me, kind, id, sent);
      assert.equal(status, 201, text);
      assertShape(body, addressShape);
      const { locationNotes, streetNumberAddition, country } = body;
      assert.deepEqual(
        { locationNotes, streetNumberAddition, country },
        { locationNotes: 'Ring twice', streetNumberAddition: '', country: 'NL' },
      );
      const shown = await read(body.id);
      assert.deepEqual(shown.body, body);
      assert.equal(shown.headers.get('etag'), headers.get('etag'));
      // Same text as the lead's address.
      const ofLead = (await read(await make())).body;
      assert.deepEqual([body.latitude, body.longitude], [ofLead.latitude, ofLead.longitude]);
      assert.equal(await precisionOf(server, body.id), 'city');
      const found = await listAll(server, key, '/v1/api/address?q=oudegracht 12&limit=1');
      assert.ok(found.some((address) => address.id === body.id));

      const record = (await call(server, `/v1/api/${kind}/${id}`, { key })).body;
      assert.deepEqual([record.addressId, record.updatedBy], [body.id, me.accountId]);
      const type = kind === 'customers' ? 'customer.updated' : 'lead.updated';
      const told = async () =>
        (await listAll(server, key, '/v1/api/events?limit=200')).filter(
          (event) => event.subjectId === id && event.type === type,
        );
      await eventually(async () => (await told()).length > 0);
      const [event] = await told();
      assert.deepEqual(event.changes.addressId.after, body.id);

      assertError(await add(me, kind, id, utrecht), 409);
    });

    test(`a refused address for ${kind} is not stored`, async () => {
      const me = await signInAs(server, { brandId });
      const id = await placeless(kind);
      const before = await addressesNow();
      assertRefused(await add(me, kind, id, {}), 'street');
      assertRefused(await add(me, kind, id, { streetNumber: '1', city: ' ' }), 'street');
      assertRefused(await add(me, kind, id, { city: 'Ede', latitude: 52 }), 'longitude');
      assertRefused(await add(me, kind, id, { city: 'Ede', town: 'Ede' }), 'town');
      assertError(await add(me, kind, 'nothing', utrecht), 404);
      assertError(await add(await signInAs(server), kind, id, utrecht), 404);
      const path = `/v1/app/${kind}/${id}/address`;
      assertError(await call(server, path, { key, body: utrecht }), 403);
      assert.equal(await addressesNow(), before);
    });

    test(`of concurrent additions to ${kind} one succeeds`, async () => {
      const me = await signInAs(server, { brandId });
      const id = await placeless(kind);
      const before = await addressesNow();
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => add(me, kind, id, utrecht)),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409]);
      assert.equal(await addressesNow(), before + 1);
    });
  }

  test('scopes and brands are separate', async () => {
    const id = await make();
    assertError(await read(id, await server.createKey()), 404);
    assertError(await patch(id, { city: 'Ede' }, { as: await server.createKey() }), 404);
    const reader = await server.createKey({ brandId, scopes: ['addresses:read'] });
    const writer = await server.createKey({ brandId, scopes: ['customers:write'] });
    assert.equal((await read(id, reader)).status, 200);
    assertError(await patch(id, { city: 'Ede' }, { as: reader }), 403);
    assertError(await read(id, writer), 403);
    const changed = await patch(id, { locationNotes: 'x' }, { as: writer });
    assert.equal(changed.status, 200);
    assert.deepEqual(changed.body, { id });
  });
});
