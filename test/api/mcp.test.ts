// The Model Context Protocol over HTTP, message by message. test/mcp/ calls the tools. Own servers
// only for a small rate limit and a public URL.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as fc from 'fast-check';
import { type Answer, call, type CallOptions, listAll } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { freePort } from '../support/free-port.ts';
import type { TestServer } from '../support/server.ts';
import { assertError } from '../support/shapes.ts';
import { signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const accept = { accept: 'application/json, text/event-stream' };
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const newest = '2026-07-28';

type Params = Record<string, unknown>;

const legacy = (method: string, params: Params = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
});

const modern = (method: string, params: Params = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': newest,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});

const initialize = legacy('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
});
const listLeads = legacy('tools/call', { name: 'list_leads', arguments: {} });

function send(server: TestServer, body: unknown, options: CallOptions = {}): Promise<Answer> {
  return call(server, '/mcp', { body, ...options, headers: { ...accept, ...options.headers } });
}

/** As a client of the newest revision sends it. */
function sendModern(server: TestServer, key: string, message: ReturnType<typeof modern>) {
  const { method, params } = message;
  const name = (params as Params)['name'];
  const headers = {
    'mcp-protocol-version': newest,
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': String(name) }),
  };
  return send(server, message, { headers: { ...bearer(key), ...headers } });
}

