// Clients that are slow, silent or gone. The timeouts are real: ten seconds for the head of a
// request, fifteen for all of it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { assertSound } from '../support/assert-sound.ts';
import { call, createLead } from '../support/call.ts';
import { leadsBeside } from '../support/fault-outcome.ts';
import { makeChannel, multipart, person } from '../support/forms.ts';
import { answerOf, HttpConnection } from '../support/http-connection.ts';
import { leadRequest } from '../support/lead-load.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { assertError } from '../support/shapes.ts';
import { assertInTime, eventually, timelyTest, within } from '../support/within.ts';

const headWaitMs = 10_000;
const requestWaitMs = 15_000;
const idleWaitSeconds = 75;
// The server checks its connections every second.
const marginMs = 3_000;
const dribbleEveryMs = 200;
// For the connection to close after its last response.
const goneMsMax = 5_000;
const clientsThatLeave = 50;

let server: TestServer;
let key: string;
let request: Buffer;
let beside: Awaited<ReturnType<typeof leadsBeside>>;
before(async () => {
  server = await startServer();
  key = await server.createKey();
  beside = await leadsBeside(server);
  const description = 'x'.repeat(1_000);
  request = leadRequest(key, JSON.stringify({ customerName: 'Slow', title: 'Slow', description }));
});
after(() => server?.stop());

const slow = [
  { what: 'a head that stops', sent: () => 30, rest: '', waitMs: headWaitMs },
  { what: 'a head that dribbles', sent: () => 30, rest: 'x', waitMs: headWaitMs },
  { what: 'a body that stops', sent: () => request.length - 9, rest: '', waitMs: requestWaitMs },
  { what: 'a body that dribbles', sent: headLength, rest: ' ', waitMs: requestWaitMs },
];

describe('slow clients', { concurrency: true }, () => {
  for (const { what, sent, rest, waitMs } of slow) {
    timelyTest(`${what} is 408 and the connection closes`, async (t) => {
      const connection = (await HttpConnection.open(server, { isStubborn: rest !== '' }))!;
      t.after(() => connection.close());
      const began = performance.now();
      connection.send(request.subarray(0, sent()));
      const dribble = setInterval(() => {
        if (rest !== '') connection.send(rest);
      }, dribbleEveryMs);
      t.after(() => clearInterval(dribble));
      const answer = await connection.answer();
      const tookMs = performance.now() - began;
      assert.ok(answer, `the connection broke after ${tookMs} ms without an answer`);
      assertError(answerOf(answer), 408, 'request_timeout');
      const requestId = answerOf(answer).headers.get('x-request-id')!;
      await eventually(async () => server.output().includes(`${requestId}","status":408`));
      assert.ok(tookMs > waitMs - marginMs, `after ${tookMs} ms`);
      await within(goneMsMax, async () => connection.socket.closed);
      clearInterval(dribble);
      assertInTime(tookMs, waitMs + marginMs, 'the refusal');
    });
  }

  timelyTest('photos of a form may take longer', async (t) => {
    const channel = await makeChannel(server, { type: 'form' });
    const [upload, other] = [await HttpConnection.open(server), await HttpConnection.open(server)];
    t.after(() => [upload, other].map((connection) => connection!.close()));
    const { rawBody, headers } = multipart(person, [
      { field: 'photos', name: 'a.jpg', type: 'image/jpeg', bytes: Buffer.alloc(10_000) },
    ]);
    const head = [
      `POST ${channel.path} HTTP/1.1`,
      'Host: localhost',
      `Content-Type: ${headers['content-type']!}`,
      `Content-Length: ${rawBody.length}`,
    ].join('\r\n');
    upload!.send(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), rawBody.subarray(0, 100)]));
    other!.send(request.subarray(0, request.length - 9));
    assert.equal((await other!.answer())?.status, 408);
    const answer = await upload!.exchange(rawBody.subarray(100));
    assert.equal(answer?.status, 303);
    assert.equal((await channel.leads()).length, 1);
  });

  timelyTest('a silent connection is closed', async (t) => {
    const connection = (await HttpConnection.open(server))!;
    t.after(() => connection.close());
    await within(headWaitMs + marginMs, async () => connection.socket.closed);
  });

  test('a used connection has a Keep-Alive header', async () => {
    const { headers } = await call(server, '/healthz');
    assert.equal(headers.get('keep-alive'), `timeout=${idleWaitSeconds}`);
  });
});

describe('disconnected clients', () => {
  const lengths = {
    'inside the head': () => 30,
    'inside the body': () => request.length - 9,
    'before the answer': () => request.length,
  };
  for (const [where, length] of Object.entries(lengths)) {
    test(`clients that disconnect ${where} do no harm`, async () => {
      await Promise.all(
        Array.from({ length: clientsThatLeave }, async () => {
          const connection = (await HttpConnection.open(server))!;
          connection.send(request.subarray(0, length()));
          connection.socket.resetAndDestroy();
          await connection.gone;
        }),
      );
      assert.equal((await createLead(server, key)).status, 201);
      await assertSound(server);
    });
  }

  test('leads were accepted meanwhile', async () => {
    const times = slow.length + Object.keys(lengths).length * clientsThatLeave;
    await beside.settle({ fault: 'clients that are slow, silent or gone', times });
  });

  test('none of them is an error in the log', async () => {
    const { headers } = await call(server, '/healthz');
    const lastId = headers.get('x-request-id')!;
    await eventually(async () => server.output().includes(lastId));
    const errorLevel = 50;
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const errors = lines.filter((line) => JSON.parse(line).level >= errorLevel);
    assert.deepEqual(errors.slice(0, 3), []);
  });
});

function headLength(): number {
  return request.indexOf('\r\n\r\n') + 4;
}
