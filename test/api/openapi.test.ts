// The document at /openapi.json equals the committed one and is valid.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import Fastify from 'fastify';
import { describeApi } from '#http/open-api.ts';
import { call } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { type Document, operationsOf } from '../support/open-api.ts';
import { root } from '../support/project-files.ts';

const committedFile = join(root, 'openapi.json');

await withEachServer('the OpenAPI document', (server) => {
  let text: string;
  let document: Document;
  before(async () => {
    const answer = await call(server, '/openapi.json');
    assert.equal(answer.status, 200);
    text = answer.text;
    document = answer.body;
  });
  after(async () => {
    await server.stop();
  });

  test('equals the committed file', () => {
    const isSame = readFileSync(committedFile, 'utf8') === text;
    assert.ok(isSame, 'openapi.json is not what the code makes: run npm run openapi');
  });

  test('passes the linter', async () => {
    assert.deepEqual(await lint(text), []);
    const { info, ...rest } = document;
    const { license: _license, ...unlicensed } = info;
    assert.match(String(await lint(JSON.stringify({ ...rest, info: unlicensed }))), /license/);
  });

  test('has only patterns that work in any language', () => {
    assert.doesNotMatch(text, /\\p/i);
    for (const [, pattern] of text.matchAll(/"pattern": ("(?:[^"\\\\]|\\\\.)*")/g)) {
      assert.doesNotThrow(() => new RegExp(JSON.parse(pattern!)), pattern);
    }
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
    const eitherWrite = 'leads:write or work-items:write';
    const anyRead = `${eitherRead} or customers:read or addresses:read or webhooks:manage`;
    assert.deepEqual(found, [
      ['POST /v1/api/leads', 'leads:write', sorted(201, 400, 409, 413, 415, 422)],
      ['GET /v1/api/leads', 'leads:read', sorted(200, 304, 400)],
      ['POST /v1/api/leads/batch', 'leads:write', sorted(200, 400, 409, 413, 415, 422)],
      ['POST /v1/api/work-items', 'work-items:write', sorted(201, 400, 409, 413, 415, 422)],
      ['GET /v1/api/work-items', 'work-items:read', sorted(200, 304, 400)],
      ['GET /v1/api/work-items/{id}/notes', eitherRead, sorted(200, 400, 404)],
      [
        'POST /v1/api/work-items/{id}/notes',
        eitherWrite,
        sorted(201, 400, 404, 409, 412, 413, 415, 422),
      ],
      [
        'PATCH /v1/api/work-items/{id}/notes/{noteId}',
        eitherWrite,
        sorted(200, 400, 404, 412, 413, 415),
      ],
      ['PATCH /v1/api/work-items/{id}', eitherWrite, sorted(200, 400, 404, 409, 412, 413, 415)],
      ['DELETE /v1/api/work-items/{id}', eitherWrite, sorted(204, 400, 404, 412, 413, 415)],
      ['GET /v1/api/work-items/{id}', eitherRead, sorted(200, 304, 400, 404)],
      [
        'POST /v1/api/work-items/{id}/restore',
        eitherWrite,
        sorted(200, 400, 404, 409, 412, 413, 415),
      ],
      [
        'DELETE /v1/api/work-items/{id}/photos/{assetId}',
        eitherWrite,
        sorted(204, 400, 404, 412, 413, 415),
      ],
      ['GET /v1/api/events', anyRead, sorted(200, 400)],
      ['GET /v1/api/work-items/{id}/history', eitherRead, sorted(200, 400, 404)],
      ['GET /v1/api/leads/{id}', eitherRead, sorted(200, 304, 400, 404)],
      ['GET /v1/api/work-items/{id}/photos', eitherRead, sorted(200, 304, 400, 404)],
      [
        'POST /v1/api/work-items/{id}/photos',
        eitherWrite,
        sorted(201, 400, 404, 409, 413, 415, 422),
      ],
      ['GET /v1/api/work-items/{id}/submission', eitherRead, sorted(200, 400, 404)],
      ['GET /v1/api/work-items/{id}/report', eitherRead, sorted(200, 400, 404)],
      [
        'POST /v1/api/work-items/{id}/report/mail',
        eitherWrite,
        sorted(202, 400, 404, 409, 413, 415, 422),
      ],
      ['GET /v1/api/assets/{id}', eitherRead, sorted(200, 206, 304, 400, 404, 416)],
      ['GET /v1/api/customers', 'customers:read', sorted(200, 304, 400)],
      ['GET /v1/api/customers/{id}', 'customers:read', sorted(200, 304, 400, 404)],
      ['PATCH /v1/api/customers/{id}', 'customers:write', sorted(200, 400, 404, 412, 413, 415)],
      [
        'DELETE /v1/api/customers/{id}',
        'customers:write',
        sorted(202, 204, 400, 404, 412, 413, 415),
      ],
      [
        'POST /v1/api/customers/{id}/archive',
        'customers:write',
        sorted(200, 400, 404, 412, 413, 415),
      ],
      [
        'POST /v1/api/customers/{id}/unarchive',
        'customers:write',
        sorted(200, 400, 404, 412, 413, 415),
      ],
      [
        'POST /v1/api/customers/{id}/merge',
        'customers:write',
        sorted(200, 400, 404, 409, 412, 413, 415),
      ],
      ['GET /v1/api/customers/{id}/merges', 'customers:read', sorted(200, 304, 400, 404)],
      [
        'POST /v1/api/customers/{id}/merges/{mergeId}/undo',
        'customers:write',
        sorted(200, 400, 404, 409, 413, 415),
      ],
      ['GET /v1/api/customers/{id}/export', 'full', sorted(200, 400, 404)],
      ['GET /v1/api/address', 'addresses:read', sorted(200, 304, 400)],
      ['GET /v1/api/address/{id}', 'addresses:read', sorted(200, 304, 400, 404)],
      ['PATCH /v1/api/address/{id}', 'customers:write', sorted(200, 400, 404, 412, 413, 415)],
      ['GET /v1/api/requests', 'full', sorted(200, 304, 400)],
      ['GET /v1/api/requests/{id}', 'full', sorted(200, 400, 404)],
      ['POST /v1/api/requests/{id}/rescue', 'leads:write', sorted(201, 400, 404, 409, 413, 415)],
      ['GET /v1/api/intakes', 'leads:read', sorted(200, 304, 400)],
      ['GET /v1/api/intakes/{id}', 'leads:read', sorted(200, 400, 404)],
      [
        'POST /v1/api/intakes/{id}/accept',
        'leads:write',
        sorted(200, 201, 400, 404, 409, 413, 415),
      ],
      ['POST /v1/api/intakes/{id}/discard', 'leads:write', sorted(200, 400, 404, 409, 413, 415)],
      ['POST /v1/api/intakes/{id}/restore', 'leads:write', sorted(200, 400, 404, 409, 413, 415)],
      ['GET /v1/api/members', eitherRead, sorted(200, 400)],
      ['POST /v1/api/calendar-links', 'full', sorted(201, 400, 409, 413, 415)],
      ['GET /v1/api/calendar-links', 'full', sorted(200, 400)],
      ['DELETE /v1/api/calendar-links/{id}', 'full', sorted(204, 400, 404, 413, 415)],
      ['POST /v1/api/webhooks', 'webhooks:manage', sorted(201, 400, 409, 413, 415)],
      ['GET /v1/api/webhooks', 'webhooks:manage', sorted(200, 400)],
      ['GET /v1/api/webhooks/{id}', 'webhooks:manage', sorted(200, 304, 400, 404)],
      ['PATCH /v1/api/webhooks/{id}', 'webhooks:manage', sorted(200, 400, 404, 412, 413, 415)],
      ['DELETE /v1/api/webhooks/{id}', 'webhooks:manage', sorted(204, 400, 404, 412, 413, 415)],
      [
        'POST /v1/api/webhooks/{id}/rotate-secret',
        'webhooks:manage',
        sorted(200, 400, 404, 412, 413, 415),
      ],
      ['POST /v1/api/webhooks/{id}/ping', 'webhooks:manage', sorted(200, 400, 404, 409, 413, 415)],
      ['GET /v1/api/webhooks/{id}/deliveries', 'webhooks:manage', sorted(200, 304, 400, 404)],
      [
        'GET /v1/api/webhooks/{id}/deliveries/{deliveryId}',
        'webhooks:manage',
        sorted(200, 400, 404),
      ],
      [
        'POST /v1/api/webhooks/{id}/deliveries/{deliveryId}/replay',
        'webhooks:manage',
        sorted(202, 400, 404, 409, 413, 415),
      ],
      [
        'POST /v1/api/webhooks/{id}/replay',
        'webhooks:manage',
        sorted(202, 400, 404, 409, 413, 415),
      ],
      ['GET /v1/api/key', '', sorted(200, 400)],
    ]);
  });

  test('the guide explains every status of an error', () => {
    const guide = readFileSync(join(root, 'docs', 'guide', 'errors.md'), 'utf8');
    const statuses = operationsOf(document).flatMap(({ operation }) =>
      Object.keys(operation.responses),
    );
    // 405 belongs to a path, not to an operation of it.
    for (const status of new Set([...statuses, '405'])) {
      if (Number(status) < 400 || Number(status) >= 500) continue;
      assert.match(guide, new RegExp(`^\\| [0-9, ]*${status}[0-9, ]* \\|`, 'm'), status);
    }
    const api = readFileSync(join(root, 'docs', 'api.md'), 'utf8');
    for (const name of ['GET /v1/api/key', '405', '408', '431'])
      assert.ok(api.includes(name), name);
  });

  test('a route without a description fails the start', async () => {
    const app = Fastify();
    describeApi(app, { publicUrl: null });
    assert.throws(
      () => app.get('/v1/api/secrets', { config: { scope: ['full'] } }, async () => ''),
      /route \/v1\/api\/secrets describes no responses/,
    );
    await app.close();
  });

  test('names the public URL as the server', async () => {
    const app = Fastify();
    describeApi(app, { publicUrl: 'https://leads.example.com' });
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
  // Receivers of webhooks send no X-Request-Id.
  const isOfReceiver = ({ ruleId, location }: (typeof problems)[number]) =>
    ruleId === 'response-contains-header' && location[0]?.pointer?.startsWith('#/webhooks/');
  return problems
    .filter((problem) => !isOfReceiver(problem))
    .map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer].join(': '));
}
