// A test environment is emptied by an owner, and by its age. The live side stays as it is. An own server for
// the age: its clock is set.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { continueEmptying, findTestSidesToEmpty } from '#actions/test-sides/empty-test-side.ts';
import { testSideDays } from '#contract/limits.ts';
import { systemContext } from '#runner/system-context.ts';
import { call, createLead, listAll } from '../support/call.ts';
import { commandLine } from '../support/command-line.ts';
import { withEachServer } from '../support/each-database.ts';
import { startServer } from '../support/server.ts';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { assertError } from '../support/shapes.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { storeIntakes } from '../support/stored-intakes.ts';
import { filesIn } from '../support/traces.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';
import { webhookApi } from '../support/webhooks.ts';
import { eventually } from '../support/within.ts';
import { wrongClock } from '../support/wrong-clock.ts';

const dayMs = 24 * 60 * 60 * 1000;
const emptied = [
  'work_items',
  'customers',
  'addresses',
  'photos',
  'assets',
  'lead_submissions',
  'idempotency_keys',
  'customer_merges',
  'webhook_deliveries',
  'webhook_attempts',
  'imports',
  'import_batches',
  'import_rows',
  'intakes',
  'intake_files',
  'mail_messages',
  'doubtful_leads',
  'distinct_customers',
];
const lists = ['/v1/api/leads', '/v1/api/work-items', '/v1/api/customers', '/v1/api/address'];

