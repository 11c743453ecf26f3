// Batches of leads. Own servers: writes are blocked, and `DATABASE_WAIT_MS` is short.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead, listAll } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { whileWritesAreHeld } from '../support/held-writes.ts';
import type { TestServer } from '../support/server.ts';
import { assertError, assertRefused } from '../support/shapes.ts';
import { assertInTime, timelyTest } from '../support/within.ts';

const databaseWaitMs = 4_000;

interface Entry {
  created: boolean;
  matched: string | null;
  customerId: string | null;
  workItem: { id: string; title: string; customerId: string; photos?: unknown[] } | null;
  error: { statusCode: number; message: string[] } | null;
}

withEachDatabase('batches of leads', (start) => {
  let server: TestServer;
  before(async () => {
    server = await start({ env: { DATABASE_WAIT_MS: String(databaseWaitMs) } });
  });
  after(() => server?.stop());

  const send = (key: string, body: unknown, headers: Record<string, string> = {}) =>
    call(server, '/v1/api/leads/batch', { key, body, headers });
  const lead = (n: number, more: object = {}) => ({
    customerName: `Customer ${n}`,
    title: `Lead ${n}`,
    ...more,
  });
  const leadsOf = (key: string) => listAll(server, key, '/v1/api/leads');

  test('each lead has its result, in order, with its match', async () => {
    const key = await server.createKey();
    const known = (await createLead(server, key, { email: 'a@example.com', phone: '0611111111' }))
      .body;
    const answer = await send(key, {
      leads: [
        lead(1, { email: 'A@example.com' }),
        lead(2, { phone: '+31 6 1111 1111' }),
        lead(3, { email: 'new@example.com' }),
        { customerName: 'No title' },
        lead(5, { email: 'new@example.com' }),
        'nonsense',
        lead(7, { phone: 1 }),
      ],
    });
    assert.equal(answer.status, 200);
    const entries: Entry[] = answer.body.data;
    assert.deepEqual(
      entries.map(({ matched }) => matched),
      ['email', 'phone', 'new', null, 'email', null, null],
    );
    assert.deepEqual(
      entries.map(({ created }) => created),
      [true, true, true, false, true, false, false],
    );
    assert.equal(entries[0]!.customerId, known.customerId);
    assert.equal(entries[1]!.workItem!.customerId, known.customerId);
    assert.equal(entries[4]!.customerId, entries[2]!.customerId);
    assert.deepEqual(entries[3]!.error, {
      statusCode: 400,
      message: ['title is required: send a non-empty string'],
      error: 'Bad Request',
      code: 'validation_failed',
      details: '"title";rule=required',
    });
    const stored = await leadsOf(key);
    assert.equal(stored.length, 5);
    for (const { workItem } of entries.filter(({ created }) => created)) {
      const { customer: _c, address: _a, ...found } = stored.find(({ id }) => id === workItem!.id)!;
      assert.deepEqual(found, workItem);
    }
  });

  test('five hundred leads fit, with their order kept', async () => {
    const key = await server.createKey();
    const leads = Array.from({ length: 500 }, (_, n) =>
      lead(n, { email: `c${n % 250}@example.com` }),
    );
    const { status, body } = await send(key, { leads });
    assert.equal(status, 200);
    assert.deepEqual(
      body.data.map((entry: Entry) => entry.workItem!.title),
      leads.map(({ title }) => title),
    );
    assert.equal(new Set(body.data.map((entry: Entry) => entry.customerId)).size, 250);
    assertRefused(await send(key, { leads: [...leads, lead(500)] }), 'leads');
  });

  test('a dry run gives the same result and stores nothing', async () => {
    const key = await server.createKey();
    const known = (await createLead(server, key, { email: 'b@example.com' })).body;
    const leads = [
      lead(1, { email: 'b@example.com' }),
      lead(2, { email: 'c@example.com' }),
      lead(3, { email: 'c@example.com' }),
      { title: 'Nobody' },
    ];
    const before = await rowsOf(server);
    const plan = await send(key, { leads, dryRun: true }, { 'idempotency-key': 'plan' });
    assert.deepEqual(await rowsOf(server), before);
    assert.equal(plan.status, 200);
    assert.equal(plan.body.dryRun, true);
    assert.deepEqual(
      plan.body.data.map(({ matched, customerId, created, workItem }: Entry) => ({
        matched,
        customerId,
        created,
        workItem,
      })),
      [
        { matched: 'email', customerId: known.customerId, created: false, workItem: null },
        { matched: 'new', customerId: null, created: false, workItem: null },
        { matched: 'email', customerId: null, created: false, workItem: null },
        { matched: null, customerId: null, created: false, workItem: null },
      ],
    );
    assert.equal((await leadsOf(key)).length, 1);
    const real = await send(key, { leads }, { 'idempotency-key': 'plan' });
    assert.deepEqual(
      real.body.data.map((entry: Entry) => entry.matched),
      plan.body.data.map((entry: Entry) => entry.matched),
    );
  });

  test('a retry with its Idempotency-Key creates nothing and gets the same response', async () => {
    const key = await server.createKey();
    const leads = Array.from({ length: 40 }, (_, n) => lead(n, { email: `d${n}@example.com` }));
    const headers = { 'idempotency-key': 'batch' };
    const first = await send(key, { leads }, headers);
    const again = await send(key, { leads }, headers);
    assert.deepEqual(again.body, first.body);
    assert.equal(first.headers.get('idempotent-replayed'), null);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal((await leadsOf(key)).length, 40);
  });

  test('a key reused for another batch is refused, and creates nothing', async () => {
    const key = await server.createKey();
    const headers = { 'idempotency-key': 'other' };
    await send(key, { leads: [lead(1)] }, headers);
    for (const leads of [[lead(2), lead(3)], [lead(1), lead(3)], [lead(3)]]) {
      assertError(await send(key, { leads }, headers), 422);
    }
    assert.equal((await leadsOf(key)).length, 1);
  });

  test('keys that resemble derived keys of another batch do not collide', async () => {
    const key = await server.createKey();
    const send1 = await send(key, { leads: [lead(1)] }, { 'idempotency-key': 'import 1' });
    const send2 = await send(key, { leads: [lead(2), lead(3)] }, { 'idempotency-key': 'import' });
    const send3 = await send(key, { leads: [lead(4)] }, { 'idempotency-key': 'import 0' });
    for (const { body } of [send1, send2, send3]) {
      assert.ok(body.data.every((entry: Entry) => entry.created));
    }
    assert.equal((await leadsOf(key)).length, 4);
  });

  timelyTest(
    'while the database is away the rest is not tried, and a later call makes all of it once',
    async () => {
      const key = await server.createKey();
      const leads = Array.from({ length: 100 }, (_, n) => lead(n));
      const headers = { 'idempotency-key': 'cut' };
      const began = performance.now();
      const cut = await whileWritesAreHeld(server, () => send(key, { leads }));
      // Only the first chunk reaches the database.
      assertInTime(performance.now() - began, 2 * databaseWaitMs, 'the refusal');
      assert.ok(cut.body.data.every((entry: Entry) => entry.error?.statusCode === 503));
      assert.equal((await send(key, { leads }, headers)).status, 200);
      const { body } = await send(key, { leads }, headers);
      assert.ok(body.data.every((entry: Entry) => entry.created));
      assert.equal((await leadsOf(key)).length, 100);
    },
  );

  test('a key without customers:read cannot probe for customers', async () => {
    const { id: brandId } = await server.createBrand();
    await createLead(server, await server.createKey({ brandId }), { email: 'e@example.com' });
    const form = await server.createKey({ brandId, scopes: ['leads:write'] });
    const known = lead(1, { email: 'e@example.com' });
    const strangers = [lead(2, { email: 'f@example.com' }), lead(3, { email: 'f@example.com' })];
    const { body } = await send(form, { leads: [known, ...strangers], dryRun: true });
    const nothing = {
      created: false,
      matched: null,
      customerId: null,
      workItem: null,
      error: null,
    };
    assert.deepEqual(body.data, [nothing, nothing, nothing]);
  });

  test('query parameters are refused: dryRun belongs in the body', async () => {
    const key = await server.createKey();
    const path = '/v1/api/leads/batch?dryRun=true';
    assertRefused(await call(server, path, { key, body: { leads: [lead(1)] } }), 'dryRun');
    assert.equal((await leadsOf(key)).length, 0);
  });

  test('photos are fetched afterwards', async () => {
    const key = await server.createKey();
    const { body } = await send(key, {
      leads: [lead(1, { photoUrls: ['https://photos.test/1.jpg'] })],
    });
    assert.equal(body.data[0].workItem.photos.length, 1);
  });

  const refusals: [string, unknown, string[]][] = [
    ['no object', [], ['body']],
    ['no leads', {}, ['leads']],
    ['leads that are no list', { leads: {} }, ['leads']],
    ['an empty list', { leads: [] }, ['leads']],
    ['a dryRun that is a text', { leads: [{}], dryRun: 'yes' }, ['dryRun']],
    ['an unknown field', { leads: [{}], dryrun: true }, ['dryrun']],
  ];
  for (const [what, body, fields] of refusals) {
    test(`400 for ${what}`, async () =>
      assertRefused(await send(await server.createKey(), body), ...fields));
  }

  test('a photo URL that is too long is a failed entry', async () => {
    const key = await server.createKey();
    const url = 'https://example.com/'.padEnd(8_193, 'x');
    const { body } = await send(key, { leads: [lead(1, { photoUrls: [url] })] });
    const [photo] = body.data[0].workItem.photos;
    assert.partialDeepStrictEqual(photo, { url, status: 'failed', error: 'invalid_url' });
  });

  test('an oversized batch is refused with the limit', async () => {
    const key = await server.createKey();
    const answer = await send(key, { leads: [lead(1, { other: 'x'.repeat(4 * 1024 * 1024) })] });
    assertError(answer, 413);
    assert.equal(answer.body.message, 'body must be at most 4096 KiB');
  });

  test('takes leads:write', async () => {
    const reader = await server.createKey({ scopes: ['leads:read'] });
    assertError(await send(reader, { leads: [lead(1)] }), 403);
  });
});

/** Row counts of each table that a lead writes to. */
function rowsOf(server: TestServer): Promise<Record<string, number>> {
  const tables = ['customers', 'addresses', 'work_items', 'lead_submissions', 'photos', 'jobs'];
  return server.withDatabase(async (db) => {
    const counts: Record<string, number> = {};
    for (const table of [...tables, 'idempotency_keys']) {
      const row = await db.first<{ count: number }>(`select count(*) as count from ${table}`);
      counts[table] = Number(row!.count);
    }
    return counts;
  });
}