await withEachServer('assistants over HTTP', (server, start) => {
  let key: string;
  before(async () => {
    key = await server.createKey();
  });

  test('each message is answered alone, by one JSON body', async () => {
    const hello = await send(server, initialize, { headers: bearer(key) });
    assert.equal(hello.status, 200, hello.text);
    assert.equal(hello.body.result.serverInfo.name, 'vakwerk');
    // No session: the next message may reach another server.
    assert.equal(hello.headers.get('mcp-session-id'), null);
    assert.match(hello.headers.get('content-type')!, /^application\/json/);

    const ready = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const noted = await send(server, ready, { headers: bearer(key) });
    assert.deepEqual([noted.status, noted.text], [202, '']);

    for (const headers of [
      bearer(key),
      { 'x-api-key': key },
      { authorization: `bearer  ${key}` },
    ]) {
      const { status, body } = await send(server, listLeads, { headers });
      assert.equal(status, 200);
      assert.deepEqual(body.result.structuredContent, { items: [], nextCursor: null });
    }
  });

  test('the newest revision is answered alike', async () => {
    const found = await sendModern(server, key, modern('server/discover'));
    assert.ok(found.body.result.supportedVersions.includes(newest), found.text);
    const listed = await sendModern(server, key, modern('tools/list'));
    assert.equal(listed.body.result.tools.length, 10, listed.text);
    // The tools depend on the key.
    assert.equal(listed.body.result.cacheScope, 'private');
    const message = modern('tools/call', { name: 'list_jobs', arguments: {} });
    const { status, body } = await sendModern(server, key, message);
    assert.deepEqual([status, body.result.structuredContent.items], [200, []]);
  });

  test('no stream is offered', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'HEAD']) {
      const headers = { ...bearer(key), accept: 'text/event-stream' };
      const answer = await call(server, '/mcp', { method, headers });
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST'], method);
      if (method !== 'HEAD') assertError(answer, 405);
    }
    const filter = { notifications: { toolsListChanged: true } };
    const message = modern('subscriptions/listen', filter);
    const { status, body, headers } = await sendModern(server, key, message);
    assert.ok(body.error, JSON.stringify(body));
    assert.match(`${status} ${headers.get('content-type')}`, /^200 application\/json/);
  });

  test('a mistake in the protocol is a JSON-RPC error', async () => {
    const table: [message: object, code: number][] = [
      [legacy('nothing/here'), -32_601],
      [legacy('tools/call', { name: 'delete_everything' }), -32_602],
      [{ hello: 'world' }, -32_600],
    ];
    for (const [message, code] of table) {
      const { body, text } = await send(server, message, { headers: bearer(key) });
      assert.equal(body.error?.code, code, text);
    }
  });

  test('an answer that the caller does not accept is 406', async () => {
    const headers = { ...bearer(key), accept: 'text/html' };
    const answer = await send(server, listLeads, { headers });
    assert.deepEqual([answer.status, answer.headers.get('error-code')], [406, 'not_acceptable']);
  });

  test('no message is an error of the server', async () => {
    const method = fc.constantFrom('initialize', 'ping', 'tools/list', 'tools/call', 'x');
    const params = fc.oneof(
      fc.jsonValue(),
      fc.record({ name: fc.constantFrom('list_leads', 'create_lead'), arguments: fc.jsonValue() }),
    );
    const id = fc.oneof(fc.integer(), fc.string(), fc.constant(null));
    const message = fc.oneof(
      fc.jsonValue(),
      fc.record({ jsonrpc: fc.constant('2.0'), id, method, params }, { requiredKeys: [] }),
      fc.record({ method, params }).map((one) => modern(one.method, Object(one.params))),
    );
    const property = fc.asyncProperty(message, async (sent) => {
      const { status, text, headers } = await send(server, sent, { headers: bearer(key) });
      assert.ok(status < 500, `${status} ${text}`);
      assert.equal(headers.has('error-code'), status >= 400, `${status} ${text}`);
    });
    await fc.assert(property, { numRuns: 100 });
  });

  test('other mistakes have the usual error body', async () => {
    const headers = bearer(key);
    const raw = (rawBody: string, more = {}) =>
      send(server, undefined, { rawBody, method: 'POST', headers: { ...headers, ...more } });
    assertError(await raw('{'), 400);
    assertError(await raw(''), 400);
    assertError(await raw(`{"a":"${'x'.repeat(300_000)}"}`), 413);
    assertError(await raw('hello', { 'content-type': 'text/plain' }), 415);
    const batch = await send(server, [listLeads, listLeads], { headers });
    assertError(batch, 400);
    assert.deepEqual(batch.body.message, ['body must be one JSON-RPC message']);
  });

  test('401 names the scheme', async () => {
    const wrong = key.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
    const { cookie } = await signInAs(server);
    const table: [headers: Record<string, string>, challenge: string][] = [
      [{}, 'Bearer realm="Vakwerk"'],
      [{ authorization: `Basic ${key}` }, 'Bearer realm="Vakwerk"'],
      // Members use the web app.
      [{ cookie }, 'Bearer realm="Vakwerk"'],
      [bearer(wrong), 'Bearer realm="Vakwerk", error="invalid_token"'],
      [{ 'x-api-key': wrong }, 'Bearer realm="Vakwerk", error="invalid_token"'],
    ];
    for (const [headers, challenge] of table) {
      const answer = await send(server, initialize, { headers });
      assertError(answer, 401);
      assert.equal(answer.headers.get('www-authenticate'), challenge);
      assert.ok(!answer.text.includes(wrong));
    }
    // Elsewhere the header of the contract is the only one.
    assertError(await call(server, '/v1/api/leads', { headers: bearer(key) }), 401);
  });

  test('a key without a tool is 403, and the scopes that have one are named', async () => {
    const useless = await server.createKey({ scopes: ['addresses:read', 'webhooks:manage'] });
    const answer = await send(server, initialize, { headers: bearer(useless) });
    assertError(answer, 403);
    assert.match(answer.body.message, /^This key lacks the scope leads:write or leads:read or /);
  });

  test('pages of other sites are refused, also after DNS rebinding', async () => {
    const { host } = new URL(server.url);
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://evil.example', host: 'evil.example' },
      { origin: `http://${host}`, host },
    ]) {
      const answer = await send(server, listLeads, { headers: { ...bearer(key), ...headers } });
      assertError(answer, 403);
      assert.match(answer.body.message, /^This request comes from another site/);
    }
  });

  test('a call is in the request log and the history, as a call of the API is', async () => {
    const own = await server.createKey();
    const lead = { customerName: 'Jan', title: 'Tap' };
    const params = { name: 'create_lead', arguments: lead };
    const made = await send(server, legacy('tools/call', params), { headers: bearer(own) });
    const { id } = made.body.result.structuredContent;
    let logged: string[] = [];
    await eventually(async () => {
      const entries = await listAll(server, own, '/v1/api/requests');
      const creates = entries.filter(({ method }) => method === 'POST');
      logged = creates.map(({ path, status }) => `${path} ${status}`).sort();
      return logged.length === 2;
    });
    assert.deepEqual(logged, ['/mcp 200', '/v1/api/leads 201']);
    const history = await call(server, `/v1/api/work-items/${id}/history`, { key: own });
    const { body: keyOf } = await call(server, '/v1/api/key', { key: own });
    assert.equal(history.body.data[0].actorId, keyOf.id);
    const metrics = await call(server, '/metrics');
    assert.match(metrics.text, /_count\{method="POST",route="\/mcp",status="200"\}/);
  });

  const perMinute = 5;
  const publicUrl = 'https://leads.example.com';
  let strict: TestServer;
  before(async () => {
    const PORT = await freePort();
    const env = { PORT, RATE_LIMIT_PER_MINUTE: String(perMinute), PUBLIC_URL: publicUrl };
    // Reached by an address other than its public URL.
    strict = { ...(await start({ env })), url: `http://127.0.0.1:${PORT}` };
  });
  after(() => strict?.stop());

  test('messages and the calls behind them count for the rate limit of the key', async () => {
    const own = await strict.createKey();
    const headers = bearer(own);
    const left = ({ headers: sent }: Answer) => /r=(\d+)/.exec(sent.get('ratelimit')!)![1];
    const first = await send(strict, listLeads, { headers });
    const second = await send(strict, listLeads, { headers });
    assert.deepEqual([left(first), left(second)], ['4', '2']);
    // The message is the fifth request, and the call behind it the sixth.
    const third = await send(strict, listLeads, { headers });
    assert.deepEqual([third.status, third.body.result.isError], [200, true]);
    assert.match(third.body.result.content[0].text, /^429: Too many requests/);
    assertError(await send(strict, listLeads, { headers }), 429);
    assertError(await call(strict, '/v1/api/leads', { key: own }), 429);
  });

  test('a page of the service itself is no other site', async () => {
    const headers = { ...bearer(await strict.createKey()), origin: publicUrl };
    const { status } = await send(strict, initialize, { headers });
    assert.equal(status, 200);
  });
});
