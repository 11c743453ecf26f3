// Valid and invalid keys, scopes, and isolation between brands. Own servers: their counters are
// read.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Scope } from '#contract/scopes.ts';
import { formatApiKey } from '#core/accounts/api-key-format.ts';
import { call, createLead, listAll, moveWorkItem } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { metric } from '../support/metrics.ts';
import type { TestServer } from '../support/server.ts';
import { assertError } from '../support/shapes.ts';
import { revokeKey, rotateKey, rowOfKey } from '../support/stored-keys.ts';
import { changeWorkItem } from '../support/stored-records.ts';
import { eventually, timelyTest, within } from '../support/within.ts';

const scopes: Scope[] = [
  ...(['leads:read', 'leads:write', 'work-items:read', 'work-items:write'] as const),
  ...(['customers:read', 'customers:write', 'addresses:read', 'webhooks:manage', 'full'] as const),
];

withEachDatabase('keys and scopes', (start) => {
  let server: TestServer;
  // Behind a proxy, so that each wrong key can come from its own address.
  before(async () => {
    server = await start({ env: { TRUST_PROXY: '1' } });
  });
  after(() => server?.stop());

  let addressesUsed = 0;
  const knock = (path: string, options: Parameters<typeof call>[2] = {}) => {
    const address = `10.0.${addressesUsed >> 8}.${addressesUsed++ & 255}`;
    const headers = { 'x-forwarded-for': address, ...options.headers };
    return call(server, path, { ...options, headers });
  };

  test('each endpoint requires its scope, and full grants all', async () => {
    const { id: brandId } = await server.createBrand();
    const full = await server.createKey({ brandId });
    const lead = (await createLead(server, full)).body.id;
    const job = (await createLead(server, full)).body.id;
    await moveWorkItem(server, full, job, 'pending');
    const body = { customerName: 'Jan', title: 'Tap' };
    const endpoints: [method: string, path: string, needed: Scope[], status: number][] = [
      ['POST', '/v1/api/leads', ['leads:write'], 201],
      ['GET', '/v1/api/leads', ['leads:read'], 200],
      ['GET', '/v1/api/work-items', ['work-items:read'], 200],
      ['GET', '/v1/api/address', ['addresses:read'], 200],
      ['GET', `/v1/api/work-items/${lead}`, ['leads:read'], 200],
      ['GET', `/v1/api/work-items/${job}`, ['work-items:read'], 200],
      ['GET', '/v1/api/work-items/unknown', ['leads:read', 'work-items:read'], 404],
    ];
    for (const scope of scopes) {
      const key = await server.createKey({ brandId, scopes: [scope] });
      for (const [method, path, needed, status] of endpoints) {
        const options = { key, method, ...(method === 'POST' && { body }) };
        const answer = await call(server, path, options);
        const isAllowed = scope === 'full' || needed.includes(scope);
        assert.equal(answer.status, isAllowed ? status : 403, `${scope} ${method} ${path}`);
        if (!isAllowed) assertError(answer, 403);
        if (method !== 'GET') continue;
        const head = await call(server, path, { key, method: 'HEAD' });
        assert.equal(head.status, answer.status);
        assert.equal(head.text, '');
      }
    }
    const both = await server.createKey({ brandId, scopes: ['leads:write', 'leads:read'] });
    assert.equal((await createLead(server, both)).status, 201);
    assert.equal((await call(server, '/v1/api/leads', { key: both })).status, 200);
    assertError(await call(server, '/v1/api/address', { key: both }), 403, 'scope_missing');
  });

  test('every key can read itself', async () => {
    const { id: brandId } = await server.createBrand();
    for (const wanted of [...scopes.map((scope) => [scope]), ['leads:read', 'leads:write']]) {
      const key = await server.createKey({ brandId, scopes: wanted as Scope[] });
      const { status, body, text } = await knock('/v1/api/key', { key });
      const { id, createdAt } = await rowOfKey(server, key);
      assert.equal(status, 200);
      assert.deepEqual(body, {
        id,
        brandId,
        name: 'test',
        scopes: wanted,
        personalData: true,
        isTest: false,
        createdAt: new Date(createdAt).toISOString(),
        expiresAt: null,
      });
      assert.ok(!text.includes(key.slice(0, 8)));
    }
    const expiresAt = Date.now() + 60_000;
    const ending = await server.createKey({ expiresAt });
    const { body } = await knock('/v1/api/key', { key: ending });
    assert.equal(body.expiresAt, new Date(expiresAt).toISOString());
    assert.notEqual(body.brandId, brandId);
    assertError(await knock('/v1/api/key'), 401);
    assertError(await knock('/v1/api/key?id=1', { key: ending }), 400);
    await revokeKey(server, ending);
    await eventually(async () => (await knock('/v1/api/key', { key: ending })).status === 401);
  });

  test('a work item can be read in either phase', async () => {
    const key = await server.createKey();
    const { body } = await createLead(server, key, { city: 'Utrecht' });
    await changeWorkItem(server, body.id, { status: 'in_progress', actualStart: 0, tags: ['a'] });
    const job = await call(server, `/v1/api/work-items/${body.id}`, { key });
    assert.deepEqual(job.body, {
      ...body,
      status: 'in_progress',
      actualStart: '1970-01-01T00:00:00.000Z',
      tags: ['a'],
    });
    await call(server, `/v1/api/work-items/${body.id}`, { key, method: 'DELETE' });
    assertError(await call(server, `/v1/api/work-items/${body.id}`, { key }), 404);
  });

  test('a missing or invalid key is 401', async () => {
    const key = await server.createKey();
    const other = (at: number) => (key[at] === 'a' ? 'b' : 'a');
    const changed = (at: number) => key.slice(0, at) + other(at) + key.slice(at + 1);
    const wrong = [
      ['', ' ', 'x', 'null', 'undefined', 'vk_', "' or 1=1 --", 'x'.repeat(5000)],
      [changed(3), changed(20), changed(34), changed(35), changed(40), `VK_${key.slice(3)}`],
      [key.slice(0, -1), `${key}0`, key.slice(3), key.toUpperCase(), `${key} ${key}`],
      [`${key},`, `"${key}"`, `Bearer ${key}`, `${key.slice(0, 20)} ${key.slice(20)}`],
    ].flat();
    for (const value of wrong) {
      const code = value.trim() === '' ? 'key_missing' : 'key_unknown';
      assertError(await knock('/v1/api/leads', { key: value }), 401, code);
    }
    assertError(await knock('/v1/api/leads'), 401, 'key_missing');
    assertError(await knock('/v1/api/leads', { headers: { authorization: `Bearer ${key}` } }), 401);
    assertError(await knock(`/v1/api/leads?x-api-key=${key}&key=${key}`), 401);
    assertError(await knock('/v1/api/leads', { headers: { cookie: `x-api-key=${key}` } }), 401);
    assert.equal((await knock('/v1/api/leads', { key: ` ${key}\t` })).status, 200);
    assert.equal((await knock('/v1/api/leads', { headers: { 'X-Api-KEY': key } })).status, 200);
  });

  test('a typo is caught by the checksum, without a query', async () => {
    const lookUps = () => metric(server, 'vakwerk_action_seconds_count{action="lookUpApiKey"}');
    const good = await server.createKey();
    await knock('/v1/api/leads', { key: good });
    const before = await lookUps();
    assert.ok(before > 0);
    const mistyped = good.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
    assertError(await knock('/v1/api/leads', { key: mistyped }), 401, 'key_unknown');
    assert.equal(await lookUps(), before);
    // A well-formed key that was never issued.
    const stranger = formatApiKey(new Uint8Array(32));
    assertError(await knock('/v1/api/leads', { key: stranger }), 401, 'key_unknown');
    assert.equal(await lookUps(), before + 1);
  });

  test('a revoked and an expired key are told apart, in one look-up', async () => {
    const lookUps = () => metric(server, 'vakwerk_action_seconds_count{action="lookUpApiKey"}');
    const [revoked, expired] = [await server.createKey(), await server.createKey()];
    await revokeKey(server, revoked);
    await rotateKey(server, expired, 0);
    const before = await lookUps();
    assertError(await knock('/v1/api/leads', { key: revoked }), 401, 'key_revoked');
    assertError(await knock('/v1/api/leads', { key: expired }), 401, 'key_expired');
    assert.equal(await lookUps(), before + 2);
  });

  timelyTest('a revoked key stops within a second, also while it is in use', async () => {
    const { id: brandId } = await server.createBrand();
    const [key, sibling] = [
      await server.createKey({ brandId }),
      await server.createKey({ brandId }),
    ];
    const status = async (which: string) => (await knock('/v1/api/leads', { key: which })).status;
    assert.equal(await status(key), 200);
    await revokeKey(server, key);
    await within(1_000, async () => (await status(key)) === 401);
    assert.equal(await status(sibling), 200);
    const unused = await server.createKey();
    await revokeKey(server, unused);
    assert.equal(await status(unused), 401);
  });

  timelyTest(
    'an expired key is 401, and rotation keeps the old one valid for a while',
    async () => {
      const status = async (key: string) => (await knock('/v1/api/leads', { key })).status;
      const shortLived = await server.createKey({ expiresAt: Date.now() + 300 });
      await within(2_000, async () => (await status(shortLived)) === 401);

      const old = await server.createKey({ scopes: ['leads:read'] });
      const { body: before } = await knock('/v1/api/leads', { key: old });
      const replacement = await rotateKey(server, old, 60_000);
      assert.notEqual(replacement, old);
      assert.equal(await status(old), 200);
      const answer = await knock('/v1/api/leads', { key: replacement });
      assert.deepEqual(answer.body, before);
      assertError(await knock('/v1/api/address', { key: replacement }), 403);

      const oldest = await server.createKey();
      const next = await rotateKey(server, oldest, 0);
      await within(1_000, async () => (await status(oldest)) === 401);
      assert.equal(await status(next), 200);
    },
  );

  test('the key is stored as a hash, and its last use is updated at most once a minute', async () => {
    const key = await server.createKey();
    const { lastUsedAt: never, keyStart, ...rest } = await rowOfKey(server, key);
    assert.equal(never, null);
    assert.ok(key.startsWith(keyStart) && keyStart.length < 12);
    assert.ok(!JSON.stringify(rest).includes(key.slice(12)));
    const calledAt = Date.now();
    await knock('/v1/api/leads', { key });
    const lastUse = async () => (await rowOfKey(server, key)).lastUsedAt;
    await eventually(async () => (await lastUse()) !== null);
    const noted = await lastUse();
    assert.ok(noted! >= calledAt && noted! <= Date.now());
    await knock('/v1/api/leads', { key });
    assert.equal(await lastUse(), noted);
  });

  test('checks come in the order key, scope, everything else', async () => {
    const reader = await server.createKey({ scopes: ['addresses:read'] });
    const post = { method: 'POST', rawBody: 'no json' };
    const requests: [path: string, options: Parameters<typeof call>[2]][] = [
      ['/v1/api/leads', post],
      ['/v1/api/leads', { method: 'POST', rawBody: 'a=b', headers: { 'content-type': 'text/x' } }],
      ['/v1/api/leads', { method: 'POST', rawBody: ' '.repeat(300 * 1024) }],
      ['/v1/api/leads', { ...post, headers: { 'idempotency-key': '' } }],
      ['/v1/api/leads?limit=0', {}],
      ['/v1/api/work-items?unknown=1&cursor=x', {}],
      ['/v1/api/work-items/unknown', {}],
    ];
    for (const [path, options] of requests) {
      assertError(await knock(path, options), 401);
      assertError(await knock(path, { ...options, key: reader }), 403);
    }
    for (const path of [
      '/v1/api',
      '/v1/api/',
      '/v1/api/nothing',
      '/v1/api/lead',
      '/v1/api/leads/',
      '/v1/api?a=1',
    ]) {
      for (const options of [{}, post, { ...post, headers: { 'content-type': 'text/x' } }]) {
        assertError(await knock(path, options), 401);
        assertError(await knock(path, { ...options, key: reader }), 404);
      }
    }
    assertError(await knock('/v1/api/leads', { ...post, method: 'PUT' }), 401);
    assertError(await knock('/v1/api/leads', { ...post, method: 'PUT', key: reader }), 405);
  });

  test('brands are isolated', async () => {
    const [mine, theirs] = [await server.createKey(), await server.createKey()];
    const lead = {
      email: 'jan@example.com',
      phone: '0612345678',
      city: 'Utrecht',
      title: 'Secret',
    };
    const { body: made } = await createLead(server, theirs, lead);
    const { body: job } = await createLead(server, theirs, lead);
    await moveWorkItem(server, theirs, job.id, 'pending');
    for (const id of [made.id, job.id]) {
      assertError(await call(server, `/v1/api/work-items/${id}`, { key: mine }), 404);
      assert.equal((await call(server, `/v1/api/work-items/${id}`, { key: theirs })).status, 200);
    }
    const queries = ['', '?q=secret', '?archived=include', `?customerId=${made.customerId}`];
    for (const query of [...queries, `?addressId=${made.addressId}`]) {
      for (const list of ['/v1/api/leads', '/v1/api/work-items']) {
        assert.deepEqual(await listAll(server, mine, list + query), [], query);
      }
    }
    for (const query of ['', '?city=utrecht', '?q=utrecht']) {
      assert.deepEqual(await listAll(server, mine, `/v1/api/address${query}`), []);
      assert.equal((await listAll(server, theirs, `/v1/api/address${query}`)).length, 2);
    }
    const { body: own } = await createLead(server, mine, lead);
    assert.notEqual(own.customerId, made.customerId);
    assert.equal((await listAll(server, mine, '/v1/api/leads')).length, 1);
    assert.equal((await listAll(server, theirs, '/v1/api/leads')).length, 1);
  });
});
