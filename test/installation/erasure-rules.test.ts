// What an erasure keeps, what it waits for, and who may request it. Own servers: all of their
// tables and files are searched.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Answer, call, createLead, listAll } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { eraseCustomer, looksOften, untilForgotten } from '../support/erasure.ts';
import { assertDescribed, type Document } from '../support/open-api.ts';
import type { PictureHost } from '../support/picture-host.ts';
import { startPhotoServer } from '../support/photo-server.ts';
import type { TestServer } from '../support/server.ts';
import { assertError } from '../support/shapes.ts';
import { filesIn, tablesOf, tracesOf } from '../support/traces.ts';
import { eventually } from '../support/within.ts';

withEachDatabase('erasing one of many', (start) => {
  let server: TestServer;
  let host: PictureHost;
  let stop: () => Promise<void>;
  let document: Document;
  before(async () => {
    ({ server, host, stop } = await startPhotoServer(start, looksOften));
    document = (await call(server, '/openapi.json')).body;
  });
  after(() => stop?.());

  const newBrand = async () => {
    const brand = await server.createBrand();
    return { brandId: brand.id, key: await server.createKey({ brandId: brand.id }) };
  };
  const erase = (key: string, id: string, options = {}) => eraseCustomer(server, key, id, options);
  const untilDone = () => untilForgotten(server);
  const ask = (key: string, method: string, path: string, body?: unknown) =>
    call(server, path, { key, method, ...(body !== undefined && { body }) });

  interface Told {
    type: string;
    createdAt: string;
    requestId: string;
  }
  const toldBy = async (key: string, { headers }: Answer): Promise<Told[]> => {
    const events: Told[] = await listAll(server, key, '/v1/api/events?limit=200');
    return events.filter(({ requestId }) => requestId === headers.get('x-request-id'));
  };

  test('all events of an erasure step share one time', async () => {
    const { key } = await newBrand();
    const { body } = await createLead(server, key, { email: 'once@example.com' });
    for (let n = 1; n < 5; n++) await createLead(server, key, { email: 'once@example.com' });
    const answer = await erase(key, body.customerId);
    assert.equal(answer.status, 204);
    const told = await toldBy(key, answer);
    assert.deepEqual(
      told.map(({ type }) => type),
      [...Array.from({ length: 5 }, () => 'lead.updated'), 'customer.erased'],
    );
    const item = (await call(server, `/v1/api/work-items/${body.id}`, { key })).body;
    assert.deepEqual([...new Set(told.map(({ createdAt }) => createdAt))], [item.updatedAt]);
  });

  test('a shared address stays, and so does a shared picture', async () => {
    const { key } = await newBrand();
    const photoUrls = [host.url('/photo.png?n=5')];
    const place = { street: 'Oudegracht', streetNumber: '7', city: 'Utrecht' };
    const first = await createLead(server, key, { email: 'one@example.com', ...place, photoUrls });
    const other = await createLead(server, key, { email: 'two@example.com', photoUrls });
    await call(server, `/v1/api/work-items/${other.body.id}`, {
      key,
      method: 'PATCH',
      body: { addressId: first.body.addressId },
    });
    const path = `/v1/api/address/${first.body.addressId}`;
    const address = (await call(server, path, { key })).body;
    const [{ assetId }] = first.body.photos;
    assert.ok(assetId, 'the picture was fetched in time');
    assert.equal(other.body.photos[0].assetId, assetId);

    assert.equal((await erase(key, first.body.customerId)).status, 204);
    await untilDone();
    assert.deepEqual((await call(server, path, { key })).body, address);
    assert.equal((await call(server, `/v1/api/assets/${assetId}`, { key })).status, 200);

    // Once the other customer is erased too, nobody needs them.
    assert.equal((await erase(key, other.body.customerId)).status, 204);
    await untilDone();
    assert.equal((await call(server, path, { key })).body.street, '');
    assertError(await call(server, `/v1/api/assets/${assetId}`, { key }), 404);
  });

  test('a photo that is being fetched does not come back', async () => {
    const { key, brandId } = await newBrand();
    const path = '/held?n=9';
    const creating = createLead(server, key, {
      email: 'slow@example.com',
      photoUrls: [host.url(path)],
    });
    await eventually(async () => host.hits(path) > 0);
    const [lead] = (await call(server, '/v1/api/leads', { key })).body.data;
    assert.equal((await erase(key, lead.customerId)).status, 204);
    // Erasing the photo completes the call that waits for it.
    await creating;
    host.release();
    await untilDone();
    const item = await call(server, `/v1/api/work-items/${lead.id}`, { key });
    assert.equal('photos' in item.body, false);
    const left = await server.withDatabase((db) =>
      db.all('select 1 from photos where brand_id = ?', brandId),
    );
    assert.deepEqual(left, []);
    await eventually(async () => host.openConnections === 0);
    const assets = join(server.dataDir, 'assets', brandId);
    await eventually(async () => {
      const kept = await server.withDatabase((db) =>
        db.all('select 1 from assets where brand_id = ?', brandId),
      );
      return kept.length === 0 && (!existsSync(assets) || filesIn(assets).length === 0);
    });
  });

  test('a customer with many leads is erased in chunks, while leads arrive', async () => {
    const { key } = await newBrand();
    const many = 450;
    const leads = Array.from({ length: many }, (_, n) => ({
      customerName: 'Many Canaries',
      title: `Canary ${n}`,
      email: 'many@example.com',
      street: `Canary street ${n}`,
    }));
    const made = await call(server, '/v1/api/leads/batch', { key, body: { leads } });
    assert.ok(made.status < 300, made.text);
    const [{ customerId }] = (await call(server, '/v1/api/leads?limit=1', { key })).body.data;

    const answer = await erase(key, customerId);
    assertDescribed(document, 'eraseCustomer', 202, answer);
    assert.deepEqual(answer.body, { customerId, status: 'erasing' });
    const lead = await createLead(server, key, { email: 'many@example.com' });
    assert.notEqual(lead.body.customerId, customerId);
    await untilDone();
    const all = await listAll(server, key, `/v1/api/leads?customerId=${customerId}&limit=200`);
    assert.equal(all.length, many);
    assert.ok(all.every(({ title, address }) => title === 'Erased' && address.street === ''));
    // It is the last event, not one of the first.
    const told = await toldBy(key, answer);
    assert.equal(told.length, many + 1);
    const times = told.map(({ createdAt }) => createdAt);
    assert.deepEqual(times, times.toSorted());
    assert.equal(told.at(-1)!.type, 'customer.erased');
    assert.ok(new Set(times).size > 1, 'the pieces have times of their own');
    assert.deepEqual(await tracesOf(server, ['many canaries', 'canary street']), []);
  });

  test('concurrent leads are erased with the customer or make a new one', async () => {
    const { key } = await newBrand();
    const canary = { customerName: 'Canary Bird', title: 'Canary', email: 'race@example.com' };
    const { customerId } = (await createLead(server, key, canary)).body;
    const creating = Array.from({ length: 40 }, () => createLead(server, key, canary));
    const erasing = erase(key, customerId);
    const leads = await Promise.all(creating);
    assert.ok([202, 204].includes((await erasing).status));
    await untilDone();
    assert.ok(leads.every(({ status }) => status === 201));
    const all = await listAll(server, key, '/v1/api/leads?limit=200');
    assert.equal(all.length, leads.length + 1);
    for (const { customer, title } of all) {
      const isErased = customer.id === customerId;
      assert.equal(title, isErased ? 'Erased' : 'Canary');
      assert.equal(customer.name, isErased ? 'Erased customer' : 'Canary Bird');
    }
    const people = new Set(all.map(({ customer }) => customer.id));
    assert.ok(people.size <= 2, 'the leads behind the erasure are of one customer');
  });

  test('events of an undone merge are erased too', async () => {
    const { key } = await newBrand();
    const canary = {
      customerName: 'Canary Bird',
      email: 'canary@example.com',
      phone: '0698765432',
    };
    const erased = (await createLead(server, key, canary)).body;
    const kept = (
      await createLead(server, key, { customerName: 'Dove', email: 'dove@example.com' })
    ).body;
    const path = `/v1/api/customers/${kept.customerId}`;
    const { body } = await ask(key, 'POST', `${path}/merge`, { customerId: erased.customerId });
    const undone = await ask(key, 'POST', `${path}/merges/${body.mergeId}/undo`);
    assert.equal(undone.status, 200, undone.text);
    const dove = (await call(server, path, { key })).body;

    assert.equal((await erase(key, erased.customerId)).status, 204);
    await untilDone();
    assert.deepEqual(await tracesOf(server, ['canary@example.com', '698765432']), []);
    assert.deepEqual((await call(server, path, { key })).body, dove);
  });

  test('it needs confirmation, permission and the right version', async () => {
    const { key, brandId } = await newBrand();
    const { customerId } = (await createLead(server, key)).body;
    for (const query of ['', '?erase=false', '?erase=1', '?erase=', '?erase=true&really=true']) {
      const answer = await erase(key, customerId, { query });
      assertDescribed(document, 'eraseCustomer', 400, answer);
      assert.match(answer.body.message[0], /^(erase|really) /);
    }
    assert.match((await erase(key, customerId, { query: '' })).body.message[0], /archive/);
    const reader = await server.createKey({ brandId, scopes: ['customers:read'] });
    assertError(await erase(reader, customerId), 403);
    assertError(await call(server, `/v1/api/customers/${customerId}/export`, { key: reader }), 403);
    assertError(await erase((await newBrand()).key, customerId), 404);
    assertError(await erase(key, customerId, { headers: { 'if-match': '"99"' } }), 412);
    assert.equal((await call(server, `/v1/api/customers/${customerId}`, { key })).status, 200);
    const writer = await server.createKey({ brandId, scopes: ['customers:write'] });
    // Immediately or later, depending on whether earlier refused requests are already logged.
    assert.ok([202, 204].includes((await erase(writer, customerId)).status));
    const fresh = await newBrand();
    const other = (await createLead(server, fresh.key)).body.customerId;
    assertDescribed(document, 'eraseCustomer', 204, await erase(fresh.key, other));
  });

  // A new table must be listed here: erased, or without personal data.
  test('every table is erased, or known to hold no personal data', async () => {
    const erased = [
      ['addresses', 'customer_merges', 'customers', 'events', 'idempotency_keys', 'jobs'],
      ['lead_submissions', 'logged_requests', 'merged_work_items', 'photos', 'webhook_attempts'],
      ['webhook_deliveries', 'work_items', 'assets', 'intakes', 'intake_files', 'doubtful_leads'],
      ['mail_messages', 'work_item_notes'],
    ].flat();
    const impersonal = [
      ['api_keys', 'brands', 'calendar_links', 'migrations', 'postcodes', 'rate_windows'],
      ['revisions', 'search_refreshes', 'webhook_endpoints', 'imports', 'import_rows'],
      ['installation_secrets', 'asset_totals', 'list_changes', 'former_work_items'],
      // Of the brand; pairs of identifiers.
      ['channels', 'distinct_customers'],
      // Identifiers and times; keys of the installation.
      ['customer_mails', 'push_keys'],
    ].flat();
    // Empty as soon as the import is done or undone.
    const passing = ['import_batches'];
    // About members, who are removed as members.
    const ofMembers = [
      [
        'accounts',
        'account_links',
        'members',
        'former_members',
        'notification_settings',
        'push_subscriptions',
        'passkey_challenges',
        'passkeys',
        'sessions',
      ],
    ].flat();
    const onPostgres = ['address_search', 'customer_search', 'events_waiting', 'work_item_search'];
    const { engine, tables } = await server.withDatabase(async (db) => ({
      engine: db.engine,
      tables: await tablesOf(db),
    }));
    const known = [
      ...erased,
      ...impersonal,
      ...ofMembers,
      ...passing,
      ...(engine === 'postgres' ? onPostgres : []),
    ];
    assert.deepEqual(tables.toSorted(), known.toSorted());
  });
});
