// Many requests that arrive at once, and whose turn it is.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import Fastify from 'fastify';
import { beginInTurns } from '#http/request-turns.ts';

const requestOf = (key: string) => `GET / HTTP/1.1\r\nHost: test\r\nX-API-Key: ${key}\r\n\r\n`;
const known = new Set(['greedy', 'modest']);

/** Which requests began, in order, of those that a thread in a long turn found all at once. */
async function orderOf(
  keys: readonly string[],
  { areCutOff = false }: { areCutOff?: boolean } = {},
): Promise<string[]> {
  const app = Fastify();
  const begun: string[] = [];
  beginInTurns(app, ({ headers }) => {
    const key = String(headers['x-api-key']);
    return known.has(key) ? key : '';
  });
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
  const ends = sockets.map((socket) => once(socket, areCutOff ? 'close' : 'data'));
  // Written in one turn of the loop that both ends share, so the next one reads all of them.
  for (const [index, key] of keys.entries()) sockets[index]!.write(requestOf(key));
  if (areCutOff) for (const socket of sockets) socket.resetAndDestroy();
  await Promise.all(ends);
  for (const socket of sockets) socket.destroy();
  await app.close();
  return begun;
}

const many = (name: (index: number) => string) => Array.from({ length: 60 }, (_, n) => name(n));

test('one caller’s requests that came first delay another’s by a few of them', async () => {
  const begun = await orderOf([...many(() => 'greedy'), 'modest', 'modest']);
  assert.equal(begun.length, 62);
  const places = begun.flatMap((key, place) => (key === 'modest' ? [place] : []));
  // A few of the first turn, and then every other one.
  assert.ok(places[0]! <= 6 && places[1]! <= 8, `at ${places.join(' and ')} of 62`);
});

test('keys that nobody knows have one turn together', async () => {
  const begun = await orderOf([...many((n) => `made up ${n}`), 'modest']);
  assert.ok(begun.indexOf('modest') <= 6, `at ${begun.indexOf('modest')} of 61`);
});

test('a request whose caller has hung up takes no turn', async () => {
  const begun = await orderOf(
    many(() => 'greedy'),
    { areCutOff: true },
  );
  assert.ok(begun.length < 30, `${begun.length} of 60 began`);
});
