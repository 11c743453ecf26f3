// Every error has the same body and a request id, whichever layer refuses the request.
import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { before, test } from 'node:test';
import { call, createLead, nextLinkOf } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { HttpConnection } from '../support/http-connection.ts';
import { sendRaw } from '../support/raw-http.ts';
import { assertError, assertRefused } from '../support/shapes.ts';

await withEachServer('errors', (server) => {
  let key: string;
  before(async () => {
    key = await server.createKey();
    await createLead(server, key);
    await createLead(server, key);
  });

  const lead = '{"customerName":"Jan","title":"Tap"}';
  const end = ['Connection: close', '', ''];
  const get = (target: string, ...headers: string[]) =>
    sendRaw(server, `GET ${target} HTTP/1.1`, 'Host: x', `X-API-Key: ${key}`, ...headers, ...end);
  const post = (headers: string[], body: string) =>
    sendRaw(
      server,
      'POST /v1/api/leads HTTP/1.1',
      'Host: x',
      `X-API-Key: ${key}`,
      ...headers,
      'Connection: close',
      '',
      body,
    );

  test('unknown paths', async () => {
    for (const path of ['/nothing', '/v1', '/v2/api/leads', '/v1/apix', '/V1/API/leads']) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        assertError(await call(server, path, { method }), 404);
        assertError(await call(server, path, { method, key }), 404);
      }
      assertError(await call(server, path, { rawBody: 'x', method: 'POST' }), 404);
    }
    for (const path of ['/v1/api', '/v1/api/lead', '/v1/api/leads/', '/v1/api/leads/1']) {
      assertError(await call(server, path), 401);
      assertError(await call(server, path, { key }), 404);
    }
    const ids = ['unknown', '0', '%00', '%2e%2e', 'é', 'x'.repeat(2000), "'%20or%201=1", '*'];
    for (const id of ids) {
      assertError(await call(server, `/v1/api/work-items/${id}`, { key }), 404);
    }
  });

  test('unexpected parameters', async () => {
    const { body } = await createLead(server, key);
    const path = `/v1/api/work-items/${body.id}`;
    assert.equal((await call(server, path, { key })).status, 200);
    for (const parameter of ['limit', 'q', 'populate', 'status', '__proto__']) {
      assertRefused(await call(server, `${path}?${parameter}=1`, { key }), parameter);
    }
    assertRefused(await call(server, `${path}?a=1&b=2`, { key }), 'a', 'b');
    assertError(await call(server, `${path}?a=1`), 401);
  });

  test('unsupported methods', async () => {
    const cases: [path: string, methods: string[], allow: string][] = [
      ['/v1/api/leads', ['PUT', 'PATCH', 'DELETE', 'OPTIONS'], 'GET, HEAD, POST'],
      ['/v1/api/work-items', ['PUT', 'PATCH', 'DELETE', 'OPTIONS'], 'GET, HEAD, POST'],
      ['/v1/api/work-items/1', ['POST', 'PUT', 'OPTIONS'], 'DELETE, GET, HEAD, PATCH'],
      ['/v1/api/events', ['POST', 'PUT', 'PATCH', 'DELETE'], 'GET, HEAD'],
      ['/v1/api/address', ['POST', 'PUT', 'PATCH', 'DELETE'], 'GET, HEAD'],
      ['/healthz', ['POST', 'DELETE'], 'GET, HEAD'],
    ];
    for (const [path, methods, allow] of cases) {
      for (const method of methods) {
        const plain = await call(server, path, { key, method });
        assertError(plain, 405);
        assert.equal(plain.headers.get('allow'), allow);
        if (path.startsWith('/v1')) assertError(await call(server, path, { method }), 401);
        const withBody = { key, method, rawBody: 'x', headers: { 'content-type': 'text/plain' } };
        assertError(await call(server, path, withBody), 405);
      }
    }
    for (const method of METHODS.filter((name) => !['GET', 'HEAD', 'CONNECT'].includes(name))) {
      const answer = await sendRaw(server, `${method} /healthz HTTP/1.1`, 'Host: x', ...end);
      assertError(answer, 405);
      assert.equal(answer.headers.get('allow'), 'GET, HEAD');
      assertError(await sendRaw(server, `${method} /nothing HTTP/1.1`, 'Host: x', ...end), 404);
    }
    const tunnel = await sendRaw(server, 'CONNECT example.com:443 HTTP/1.1', 'Host: x', '', '');
    assertError(tunnel, 405);
    assert.equal(tunnel.headers.get('allow'), '');
  });

  test('content types other than JSON', async () => {
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'json'];
    const others = ['multipart/form-data; boundary=x', 'application/jsonp', 'application/ld+json'];
    for (const type of [...types, ...others, '', 'application/', ',']) {
      const headers = { 'content-type': type };
      const answer = await call(server, '/v1/api/leads', { key, rawBody: lead, headers });
      assertError(answer, 415);
    }
    assertError(await post([`Content-Length: ${lead.length}`], lead), 415);
    const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    assertError(await call(server, '/v1/api/leads', { key, rawBody: lead, headers: packed }), 415);
    for (const type of ['application/json', 'Application/JSON', 'application/json;charset=UTF-8']) {
      const headers = { 'content-type': type };
      const answer = await call(server, '/v1/api/leads', { key, rawBody: lead, headers });
      assert.equal(answer.status, 201, type);
    }
  });

  test('oversized bodies, announced or not', async () => {
    const json = 'Content-Type: application/json';
    assertError(await post([json, 'Content-Length: 999999999'], '{'), 413);
    const chunk = `${(300 * 1024).toString(16)}\r\n${' '.repeat(300 * 1024)}\r\n`;
    assertError(await post([json, 'Transfer-Encoding: chunked'], chunk), 413);
  });

  test('requests that the HTTP parser refuses', async () => {
    const json = 'Content-Type: application/json';
    const length = `Content-Length: ${lead.length}`;
    const chunked = 'Transfer-Encoding: chunked';
    const malformed: string[][] = [
      ['GARBAGE', '', ''],
      ['GET / HTTP/9.9', 'Host: x', '', ''],
      ['G@T / HTTP/1.1', 'Host: x', '', ''],
      ['GET /a b HTTP/1.1', 'Host: x', '', ''],
      ['GET / HTTP/1.1', 'Host x', '', ''],
      ['GET / HTTP/1.1', 'Host: x', 'A: \u0000', '', ''],
      ['PRI * HTTP/2.0', '', 'SM', '', ''],
      ['POST /v1/api/leads HTTP/1.1', 'Host: x', `X-API-Key: ${key}`, json, chunked, '', 'zz', ''],
      ['POST /v1/api/leads HTTP/1.1', 'Host: x', chunked, length, '', lead],
      ['POST /v1/api/leads HTTP/1.1', 'Host: x', length, 'Content-Length: 1', '', lead],
      ['POST /v1/api/leads HTTP/1.1', 'Host: x', 'Content-Length: -1', '', lead],
    ];
    for (const lines of malformed) assertError(await sendRaw(server, ...lines), 400);
    const large = [`A: ${'x'.repeat(20_000)}`, `/v1/api/leads?q=${'x'.repeat(20_000)}`];
    assertError(await sendRaw(server, 'GET / HTTP/1.1', 'Host: x', large[0]!, '', ''), 431);
    assertError(await get(large[1]!), 431);
  });

  test('a request before a malformed one is answered first', async () => {
    const json = ['Content-Type: application/json', `Content-Length: ${lead.length}`];
    const good = ['POST /v1/api/leads HTTP/1.1', 'Host: x', `X-API-Key: ${key}`, ...json, '', lead];
    const read = ['GET /healthz HTTP/1.1', 'Host: x', '', ''].join('\r\n');
    const chunked = [
      'POST /v1/api/leads HTTP/1.1',
      'Host: x',
      `X-API-Key: ${key}`,
      ...json.slice(0, 1),
    ];
    const badChunk = [...chunked, 'Transfer-Encoding: chunked', '', 'zz', ''].join('\r\n');
    const cases: [bytes: string, ...statuses: number[]][] = [
      [`${good.join('\r\n')}GARBAGE\r\n\r\n`, 201, 400],
      [`${read}${good.join('\r\n')}${read}GARBAGE\r\n\r\n`, 200, 201, 200, 400],
      [`${good.join('\r\n')}${badChunk}`, 201, 400],
      [`${good.join('\r\n')}CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n`, 201, 405],
    ];
    for (const [bytes, ...statuses] of cases) {
      const connection = (await HttpConnection.open(server))!;
      connection.send(bytes);
      const got: (number | undefined)[] = [];
      while (got.length < statuses.length) got.push((await connection.answer())?.status);
      assert.deepEqual(got, statuses);
      await connection.gone;
    }
  });

  test('requests that Node or Fastify would refuse in their own way', async () => {
    const key401 = await sendRaw(server, 'GET /v1/api/leads HTTP/1.1', 'Host: x', ...end);
    assertError(key401, 401);
    const noHost = ['GET /v1/api/leads HTTP/1.1', `X-API-Key: ${key}`, ...end];
    assertError(await sendRaw(server, ...noHost), 400);
    for (const path of ['/v1/api/%zz', '/%', '/v1/api/work-items/%c3%28']) {
      const answer = await get(path);
      assertError(answer, 400);
      if (!path.startsWith('/v1/api')) continue;
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assertError(await sendRaw(server, `GET ${path} HTTP/1.1`, 'Host: x', ...end), 401);
    }
    const json = ['Content-Type: application/json', `Content-Length: ${lead.length}`];
    assert.equal((await post([...json, 'Expect: miracles'], lead)).status, 201);
    assertError(await post([...json, 'Expect: miracles'], lead.replace('Jan', '\n\n\n')), 400);
  });

  test('every spelling of a path is guarded', async () => {
    const ways = ['/v1/%61pi/leads', '/v1/api/lead%73', 'http://other/v1/api/leads'];
    for (const way of [...ways, 'HTTP://other:80/v1/api/leads']) {
      assert.equal((await get(way)).status, 200, way);
      assertError(await sendRaw(server, `GET ${way} HTTP/1.1`, 'Host: x', ...end), 401);
      const wrong = `GET ${way}?unknown=1 HTTP/1.1`;
      assertRefused(
        await sendRaw(server, wrong, 'Host: x', `X-API-Key: ${key}`, ...end),
        'unknown',
      );
    }
    const nowhere = 'GET http://other/v1/api/nothing HTTP/1.1';
    assertError(await sendRaw(server, nowhere, 'Host: x', ...end), 401);
  });

  test('the Link names no host without PUBLIC_URL, and can be followed', async () => {
    const target = '/v1/api/leads?limit=1';
    const link = async (...lines: string[]) => {
      const answer = await sendRaw(server, ...lines, `X-API-Key: ${key}`, ...end);
      assert.equal(answer.status, 200);
      return nextLinkOf(answer.headers)!;
    };
    for (const host of [
      'Host: leads.example',
      'Host: ',
      'Host: a b',
      'Host: <script>',
      'Host: [',
      'Host: x:99999',
    ]) {
      const next = await link(`GET ${target} HTTP/1.1`, host);
      assert.match(next, /^\/v1\/api\/leads\?limit=1&cursor=[\w-]+$/);
      assert.equal((await call(server, next, { key })).status, 200);
    }
    assert.match(await link(`GET ${target} HTTP/1.0`), /^\/v1\/api\/leads\?/);
  });

  test('duplicate headers', async () => {
    const again = `X-API-Key: ${key}`;
    assertError(await get('/v1/api/leads', again), 401);
    const json = ['Content-Type: application/json', `Content-Length: ${lead.length}`];
    const twice = ['Idempotency-Key: one', 'Idempotency-Key: one'];
    assertRefused(await post([...json, ...twice], lead), 'Idempotency-Key');
  });

  test('the request id is the server’s own and unique', async () => {
    const seen = new Set<string>();
    const answers = [
      await call(server, '/v1/api/leads', { key }),
      await call(server, '/v1/api/leads', { key }),
      await call(server, '/v1/api/leads?limit=0', { key }),
      await call(server, '/v1/api/leads'),
      await call(server, '/nothing'),
      await call(server, '/healthz'),
      await call(server, '/readyz'),
      await call(server, '/metrics'),
      await createLead(server, key),
      await get('/v1/api/%zz'),
      await sendRaw(server, 'GARBAGE', '', ''),
      await call(server, '/v1/api/leads', { key, headers: { 'x-request-id': 'mine' } }),
      await get('/v1/api/leads', 'X-Request-Id: mine', 'Request-Id: mine'),
    ];
    for (const { headers } of answers) {
      const id = headers.get('x-request-id') ?? '';
      assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      seen.add(id);
    }
    assert.equal(seen.size, answers.length);
  });
});
