// Which real path a wrong one is close to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { leadPathLike, NearPaths } from '#core/requests/near-path.ts';

const methods = (...names: string[]) => new Set(names);
const paths = [
  { url: '/v1/api/leads', methods: methods('GET', 'POST') },
  { url: '/v1/api/leads/:id', methods: methods('GET') },
  { url: '/v1/api/leads/batch', methods: methods('POST') },
  { url: '/v1/api/work-items', methods: methods('GET', 'POST') },
  { url: '/v1/api/work-items/:id', methods: methods('GET', 'PATCH') },
  { url: '/v1/api/work-items/:id/restore', methods: methods('POST') },
  { url: '/v1/api/work-items/:id/history', methods: methods('GET') },
  { url: '/v1/api/events', methods: methods('GET') },
  { url: '/v1/api/address', methods: methods('GET') },
  { url: '/v1/api/customers/:id/merges/:mergeId/undo', methods: methods('POST') },
];
const near = new NearPaths(paths);

const cases: [method: string, path: string, found: string | null][] = [
  ['POST', '/leads', '/v1/api/leads'],
  ['POST', '/api/leads', '/v1/api/leads'],
  ['POST', '/v1/leads', '/v1/api/leads'],
  ['POST', '/v1/api/lead', '/v1/api/leads'],
  ['POST', '/v1/api/leads/', '/v1/api/leads'],
  ['POST', '//v2//API/Leads//', '/v1/api/leads'],
  ['POST', '/v1/api/leads/bach', '/v1/api/leads/batch'],
  ['GET', '/v1/api/leads/bach', '/v1/api/leads/:id'],
  ['GET', '/v1/api/addresses', '/v1/api/address'],
  ['GET', '/v1/api/workitems', '/v1/api/work-items'],
  ['GET', '/V1/API/Work_Items', '/v1/api/work-items'],
  ['GET', '/jobs', '/v1/api/work-items'],
  ['PUT', '/work-item/17', '/v1/api/work-items/:id'],
  ['GET', '/lead/17', '/v1/api/leads/:id'],
  ['PATCH', '/v1/api/leads/17', '/v1/api/work-items/:id'],
  ['PUT', '/v1/api/leads/17', '/v1/api/work-items/:id'],
  ['DELETE', '/v1/api/leads/batch', '/v1/api/leads/batch'],
  ['DELETE', '/leads/batch', '/v1/api/leads/batch'],
  ['GET', '/v1/api/work-items/17/events', '/v1/api/work-items/:id/history'],
  ['GET', '/leads/17/events', '/v1/api/work-items/:id/history'],
  ['GET', '/events', '/v1/api/events'],
  ['POST', '/v1/api/lead/17/restore', '/v1/api/work-items/:id/restore'],
  ['POST', '/customer/1/merge/2/undo', '/v1/api/customers/:id/merges/:mergeId/undo'],
  ['GET', '/v1/api/leads.json', '/v1/api/leads'],
  ['GET', '/v1/api/work-items%20', '/v1/api/work-items'],
  ['GET', '/', null],
  ['GET', '/v1/api', null],
  ['GET', '/v1/api/heads-up', null],
  ['GET', '/v1/api/invoices', null],
  ['POST', '/v1/api/leads/1/2', null],
];

for (const [method, path, found] of cases) {
  test(`${method} ${path} is close to ${found}`, () => {
    assert.equal(near.find(path, method)?.url ?? null, found);
  });
}

const leadPaths: [path: string, meant: string | null][] = [
  ...[
    '/leads',
    '/v1/api/lead/',
    '/v1/api/leads.json',
    '/v1/api/leads.php',
    '/v1/api/leads%20',
    '/v1/api/%20leads',
    '/v1/api/leads%2F',
    '/v1/api%2Fleads',
    '/v1/api/leads/create',
    '/v1/api/leads/new.json',
    '/leads/submit/',
  ].map((path): [string, string] => [path, '/v1/api/leads']),
  ...['/leads/batch', '/v1/api/leads/batch/', '/v1/api/leads/batch.json', '/v1/leads/bulk'].map(
    (path): [string, string] => [path, '/v1/api/leads/batch'],
  ),
  ...[
    '/v1/api/leads/019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69',
    '/v1/api/leads/17',
    '/v1/api/leads/17/restore',
    '/v1/api/invoices/create',
    '/v1/api/%zz',
    '/',
  ].map((path): [string, null] => [path, null]),
];

for (const [path, meant] of leadPaths) {
  test(`a lead sent to ${path} is meant for ${meant}`, () => {
    assert.equal(leadPathLike(path), meant);
  });
}

test('one wrong letter in any real path still finds it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('leads', 'work-items', 'address'),
      fc.nat(),
      fc.constantFrom('', 'x'),
      (name, at, letter) => {
        const index = at % name.length;
        const wrong = name.slice(0, index) + letter + name.slice(index + 1);
        assert.equal(near.find(`/v1/api/${wrong}`, 'GET')?.url, `/v1/api/${name}`);
      },
    ),
  );
});

test('any path has an answer, and a very long one has none', () => {
  fc.assert(
    fc.property(fc.webPath(), fc.string(), (path, method) => {
      const found = near.find(path, method);
      assert.ok(found === null || paths.some(({ url }) => url === found.url));
    }),
  );
  assert.equal(near.find(`/leads${'/'.repeat(100_000)}`, 'POST'), null);
  assert.equal(leadPathLike(`/leads${'/'.repeat(100_000)}`), null);
});
