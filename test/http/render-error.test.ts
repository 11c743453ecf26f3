// An error response keeps no headers of the response it replaces.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import Fastify from 'fastify';
import { renderError } from '#http/refusals/render-error.ts';

const app = Fastify();
app.setErrorHandler(renderError);
app.get('/file', (_request, reply) =>
  reply
    .headers({
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'attachment; filename="leads.csv"',
      'content-encoding': 'br',
      'content-length': 10_000,
      'content-range': 'bytes 0-9999/20000',
      'content-type': 'text/csv',
      etag: '"1"',
      'x-content-type-options': 'nosniff',
    })
    .send(
      new Readable({
        read() {
          this.destroy(new Error('gone'));
        },
      }),
    ),
);
after(() => app.close());

test('a file that cannot be read', async () => {
  const { statusCode, headers, body } = await app.inject('/file');
  assert.equal(statusCode, 500);
  assert.equal(JSON.parse(body).statusCode, 500);
  const { date: _date, connection: _connection, 'x-request-id': requestId, ...others } = headers;
  assert.ok(requestId);
  assert.deepEqual(others, {
    'cache-control': 'no-store',
    'content-length': String(Buffer.byteLength(body)),
    'content-type': 'application/json; charset=utf-8',
    'error-code': 'internal_error',
    'x-content-type-options': 'nosniff',
  });
});
