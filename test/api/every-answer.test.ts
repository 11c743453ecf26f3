// Properties of every response, whichever layer sends it.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Answer, call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { answerOf, HttpConnection } from '../support/http-connection.ts';
import { leadRequest } from '../support/lead-load.ts';
import { sendRaw } from '../support/raw-http.ts';
import { assertError, assertErrorCode } from '../support/shapes.ts';
import { signInAs } from '../support/sign-in.ts';

const halfClosed = 20;

await withEachServer('every answer', (server) => {
  let key: string;
  before(async () => {
    key = await server.createKey();
  });
  const end = ['Connection: close', '', ''];

  test('has X-Content-Type-Options: nosniff, and an Error-Code if it is an error', async () => {
    const { body, headers: made } = await createLead(server, key);
    const item = `/v1/api/work-items/${body.id}`;
    const { body: another } = await createLead(server, key);
    const page = await call(server, '/');
    const file = /src="(\/assets\/[^"]+)"/.exec(page.text)![1]!;
    const known = async (path: string) => {
      const { headers } = await call(server, path, { key });
      const again = { 'if-none-match': headers.get('etag')! };
      return call(server, path, { key, headers: again });
    };
    const answers: [status: number, answer: Answer | Promise<Answer>][] = [
      [200, page],
      [200, call(server, file)],
      [304, known(file)],
      [304, known(item)],
      [404, call(server, '/assets/none.js')],
      [404, call(server, '/nothing')],
      [404, call(server, '/nothing', { headers: { accept: 'text/html' } })],
      ...['/docs', '/docs/guide', '/docs/start.js', '/openapi.json', '/healthz', '/readyz'].map(
        (path): [number, Promise<Answer>] => [200, call(server, path)],
      ),
      [200, call(server, '/metrics')],
      [200, call(server, '/v1/api/leads', { key })],
      [200, call(server, '/v1/api/leads', { key, method: 'HEAD' })],
      [201, createLead(server, key)],
      [204, call(server, `/v1/api/work-items/${another.id}`, { key, method: 'DELETE' })],
      [400, createLead(server, key, { title: 1 })],
      [401, call(server, '/v1/api/leads')],
      [401, call(server, '/v1/app/session')],
      [405, call(server, '/healthz', { method: 'PUT' })],
      [413, createLead(server, key, { notes: 'x'.repeat(300_000) })],
      [400, sendRaw(server, 'GET /%zz HTTP/1.1', 'Host: x', ...end)],
      [400, sendRaw(server, 'GARBAGE', '', '')],
      [431, sendRaw(server, 'GET / HTTP/1.1', 'Host: x', `A: ${'x'.repeat(20_000)}`, '', '')],
      [405, sendRaw(server, 'CONNECT x:1 HTTP/1.1', 'Host: x', '', '')],
    ];
    assert.equal(made.get('x-content-type-options'), 'nosniff');
    for (const [index, [status, answer]] of answers.entries()) {
      const { status: got, headers } = await answer;
      assert.equal(got, status, `answer ${index}`);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', `answer ${index}`);
      assert.equal(headers.get('strict-transport-security'), null);
      if (status >= 400) assertErrorCode({ status, headers });
    }
  });

  test('a request with two Host headers is refused, also when they are the same', async () => {
    const asked = ['X-API-Key: ' + key, ...end];
    for (const path of ['/healthz', '/v1/api/leads', '/']) {
      for (const hosts of [
        ['Host: a', 'Host: b'],
        ['Host: a', 'hOST: a'],
        ['Host: ', 'Accept: */*', 'Host: b'],
      ]) {
        const answer = await sendRaw(server, `GET ${path} HTTP/1.1`, ...hosts, ...asked);
        assertError(answer, 400);
        assert.match(answer.body.message, /more than one Host header/);
      }
      const once = await sendRaw(server, `GET ${path} HTTP/1.1`, 'Host: a', ...asked);
      assert.equal(once.status, 200);
    }
  });

  test('reaches a client that half-closed after its request', async () => {
    const own = await server.createKey();
    const answers = await Promise.all(
      Array.from({ length: halfClosed }, async (_, number) => {
        const connection = (await HttpConnection.open(server, { isStubborn: true }))!;
        const lead = JSON.stringify({ customerName: 'Half', title: `Half ${number}` });
        connection.socket.end(leadRequest(own, lead));
        const answer = await connection.answer();
        await connection.gone;
        return answer && answerOf(answer);
      }),
    );
    assert.deepEqual(
      answers.map((answer) => answer?.status),
      Array.from({ length: halfClosed }, () => 201),
    );
    const { body } = await call(server, '/v1/api/leads', { key: own });
    assert.equal(body.data.length, halfClosed);
  });

  test('an event stream ends when its reader half-closes', async () => {
    const { cookie } = await signInAs(server);
    const connection = (await HttpConnection.open(server, { isStubborn: true }))!;
    const asked = ['GET /v1/app/stream HTTP/1.1', 'Host: x', `Cookie: ${cookie}`, '', ''];
    assert.equal((await connection.exchange(asked.join('\r\n')))?.status, 200);
    connection.socket.end();
    await connection.gone;
  });
});
