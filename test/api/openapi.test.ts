// The document at /openapi.json: committed as it is made, and in good order.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import Fastify from 'fastify';
import { describeApi } from '#http/open-api.ts';
import { call } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { type Document, operationsOf } from '../support/open-api.ts';
import type { TestServer } from '../support/server.ts';

const committedFile = join(import.meta.dirname, '..', '..', 'openapi.json');

withEachDatabase('the OpenAPI document', (start) => {
  let server: TestServer;
  let text: string;
  let document: Document;
  before(async () => {
    server = await start();
    const answer = await call(server, '/openapi.json');
    assert.equal(answer.status, 200);
    text = answer.text;
    document = answer.body;
  });
  after(async () => {
    await server.stop();
  });

  test('is committed as the code makes it', () => {
    const isSame = readFileSync(committedFile, 'utf8') === text;
    assert.ok(isSame, 'openapi.json is not what the code makes: run npm run openapi');
  });

  test('gives the linter nothing to say', async () => {
    assert.deepEqual(await lint(text), []);
    const { info, ...rest } = document;
    const { license: _license, ...unlicensed } = info;
    assert.match(String(await lint(JSON.stringify({ ...rest, info: unlicensed }))), /license/);
  });

  test('names every operation with its scopes and statuses', () => {
    const everywhere = [401, 403, 408, 429, 431, 500, 503];
    const found = operationsOf(document).map(({ name, operation }) => [
      name,
      operation['x-required-scopes'].join(' or '),
      Object.keys(operation.responses).map(Number),
    ]);
    const sorted = (...statuses: number[]) => [...statuses, ...everywhere].sort();
    const eitherRead = 'leads:read or work-items:read';
    assert.deepEqual(found, [
      ['POST /v1/api/leads', 'leads:write', sorted(201, 400, 409, 413, 415, 422)],
      ['GET /v1/api/leads', 'leads:read', sorted(200, 400)],
      ['GET /v1/api/work-items', 'work-items:read', sorted(200, 400)],
      ['GET /v1/api/work-items/{id}', eitherRead, sorted(200, 400, 404)],
      ['GET /v1/api/work-items/{id}/photos', eitherRead, sorted(200, 400, 404)],
      ['GET /v1/api/assets/{id}', eitherRead, sorted(200, 206, 304, 400, 404, 416)],
      ['GET /v1/api/address', 'addresses:read', sorted(200, 400)],
    ]);
  });

  test('a route without a description does not start', async () => {
    const app = Fastify();
    await describeApi(app, null);
    assert.throws(
      () => app.get('/v1/api/secrets', { config: { scope: ['full'] } }, async () => ''),
      /route \/v1\/api\/secrets describes no answers/,
    );
    await app.close();
  });

  test('names the public address as the server', async () => {
    const app = Fastify();
    await describeApi(app, 'https://leads.example.com');
    const made = await app.inject('/openapi.json');
    assert.deepEqual(made.json().servers, [{ url: 'https://leads.example.com' }]);
    await app.close();
  });
});

async function lint(source: string): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      'operation-description': 'error',
      'operation-singular-tag': 'error',
      'operation-tag-defined': 'error',
      'parameter-description': 'error',
      'component-name-unique': 'error',
      'response-contains-header': {
        severity: 'error',
        names: { '2XX': ['X-Request-Id'], '4XX': ['X-Request-Id'], '5XX': ['X-Request-Id'] },
      },
    },
  });
  const problems = await lintFromString({ source, absoluteRef: committedFile, config });
  return problems.map(({ ruleId, message, location }) =>
    [ruleId, message, location[0]?.pointer].join(': '),
  );
}