await withEachServer('emptying a test environment', (server) => {
  let host: PictureHost;
  let receiver: Receiver;
  before(async () => {
    host = await startPictureHost({ isShared: true });
    receiver = await startReceiver({ isShared: true });
  });
  after(async () => {
    await host?.close();
    await receiver?.close();
  });

  /** One of everything. */
  const fill = async (key: string, path: string) => {
    const place = { street: 'Oudegracht', streetNumber: '7', city: 'Utrecht' };
    const photoUrls = [host.url(`/photo.png?of=${path.slice(1)}`)];
    await webhookApi(server, key).create(receiver.url(path), { eventTypes: ['lead.created'] });
    const headers = { 'idempotency-key': 'filled' };
    const kept = await createLead(server, key, { email: 'a@example.com', ...place }, headers);
    const merged = await createLead(server, key, { email: 'b@example.com', photoUrls });
    assert.equal(merged.body.photos[0].status, 'stored');
    const merging = { key, body: { customerId: merged.body.customerId } };
    const merge = `/v1/api/customers/${kept.body.customerId}/merge`;
    assert.ok((await call(server, merge, merging)).status < 300);
    const job = { method: 'PATCH', body: { status: 'pending' } };
    await call(server, `/v1/api/work-items/${kept.body.id}`, { key, ...job });
    const leads = Array.from({ length: 230 }, (_, n) => ({
      customerName: `Customer ${n}`,
      title: 'One of many',
      email: `many${n}@example.com`,
    }));
    const batch = await call(server, '/v1/api/leads/batch', { key, body: { leads } });
    assert.equal(batch.status, 200, batch.text);
    await receiver.until(path, 232);
    const { brandId, id: workItemId } = kept.body;
    const stored = { brandId, workItemId, text: 'Sent', refused: 120 };
    await server.withDatabase((db) => storeIntakes(db, stored));
    return kept.body as { brandId: string; id: string };
  };
  const sidesOf = async () => {
    const me = await signInAs(server);
    const { brandId } = me;
    const live = await server.createKey({ brandId });
    return { me, live, testing: await server.createKey({ brandId, isTest: true }) };
  };
  const empty = (me: SignedIn) => me.call('/v1/app/test-side/empty', { method: 'POST' });
  const countsOf = (brandId: string) =>
    server.withDatabase(async (db) => {
      const counts: Record<string, number> = {};
      for (const table of emptied) {
        const sql = `select count(*) as count from ${table} where brand_id = ?`;
        counts[table] = (await db.first<{ count: number }>(sql, brandId))!.count;
      }
      return counts;
    });
  const isEmpty = async (brandId: string) =>
    Object.values(await countsOf(brandId)).every((count) => count === 0);

  test('an owner deletes all of it; keys, webhooks and the live side stay', async () => {
    const { me, live, testing } = await sidesOf();
    const real = await fill(live, `/live-${me.brandId}`);
    const tried = await fill(testing, `/test-${me.brandId}`);
    const before = await countsOf(real.brandId);
    const events = await listAll(server, testing, '/v1/api/events?limit=200');
    const seen = events.at(-1).id;
    const answer = await empty(me);
    assert.equal(answer.status, 200, answer.text);
    // Deliveries that were just sent are logged a moment later; pictures are deleted by a job.
    await eventually(async () => (await empty(me)).body.isEmpty && (await isEmpty(tried.brandId)));
    const folder = join(server.dataDir, 'assets', tried.brandId);
    assert.ok(!existsSync(folder) || filesIn(folder).length === 0);
    for (const path of lists) assert.deepEqual(await listAll(server, testing, path), [], path);
    assert.deepEqual(await listAll(server, testing, '/v1/api/leads?q=many'), []);
    assertError(await call(server, `/v1/api/work-items/${tried.id}`, { key: testing }), 404);
    assert.equal((await listAll(server, testing, '/v1/api/webhooks')).length, 1);

    // A reader who continues where they were misses nothing.
    const next = await createLead(server, testing, { email: 'a@example.com' });
    const path = `/v1/api/events?after=${seen}`;
    const [first, ...more] = await listAll(server, testing, path);
    assert.equal(Number(first.id), Number(seen) + 1);
    assert.ok([first, ...more].some(({ data }) => data.id === next.body.id));
    const messages = await receiver.until(`/test-${me.brandId}`, 233);
    assert.equal(messages.at(-1)!.event.data.id, next.body.id);
    assert.equal((await listAll(server, testing, '/v1/api/leads?q=jansen')).length, 1);

    assert.deepEqual(await countsOf(real.brandId), before);
    assert.equal((await call(server, `/v1/api/work-items/${real.id}`, { key: live })).status, 200);
  });

  test('the operator does, on the command line; the last event stays, without data', async () => {
    const { me, live, testing } = await sidesOf();
    const [real, tried] = [await createLead(server, live), await createLead(server, testing)];
    const env = server.databaseUrl ? { DATABASE_URL: server.databaseUrl } : undefined;
    const vakwerk = commandLine(server.dataDir, env);
    const emptying = ['brands', 'empty-test-side'];
    const last = (await listAll(server, testing, '/v1/api/events')).at(-1).id;
    const refused = await vakwerk(...emptying, tried.body.brandId);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /is the test environment of a brand: name the brand/);
    const done = await vakwerk.json(...emptying, me.brandId);
    assert.deepEqual(done, { brandId: me.brandId, isEmpty: true });
    for (const path of lists) assert.deepEqual(await listAll(server, testing, path), [], path);
    const events = await listAll(server, testing, '/v1/api/events');
    assert.deepEqual(
      events.map(({ id, data, changes }) => [id, data, changes]),
      [[last, null, null]],
    );
    assert.equal((await call(server, `/v1/api/leads/${real.body.id}`, { key: live })).status, 200);
    // Also when there is nothing.
    assert.match(
      (await vakwerk(...emptying, me.brandId)).stdout,
      /^The test environment of brand .* is empty\n$/,
    );
  });

  test('the sweep finishes what a request has begun', async () => {
    const { testing } = await sidesOf();
    const { body } = await createLead(server, testing);
    await server.withDatabase((db) =>
      db.run('update brands set empty_before = ? where id = ?', Date.now() + 1, body.brandId),
    );
    await eventually(async () => (await listAll(server, testing, '/v1/api/leads')).length === 0);
    await eventually(async () => {
      const sql = 'select empty_before as mark from brands where id = ?';
      const row = await server.withDatabase((db) => db.first<{ mark: unknown }>(sql, body.brandId));
      return row!.mark === null;
    });
  });

  test('only an owner does, from either side, also when there is nothing', async () => {
    const { me, testing } = await sidesOf();
    const member = await signInAs(server, { brandId: me.brandId, role: 'member' });
    assertError(await empty(member), 403);
    await createLead(server, testing);
    await me.call('/v1/app/session/brand', { body: { brandId: me.brandId, isTest: true } });
    assert.deepEqual((await empty(me)).body, { isEmpty: true });
    assert.deepEqual(await listAll(server, testing, '/v1/api/leads'), []);
    const stranger = await signInAs(server);
    assert.deepEqual((await empty(stranger)).body, { isEmpty: true });
  });

  test('records older than thirty days are deleted, with what only they use', async () => {
    const { live, testing } = await sidesOf();
    const [old, recent] = ['old@example.com', 'recent@example.com'];
    const made = new Map<string, { brandId: string; id: string; customerId: string }>();
    for (const key of [live, testing]) {
      for (const email of [old, recent]) {
        const lead = await createLead(server, key, { email, city: 'Utrecht' });
        made.set(`${key} ${email}`, lead.body);
      }
    }
    const again = await createLead(server, testing, { email: old, title: 'New' });
    const lonely = await createLead(server, testing, { email: 'lonely@example.com', city: 'Ede' });
    const { brandId } = lonely.body;
    const ids = [made.get(`${live} ${old}`)!, made.get(`${testing} ${old}`)!, lonely.body];
    const at = Date.now() - (testSideDays + 1) * dayMs;
    await server.withDatabase(async (db) => {
      for (const { id, customerId, addressId } of ids as Record<string, string>[]) {
        await db.run('update work_items set created_at = ? where id = ?', at, id!);
        await db.run('update customers set created_at = ? where id = ?', at, customerId!);
        await db.run('update addresses set created_at = ? where id = ?', at, addressId!);
      }
    });
    // As the sweep does every hour; the shared server's own would take too long.
    await server.withDatabase(async (db) => {
      const context = systemContext();
      let afterId: string | null = null;
      for (;;) {
        const sides = await findTestSidesToEmpty(db, { isForAge: true, afterId }, context);
        const [first] = sides;
        if (!first) break;
        for (const side of sides) {
          afterId = side.brandId;
          let left: typeof first | null = side.brandId === brandId ? side : null;
          while (left) left = await continueEmptying(db, left, context);
        }
      }
    });
    const emails = async (key: string) =>
      (await listAll(server, key, '/v1/api/customers')).map(({ email }) => email).toSorted();
    // The customer has a newer lead.
    assert.deepEqual(await emails(testing), [old, recent]);
    assert.deepEqual(await emails(live), [old, recent]);
    const titles = (await listAll(server, testing, '/v1/api/leads')).map(({ id }) => id);
    assert.deepEqual(
      titles.toSorted(),
      [again.body.id, made.get(`${testing} ${recent}`)!.id].toSorted(),
    );
    assert.equal((await listAll(server, live, '/v1/api/leads')).length, 2);
    const cities = (await listAll(server, testing, '/v1/api/address')).map(({ city }) => city);
    assert.ok(!cities.includes('Ede'));
  });
});

test('a server deletes old records by itself', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vakwerk-old-tests-'));
  const clock = wrongClock();
  const first = await startServer({ dataDir, env: clock.env });
  const { id: brandId } = await first.createBrand();
  const live = await first.createKey({ brandId });
  const testing = await first.createKey({ brandId, isTest: true });
  for (const key of [live, testing]) assert.equal((await createLead(first, key)).status, 201);
  await first.stop();
  clock.setAhead((testSideDays + 1) * dayMs);
  const later = await startServer({ dataDir, env: clock.env });
  await eventually(async () => (await listAll(later, testing, '/v1/api/leads')).length === 0);
  assert.equal((await listAll(later, live, '/v1/api/leads')).length, 1);
  await later.stop();
  rmSync(dataDir, { recursive: true });
});
