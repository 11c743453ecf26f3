// What operators and their machines ask: health, readiness, metrics.
// On servers of its own: what they counted is looked at.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { freePort } from '../support/free-port.ts';
import type { TestServer } from '../support/server.ts';
import { assertError } from '../support/shapes.ts';

const token = 'a-token-for-the-metrics';

withEachDatabase('operations', (start) => {
  let server: TestServer;
  let key: string;
  before(async () => {
    const port = await freePort();
    const env = {
      METRICS_TOKEN: token,
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}/base/`,
      RATE_LIMIT_PER_MINUTE: '',
    };
    server = await start({ env });
    key = await server.createKey();
  });
  after(() => server?.stop());

  test('health and readiness need no key', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const { status, body, headers } = await call(server, path);
      assert.equal(status, 200);
      assert.equal(typeof body.status, 'string');
      assert.equal(headers.get('cache-control'), 'no-store');
      const head = await call(server, path, { method: 'HEAD' });
      assert.equal(head.status, 200);
      assert.equal(head.text, '');
    }
  });

  test('metrics can be kept behind a token', async () => {
    assertError(await call(server, '/metrics'), 401);
    for (const wrong of ['', token, `Bearer ${token}x`, 'Bearer ', `bearer${token}`]) {
      assertError(await call(server, '/metrics', { headers: { authorization: wrong } }), 401);
    }
    assertError(await call(server, '/metrics', { key }), 401);
  });

  test('metrics tell about requests, batches, the database, queues and the event loop', async () => {
    await createLead(server, key);
    await createLead(server, key, { title: 1 });
    await call(server, '/v1/api/leads?q=x', { key });
    await call(server, '/v1/api/work-items/some-id', { key });
    await call(server, '/nothing/at/all');
    const { status, text, headers } = await call(server, '/metrics', {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(status, 200);
    assert.match(headers.get('content-type')!, /^text\/plain; version=0\.0\.4/);
    const request = (method: string, route: string, code: number) =>
      `vakwerk_http_request_seconds_count{method="${method}",route="${route}",status="${code}"} 1`;
    const expected = [
      request('POST', '/v1/api/leads', 201),
      request('POST', '/v1/api/leads', 400),
      request('GET', '/v1/api/leads', 200),
      request('GET', '/v1/api/work-items/:id', 404),
      request('GET', 'unknown', 404),
      'vakwerk_lead_batch_size_count 1',
      'vakwerk_lead_batch_size_sum 1',
      'vakwerk_action_seconds_count{action="createLeads"} 1',
      'vakwerk_action_seconds_count{action="listWorkItems"} 1',
    ];
    for (const line of expected) assert.ok(text.split('\n').includes(line), line);
    for (const queue of ['intake', 'reads', 'writes']) {
      assert.match(text, new RegExp(`^vakwerk_queue_length{queue="${queue}"} \\d+$`, 'm'));
    }
    assert.match(text, /^vakwerk_commit_seconds_count [1-9]/m);
    assert.match(text, /^nodejs_eventloop_lag_seconds /m);
    assert.match(text, /^process_resident_memory_bytes /m);
    assert.ok(!text.includes('some-id'));
  });

  test('the public address is the one in links', async () => {
    await createLead(server, key);
    await createLead(server, key);
    const { headers } = await call(server, '/v1/api/leads?limit=1', { key });
    assert.match(
      headers.get('link')!,
      /^<http:\/\/127\.0\.0\.1:\d+\/base\/v1\/api\/leads\?limit=1&/,
    );
  });

  test('a key may make 600 requests a minute unless the operator says otherwise', async () => {
    const { headers } = await call(server, '/v1/api/leads', { key });
    assert.equal(headers.get('ratelimit-policy'), '"default";q=600;w=60');
  });
});
