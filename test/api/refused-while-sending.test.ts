// A sender that is refused before its body was read, and sends all of it before it reads: as many simple
// programs do. The connection ends after one request.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { call } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { makeChannel, newVisitor } from '../support/forms.ts';

await withEachServer('refused while sending', (server) => {
  const unknownToken = 'x'.repeat(40);

  /** Sends the second half long after the server could have refused the first. Returns the response. */
  async function send(path: string, bytes: number): Promise<string> {
    const { hostname, port } = new URL(server.url);
    const socket = connect({ host: hostname, port: Number(port) });
    await once(socket, 'connect');
    const [[name, address]] = Object.entries(newVisitor()) as [[string, string]];
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\n${name}: ${address}\r\nConnection: close\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`,
    );
    const half = Buffer.alloc(bytes / 2, 'x');
    for (const part of [half, half]) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      socket.once('error', reject);
      socket.write(part, (error) => (error ? reject(error) : resolve()));
      await promise;
      // Others that came later were refused by then.
      for (let later = 0; later < 5; later++) {
        assert.equal((await call(server, path, { body: {}, headers: newVisitor() })).status, 404);
      }
    }
    return text(socket);
  }

  for (const [what, path, status] of [
    ['a hook that is not there', `/in/${unknownToken}`, 404],
    ['a form that is not there', '/f/00000000-0000-7000-8000-000000000000', 404],
  ] as const) {
    test(`${what}: the answer arrives`, async () => {
      const response = await send(path, 900 * 1024);
      assert.match(response, new RegExp(`^HTTP/1.1 ${status} `));
      assert.match(response, /"statusCode":404/);
    });
  }

  test('no body is read for a hook that is not there', async () => {
    // It would be 413.
    const { status } = await call(server, `/in/${unknownToken}`, {
      rawBody: 'x'.repeat(2 * 1024 * 1024),
      headers: newVisitor(),
    });
    assert.equal(status, 404);
  });

  test('a removed hook is gone at once', async () => {
    const channel = await makeChannel(server, { type: 'hook', name: 'Portal' });
    const post = () => call(server, channel.path, { body: { name: 'Jan' }, headers: newVisitor() });
    assert.equal((await post()).status, 200);
    await channel.me.call(`/v1/app/channels/${channel.id}`, { method: 'DELETE' });
    assert.equal((await post()).status, 404);
  });
});
