// Wrong paths and methods, bodies of nothing, and links that name no host.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertError } from '../support/shapes.ts';
import { eventually } from '../support/within.ts';

await withEachServer('near misses', (server) => {
  const newBrand = async () => {
    const { id: brandId } = await server.createBrand();
    return { brandId, key: await server.createKey({ brandId }) };
  };
  const lead = { customerName: 'Jan', title: 'Tap', ours: 'kept' };
  const entryOf = async (key: string, { headers }: Answer) => {
    const path = `/v1/api/requests/${headers.get('x-request-id')}`;
    await eventually(async () => (await call(server, path, { key })).status === 200);
    return (await call(server, path, { key })).body;
  };

  const wrong: [method: string, path: string, status: number, hint: string][] = [
    ['POST', '/leads', 405, 'POST /v1/api/leads'],
    ['POST', '/api/leads', 404, 'POST /v1/api/leads'],
    ['POST', '/v1/leads', 404, 'POST /v1/api/leads'],
    ['POST', '/v1/api/lead', 404, 'POST /v1/api/leads'],
    ['POST', '/v1/api/leads/', 404, 'POST /v1/api/leads'],
    ['POST', '/V1/api/Leads', 404, 'POST /v1/api/leads'],
    ['POST', '/v1/api/leads/create', 405, 'POST /v1/api/leads'],
    ['PUT', '/v1/api/leads/new', 405, 'POST /v1/api/leads'],
    ['POST', '/v1/api/leads.json', 404, 'POST /v1/api/leads'],
    ['POST', '/v1/api/leads%20', 404, 'POST /v1/api/leads'],
    ['POST', '/v1/api/leads%2F', 404, 'POST /v1/api/leads'],
    ['POST', '/v1/api/leads/batch/', 404, 'POST /v1/api/leads/batch'],
    ['POST', '/leads/batch', 405, 'POST /v1/api/leads/batch'],
    ['GET', '/leads', 404, 'GET /v1/api/leads'],
    ['GET', '/v1/api/leads/', 404, 'GET /v1/api/leads'],
    ['GET', '/v1/api/addresses', 404, 'GET /v1/api/address'],
    ['GET', '/v1/api/workitems', 404, 'GET /v1/api/work-items'],
    ['GET', '/customers/17', 404, 'GET /v1/api/customers/{id}'],
    ['PATCH', '/v1/api/leads/17', 405, 'PATCH /v1/api/work-items/{id}'],
    ['DELETE', '/v1/api/leads/17', 405, 'DELETE /v1/api/work-items/{id}'],
    ['PUT', '/v1/api/leads/17', 405, 'PATCH /v1/api/work-items/{id}'],
    ['PUT', '/work-items/17', 404, 'PATCH /v1/api/work-items/{id}'],
    ['GET', '/v1/api/work-items/17/events', 404, 'GET /v1/api/work-items/{id}/history'],
    ['GET', '/v1/api/leads/17/events', 404, 'GET /v1/api/work-items/{id}/history'],
    ['GET', '/v1/api/leads/17/history', 404, 'GET /v1/api/work-items/{id}/history'],
    ['POST', '/v1/api/leads/17/restore', 404, 'POST /v1/api/work-items/{id}/restore'],
    ['POST', '/mcp/', 404, 'POST /mcp'],
    ['POST', '/v1/mcp', 404, 'POST /mcp'],
    ['DELETE', '/v1/api/lead', 404, 'GET or POST /v1/api/leads'],
  ];
  for (const [method, path, status, hint] of wrong) {
    test(`${method} ${path} names ${hint}`, async () => {
      const { key } = await newBrand();
      const answer = await call(server, path, { key, method });
      const [message] = assertError(answer, status);
      assert.ok(message!.endsWith(`; did you mean ${hint}?`), message!);
    });
  }

  test('a wrong method names the right one', async () => {
    const { key } = await newBrand();
    const { id } = (await createLead(server, key)).body;
    const methods: [method: string, path: string, message: string][] = [
      [
        'PUT',
        `/v1/api/work-items/${id}`,
        'PUT is not allowed at /v1/api/work-items/{id}; use DELETE, GET, HEAD, PATCH. To change it, use PATCH',
      ],
      [
        'PUT',
        '/v1/api/leads',
        'PUT is not allowed at /v1/api/leads; use GET, HEAD, POST. To create one, use POST',
      ],
      [
        'PATCH',
        '/v1/api/leads',
        'PATCH is not allowed at /v1/api/leads; use GET, HEAD, POST. To create one, use POST',
      ],
      ['GET', '/v1/api/leads/batch', 'GET is not allowed at /v1/api/leads/batch; use POST'],
      ['DELETE', '/v1/api/leads/batch', 'DELETE is not allowed at /v1/api/leads/batch; use POST'],
      ['DELETE', '/v1/api/events', 'DELETE is not allowed at /v1/api/events; use GET, HEAD'],
    ];
    for (const [method, path, message] of methods) {
      const answer = await call(server, path, { key, method });
      assert.deepEqual(assertError(answer, 405), [message]);
      assert.ok(message.includes(answer.headers.get('allow')!));
    }
  });

  test('a wrong method is logged under its own path, whatever the scopes of the key', async () => {
    const { brandId, key } = await newBrand();
    const form = await server.createKey({ brandId, scopes: ['leads:write'] });
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
      const answer = await call(server, '/v1/api/leads/batch', { key: form, method });
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST'], method);
      const { route, path } = await entryOf(key, answer);
      assert.deepEqual([route, path], ['/v1/api/leads/batch', '/v1/api/leads/batch'], method);
    }
  });

  test('without a key the API tells nothing, and other paths only what the docs tell', async () => {
    for (const path of ['/v1/api/lead', '/v1/api/leads/']) {
      const [message] = assertError(await call(server, path, { body: lead }), 401);
      assert.doesNotMatch(message!, /did you mean/);
    }
    assertError(await call(server, '/leads', { body: lead }), 405);
    const wrongKey = { key: 'vk_wrong', body: lead };
    assertError(await call(server, '/leads', wrongKey), 401);
    // Only near misses of a new lead look at the key.
    assertError(await call(server, '/work-items', wrongKey), 404);
    const page = await call(server, '/leads', { headers: { accept: 'text/html' } });
    assert.match(page.headers.get('content-type')!, /html/);
  });

  test('far and long paths have no hint, and are cut', async () => {
    const { key } = await newBrand();
    const [far] = assertError(await call(server, '/v1/api/invoices', { key }), 404);
    assert.equal(far, 'There is nothing at GET /v1/api/invoices');
    const long = `/v1/api/${'leads/'.repeat(1_000)}`;
    const [cut] = assertError(await call(server, long, { key, body: lead }), 404);
    assert.ok(cut!.length < 200, cut!);
  });

  const misses: [method: string, path: string][] = [
    ['POST', '/leads'],
    ['POST', '/api/leads'],
    ['POST', '/v1/api/lead'],
    ['POST', '/v1/api/leads/'],
    ['PUT', '/v1/api/leads'],
    ['PATCH', '/v1/api/leads'],
    ['POST', '/v1/api/leads/create'],
    ['POST', '/v1/api/leads/new'],
    ['POST', '/v1/api/leads.json'],
    ['POST', '/v1/api/leads%20'],
    ['POST', '/v1/api/leads%2F'],
    ['POST', '/v1/api/leads/batch/'],
  ];
  for (const [method, path] of misses) {
    test(`a lead sent by ${method} ${path} is kept and can be rescued`, async () => {
      const { key, brandId } = await newBrand();
      const writer = await server.createKey({ brandId, scopes: ['leads:write'] });
      const missed = await call(server, path, { key: writer, method, body: lead });
      assert.ok([404, 405].includes(missed.status), missed.text);
      const entry = await entryOf(key, missed);
      assert.deepEqual(
        [entry.method, entry.path, entry.route, entry.hasBody, JSON.parse(entry.body)],
        [method, path, '/v1/api/leads', true, lead],
      );
      const rescue = `/v1/api/requests/${entry.id}/rescue`;
      const rescued = await call(server, rescue, { key: writer, method: 'POST' });
      assert.equal(rescued.status, 201, rescued.text);
      assert.equal(rescued.body.title, lead.title);
    });
  }

  test('a change of a lead by its id is no new lead', async () => {
    const { key } = await newBrand();
    const { id } = (await createLead(server, key)).body;
    const missed = await call(server, `/v1/api/leads/${id}`, { key, method: 'PUT', body: lead });
    assertError(missed, 405);
    const entry = await entryOf(key, missed);
    assert.deepEqual([entry.route, entry.hasBody], ['/v1/api/leads/{id}', false]);
  });

  for (const path of ['/v1/api/leads/batch/', '/leads/batch', '/v1/api/leads/create']) {
    test(`each lead of a batch sent to ${path} is kept and can be rescued`, async () => {
      const { key } = await newBrand();
      // Together more than a single lead may have.
      const notes = path.includes('batch') ? 'x'.repeat(200_000) : '';
      const leads = ['One', 'Two'].map((title) => ({ customerName: 'Jan', title, notes }));
      const dry = await call(server, path, { key, body: { leads, dryRun: true } });
      const missed = await call(server, path, { key, body: { leads } });
      const batch = await entryOf(key, missed);
      assert.deepEqual([batch.route, batch.hasBody], ['/v1/api/leads/batch', false]);
      const list = '/v1/api/requests?route=/v1/api/leads';
      await eventually(async () => (await call(server, list, { key })).body.data.length >= 2);
      const { data } = (await call(server, list, { key })).body;
      assert.deepEqual(
        data.map((entry: { path: string; status: number }) => [entry.path, entry.status]).sort(),
        [
          [`${path}#0`, dry.status],
          [`${path}#1`, dry.status],
        ],
      );
      const second = data.find((entry: { path: string }) => entry.path.endsWith('#1'));
      assert.match(second.message, /did you mean POST/);
      const rescue = `/v1/api/requests/${second.id}/rescue`;
      const rescued = await call(server, rescue, { key, body: { notes: null } });
      assert.equal(rescued.status, 201, rescued.text);
      assert.equal(rescued.body.title, 'Two');
    });
  }

  test('a body is kept only for keys that may create leads, up to the usual size', async () => {
    const { key, brandId } = await newBrand();
    const reader = await server.createKey({ brandId, scopes: ['leads:read'] });
    const scopes = ['leads:read', 'leads:write'] as const;
    const redacted = await server.createKey({ brandId, scopes: [...scopes], isImpersonal: true });
    for (const other of [reader, redacted]) {
      const missed = await call(server, '/leads', { key: other, body: lead });
      assertError(missed, 405);
      assert.equal((await entryOf(key, missed)).hasBody, false);
    }
    const large = await call(server, '/leads', { key, body: { notes: 'x'.repeat(300_000) } });
    assertError(large, 405);
    assert.equal((await entryOf(key, large)).hasBody, false);
    const elsewhere = await call(server, '/v1/api/work-item', { key, body: lead });
    assertError(elsewhere, 404);
    assert.equal((await entryOf(key, elsewhere)).hasBody, false);
  });

  test('a POST without a body takes any content type', async () => {
    const { key } = await newBrand();
    const { customerId, id } = (await createLead(server, key)).body;
    const types = ['application/x-www-form-urlencoded', 'text/plain', 'nonsense', '', null];
    const at = `/v1/api/customers/${customerId}`;
    for (const type of types) {
      for (const action of ['archive', 'unarchive']) {
        const headers = { 'content-length': '0', ...(type !== null && { 'content-type': type }) };
        const answer = await call(server, `${at}/${action}`, { key, method: 'POST', headers });
        assert.equal(answer.status, 200, `${type}: ${answer.text}`);
      }
    }
    for (const type of types.slice(0, -1) as string[]) {
      const headers = { 'transfer-encoding': 'chunked', 'content-type': type };
      const open = await call(server, `${at}/archive`, { key, method: 'POST', headers });
      assert.equal(open.status, 200, `${type}: ${open.text}`);
    }
    const removed = await call(server, `/v1/api/work-items/${id}`, {
      key,
      method: 'DELETE',
      headers: { 'content-type': 'text/plain', 'content-length': '0' },
    });
    assert.equal(removed.status, 204, removed.text);

    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const filled = await call(server, `${at}/archive`, { key, rawBody: 'a=b', headers });
    assertError(filled, 415);
    const long = await call(server, `${at}/archive`, {
      key,
      rawBody: 'x'.repeat(200_000),
      headers,
    });
    assertError(long, 415);
    const nothing = await call(server, '/v1/api/leads', {
      key,
      method: 'POST',
      headers: { ...headers, 'content-length': '0' },
    });
    assert.deepEqual(assertError(nothing, 400), ['body must be a JSON object, got nothing']);
  });

  test('a Link names no host, whatever the Host header says', async () => {
    const { key } = await newBrand();
    for (let n = 0; n < 2; n++) await createLead(server, key);
    for (const path of ['/v1/api/leads?limit=1', '/v1/api/events?limit=1']) {
      const { headers } = await call(server, path, { key, headers: { host: 'evil.example' } });
      assert.match(headers.get('link')!, /^<\/v1\/api\/\w+\?[^>]+>; rel="next"$/);
    }
  });
});
