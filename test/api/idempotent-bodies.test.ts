// The body of a retry is compared as a JSON value.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, listAll } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertError } from '../support/shapes.ts';

interface Route {
  path: string;
  status: number;
  first: string;
  /** The same value, written in another way. */
  again: string;
  other: string;
  list: string;
}

const routes: Route[] = [
  {
    path: '/v1/api/leads',
    status: 201,
    first: '{"customerName":"Zoë","title":"Tap","extra":{"a":1.0,"b":[1,2]}}',
    again: '{ "extra": { "b": [1, 2], "a": 1 },\n "title": "Tap", "customerName": "Zo\\u00eb" }\n',
    other: '{"customerName":"Zoë","title":"Tap","extra":{"a":1,"b":[2,1]}}',
    list: '/v1/api/leads',
  },
  {
    path: '/v1/api/leads/batch',
    status: 200,
    first: '{"leads":[{"customerName":"A","title":"One"},{"customerName":"B","title":"Two"}]}',
    again: '{"leads": [{"title":"One", "customerName":"A"}, {"title":"Two", "customerName":"B"}]}',
    other: '{"leads":[{"customerName":"B","title":"Two"},{"customerName":"A","title":"One"}]}',
    list: '/v1/api/leads',
  },
  {
    path: '/v1/api/work-items',
    status: 201,
    first: '{"title":"Gutter","customer":{"name":"A"},"estimatedCost":100}',
    again: '{"estimatedCost": 1e2, "customer": {"name": "A"}, "title": "Gutter"}',
    other: '{"title":"Gutter","customer":{"name":"A"},"estimatedCost":200}',
    list: '/v1/api/work-items',
  },
];

await withEachServer('the body of a retry', (server) => {
  for (const { path, status, first, again, other, list } of routes) {
    test(`${path}: spacing and the order of keys don't count`, async () => {
      const key = await server.createKey();
      const headers = { 'idempotency-key': 'one' };
      const made = await call(server, path, { key, rawBody: first, headers });
      assert.equal(made.status, status);
      const before = await listAll(server, key, list);
      const replayed = await call(server, path, { key, rawBody: again, headers });
      assert.equal(replayed.headers.get('idempotent-replayed'), 'true');
      assert.equal(replayed.status, status);
      assert.deepEqual(replayed.body, made.body);
      assertError(await call(server, path, { key, rawBody: other, headers }), 422);
      assert.deepEqual(await listAll(server, key, list), before);
    });
  }
});
