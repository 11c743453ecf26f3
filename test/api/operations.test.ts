// Health, readiness and metrics. Own servers: their counters are read.
import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { after, before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { freePort } from '../support/free-port.ts';
import { sendRaw } from '../support/raw-http.ts';
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

  test('metrics can require a token', async () => {
    assertError(await call(server, '/metrics'), 401);
    for (const wrong of ['', token, `Bearer ${token}x`, 'Bearer ', `bearer${token}`]) {
      assertError(await call(server, '/metrics', { headers: { authorization: wrong } }), 401);
    }
    assertError(await call(server, '/metrics', { key }), 401);
  });

  test('metrics cover requests, batches, the database, queues and the event loop', async () => {
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

  test('odd methods and paths make no series of their own', async () => {
    const paths = [
      '/healthz',
      '/nothing',
      '/v1/api/leads',
      '/v1/api/work-items/1',
      '/docs',
      '/x/y',
    ];
    for (const method of METHODS.filter((name) => !['CONNECT', 'HEAD'].includes(name))) {
      for (const path of paths) {
        const lines = [`${method} ${path} HTTP/1.1`, 'Host: x', 'Connection: close', '', ''];
        await sendRaw(server, ...lines);
      }
    }
    const headers = { authorization: `Bearer ${token}` };
    const { text } = await call(server, '/metrics', { headers });
    const series = [
      ...text.matchAll(/^vakwerk_http_request_seconds_count{method="(.*)",route="(.*)",status="/gm),
    ];
    const taken = series.filter(([, , route]) => route !== 'unknown');
    const usual = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];
    assert.deepEqual(
      [...new Set(taken.map(([, method]) => method))].filter((method) => !usual.includes(method!)),
      [],
    );
    // Without a key, an unsupported method yields 401 and then 429, nothing else.
    const others = series.filter(([, , route]) => route === 'unknown');
    const statuses = 4;
    assert.ok(others.length <= (usual.length + 1) * statuses, `${others.length} series`);
    assert.ok(others.some(([, method]) => method === 'other'));
  });

  test('links use the public URL', async () => {
    await createLead(server, key);
    await createLead(server, key);
    const { headers } = await call(server, '/v1/api/leads?limit=1', { key });
    assert.match(
      headers.get('link')!,
      /^<http:\/\/127\.0\.0\.1:\d+\/base\/v1\/api\/leads\?limit=1&/,
    );
  });

  test('a key may make 600 requests a minute by default', async () => {
    const { headers } = await call(server, '/v1/api/leads', { key });
    assert.equal(headers.get('ratelimit-policy'), '"default";q=600;w=60');
  });
});
