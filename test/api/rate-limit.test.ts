// Rate limits of keys, and of wrong keys per address. Own servers: a small rate limit.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { formatApiKey } from '#core/accounts/api-key-format.ts';
import { type Answer, call, createLead } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import type { TestServer } from '../support/server.ts';
import { assertError } from '../support/shapes.ts';
import { revokeKey } from '../support/stored-keys.ts';
import { eventually } from '../support/within.ts';

const perMinute = 8;
const failuresPerMinute = 60;

withEachDatabase('the rate limit', (start) => {
  let server: TestServer;
  before(async () => {
    const env = { RATE_LIMIT_PER_MINUTE: String(perMinute), TRUST_PROXY: '1' };
    server = await start({ env });
  });
  after(() => server?.stop());

  const rateOf = ({ headers }: Answer) => {
    assert.equal(headers.get('ratelimit-policy'), `"default";q=${perMinute};w=60`);
    const [, remaining, reset] = /^"default";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit')!)!;
    assert.ok(Number(reset) >= 1 && Number(reset) <= 60);
    return Number(remaining);
  };
  const assertTooMany = (answer: Answer) => {
    assertError(answer, 429, 'rate_limited');
    const seconds = Number(answer.headers.get('retry-after'));
    assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60);
  };

  test('every authenticated response has the remaining count, and then comes 429', async () => {
    const { id: brandId } = await server.createBrand();
    const key = await server.createKey({ brandId, scopes: ['leads:read', 'leads:write'] });
    const answers: [Promise<Answer> | Answer, status: number][] = [
      [await call(server, '/v1/api/leads', { key }), 200],
      [await createLead(server, key), 201],
      [await createLead(server, key, { title: 1 }), 400],
      [await call(server, '/v1/api/address', { key }), 403],
      [await call(server, '/v1/api/nothing', { key }), 404],
      [await call(server, '/v1/api/leads', { key, method: 'DELETE' }), 405],
      [await call(server, '/v1/api/leads', { key, method: 'HEAD' }), 200],
      [await call(server, '/v1/api/leads?x=1', { key }), 400],
    ];
    for (const [index, [answer, status]] of answers.entries()) {
      const { status: got } = await answer;
      assert.equal(got, status);
      assert.equal(rateOf(await answer), perMinute - 1 - index);
    }
    const refused = [
      await call(server, '/v1/api/leads', { key }),
      await createLead(server, key, { title: 1 }),
      await call(server, '/v1/api/nothing', { key }),
      await call(server, '/v1/api/leads', { key, method: 'PUT' }),
    ];
    for (const answer of refused) {
      assertTooMany(answer);
      assert.equal(rateOf(answer), 0);
    }
    // The scope is checked before the rate.
    const forbidden = await call(server, '/v1/api/address', { key });
    assertError(forbidden, 403);
    assert.equal(rateOf(forbidden), 0);
    // Another key of the same brand has its own count.
    const sibling = await server.createKey({ brandId });
    assert.equal(rateOf(await call(server, '/v1/api/leads', { key: sibling })), perMinute - 1);
    // The refused request created nothing and its key was not stored.
    const { body } = await call(server, '/v1/api/leads', { key: sibling });
    assert.equal(body.data.length, 1);
  });

  test('a 429 is not stored under its Idempotency-Key', async () => {
    const { id: brandId } = await server.createBrand();
    const key = await server.createKey({ brandId });
    for (let calls = 0; calls < perMinute; calls++) await call(server, '/v1/api/leads', { key });
    const again = { 'idempotency-key': 'one' };
    assertTooMany(await createLead(server, key, {}, again));
    const other = await server.createKey({ brandId });
    const made = await createLead(server, other, {}, again);
    assert.equal(made.status, 201);
    assert.equal(made.headers.get('idempotent-replayed'), null);
  });

  test('responses without a key and operator endpoints have no count', async () => {
    const key = await server.createKey();
    for (let calls = 0; calls < perMinute + 2; calls++) {
      for (const path of ['/healthz', '/readyz', '/metrics', '/nothing']) {
        const { status, headers } = await call(server, path, { key });
        assert.equal(status, path === '/nothing' ? 404 : 200);
        assert.equal(headers.get('ratelimit'), null);
      }
    }
    const refused = await call(server, '/v1/api/leads', {
      headers: { 'x-forwarded-for': '9.9.9.9' },
    });
    assertError(refused, 401);
    assert.equal(refused.headers.get('ratelimit'), null);
  });

  test('failed authentication is limited by client address', async () => {
    const key = await server.createKey();
    const from = (address: string, value?: string) =>
      call(server, '/v1/api/leads', {
        headers: { 'x-forwarded-for': address },
        ...(value !== undefined && { key: value }),
      });
    // Wrong keys, missing keys and unknown paths share one count.
    for (let failures = 0; failures < failuresPerMinute; failures++) {
      assertError(await from('203.0.113.5', failures % 2 ? `wrong-${failures}` : undefined), 401);
    }
    assertTooMany(await from('203.0.113.5', 'wrong'));
    assertTooMany(await from('203.0.113.5'));
    const unknown = { headers: { 'x-forwarded-for': '203.0.113.5' } };
    assertTooMany(await call(server, '/v1/api/nothing', unknown));
    assertTooMany(await from('203.0.113.5', formatApiKey(randomBytes(64))));
    // A valid key passes, even on its first request; other addresses are unaffected.
    assert.equal((await from('203.0.113.5', key)).status, 200);
    // Still so after another key was revoked, which invalidates all cached keys.
    const revoked = await server.createKey();
    assert.equal((await from('203.0.113.7', revoked)).status, 200);
    await revokeKey(server, revoked);
    await eventually(async () => (await from('203.0.113.7', revoked)).status === 401);
    assert.equal((await from('203.0.113.5', key)).status, 200);
    assertError(await from('203.0.113.6'), 401);
    assert.equal((await from('203.0.113.6', key)).status, 200);

    // An IPv6 /64 counts as one address.
    for (let failures = 0; failures < failuresPerMinute; failures++) {
      assertError(await from(`2001:db8:1:2::${failures.toString(16)}`), 401);
    }
    assertTooMany(await from('2001:db8:1:2:ffff::1'));
    assertError(await from('2001:db8:1:3::1'), 401);
    for (let failures = 0; failures < failuresPerMinute; failures++) {
      assertError(await from(`2001:db8::${failures.toString(16)}`), 401);
    }
    assertTooMany(await from('2001:db8:0:0:1::1'));
  });

  test('a forged X-Forwarded-For entry before the proxy’s own is ignored', async () => {
    const guess = (number: number) =>
      call(server, '/v1/api/leads', {
        headers: { 'x-forwarded-for': `198.51.100.${number}, 203.0.113.77` },
      });
    for (let failures = 0; failures < failuresPerMinute; failures++) {
      assertError(await guess(failures), 401);
    }
    for (let more = 0; more < 30; more++) assertTooMany(await guess(failuresPerMinute + more));
  });

  test('an invalid forwarded address counts for the connection’s address', async () => {
    const failFrom = (text: string) =>
      call(server, '/v1/api/leads', { headers: { 'x-forwarded-for': text } });
    const texts = ['unknown', 'x'.repeat(5_000), '203.0.113.300', `fe80::1%${'z'.repeat(5_000)}`];
    for (let failures = 0; failures < failuresPerMinute; failures++) {
      assertError(await failFrom(`${texts[failures % texts.length]}${failures}`), 401);
    }
    for (const text of texts) assertTooMany(await failFrom(text));
    assertTooMany(await failFrom('127.0.0.1'));
    assertError(await failFrom('203.0.113.30'), 401);
  });

  test('0 switches it off', async () => {
    const open = await start({ env: { RATE_LIMIT_PER_MINUTE: '0' } });
    try {
      const key = await open.createKey();
      const { status, headers } = await call(open, '/v1/api/leads', { key });
      assert.equal(status, 200);
      assert.ok(!headers.has('ratelimit') && !headers.has('ratelimit-policy'));
    } finally {
      await open.stop();
    }
  });
});
