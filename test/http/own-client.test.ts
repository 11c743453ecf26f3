// The client that tools of assistants use within the server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify, { type FastifyRequest } from 'fastify';
import { ownClient } from '#http/assistants/own-client.ts';

const key = 'vk_test';
const outer = {
  ip: '192.0.2.7',
  headers: { authorization: `Bearer ${key}` },
  raw: { socket: {} },
} as unknown as FastifyRequest;

test('a call has the key and the address of the caller', async () => {
  const app = Fastify();
  const seen: unknown[] = [];
  app.get('/v1/api/key', async ({ ip, headers, raw }) => {
    seen.push(ip, headers['x-api-key'], raw.headersDistinct['x-api-key']);
    return { id: '1' };
  });
  await app.ready();
  await ownClient(app, outer).key.get();
  assert.deepEqual(seen, ['192.0.2.7', key, [key]]);
  await app.close();
});

test('a call of a request that is in flight at the shutdown is answered', async () => {
  const app = Fastify({ return503OnClosing: false });
  app.get('/v1/api/key', async () => ({ id: '1' }));
  const drained = Promise.withResolvers<void>();
  const closing = Promise.withResolvers<void>();
  app.addHook('preClose', async () => {
    closing.resolve();
    await drained.promise;
  });
  await app.ready();
  const closed = app.close();
  await closing.promise;
  assert.deepEqual(await ownClient(app, outer).key.get(), { id: '1' });
  drained.resolve();
  await closed;
});

test('an error of the API is an error of the client', async () => {
  const app = Fastify();
  app.get('/v1/api/key', async (_request, reply) =>
    reply.code(429).header('retry-after', '7').send({ message: 'Too many requests' }),
  );
  await app.ready();
  await assert.rejects(ownClient(app, outer).key.get(), {
    name: 'RateLimitError',
    retryAfterMs: 7000,
  });
  await app.close();
});
