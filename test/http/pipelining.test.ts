// A client that sends request after request on one connection without waiting for answers.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import Fastify from 'fastify';
import { limitConnections } from '#http/connections.ts';
import type { Metrics } from '#http/metrics.ts';

const limits = { connectionsMax: 10, connectionsPerAddressMax: 10, trustProxy: null };
const metrics = { watchConnections() {}, connectionRefused() {} } as unknown as Metrics;

/** How many requests began and were answered, when the connection ended or all were answered. */
async function pipeline(requests: number) {
  const app = Fastify();
  limitConnections(app, limits, metrics);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let [begun, answered] = [0, 0];
  app.get('/', async () => {
    if (++begun === requests) release();
    await released;
    return {};
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.setEncoding('latin1').on('data', (text: string) => {
    answered += text.split('HTTP/1.1 200').length - 1;
    if (answered === requests) socket.destroy();
  });
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n'.repeat(requests));
  await closed;
  release();
  await app.close();
  return { begun, answered };
}

test('is answered in full', async () => {
  assert.deepEqual(await pipeline(100), { begun: 100, answered: 100 });
});

test('is cut off when it sends far more than it is answered', async () => {
  const { begun, answered } = await pipeline(2_000);
  assert.ok(begun <= 101, `${begun} of 2000 began`);
  assert.equal(answered, 0);
});
