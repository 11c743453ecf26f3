// Many requests that arrive at once, and whose turn it is.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import Fastify from 'fastify';
import { beginInTurns } from '#http/request-turns.ts';

const requestOf = (key: string) => `GET / HTTP/1.1\r\nHost: test\r\nX-API-Key: ${key}\r\n\r\n`;

/** In which order requests began that a thread in a long turn found all at once. */
async function orderOf(keys: readonly string[]): Promise<string[]> {
  const app = Fastify();
  const begun: string[] = [];
  beginInTurns(app);
  app.get('/', (request) => {
    begun.push(String(request.headers['x-api-key']));
    return {};
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  while (sockets.length < keys.length) {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
  }
  const answers = sockets.map((socket) => once(socket, 'data'));
  // Written in one turn of the loop that both ends share, so the next one reads all of them.
  for (const [place, key] of keys.entries()) sockets[place]!.write(requestOf(key));
  await Promise.all(answers);
  for (const socket of sockets) socket.destroy();
  await app.close();
  return begun;
}

test('one caller’s requests that came first delay another’s by a few of them', async () => {
  const greedy = Array.from({ length: 60 }, () => 'greedy');
  const begun = await orderOf([...greedy, 'modest', 'modest']);
  assert.equal(begun.length, 62);
  const places = begun.flatMap((key, place) => (key === 'modest' ? [place] : []));
  // A few of the first turn, and then every other one.
  assert.ok(places[0]! <= 6 && places[1]! <= 8, `at ${places.join(' and ')} of 62`);
});
