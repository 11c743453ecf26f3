// One address takes as many connections as it can, in every way it can hold them; all others go on
// as before. Counted, not timed, and independent of the database. Own server: few slots, and its
// connections are counted.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { settleLeads } from '../support/fault-outcome.ts';
import { answerOf, HttpConnection } from '../support/http-connection.ts';
import { leadRequest } from '../support/lead-load.ts';
import { needs } from '../support/needs.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { assertError } from '../support/shapes.ts';
import { eventually } from '../support/within.ts';

const connectionsMax = 40;
const share = connectionsMax / 2;
const attacks = 120;
const others = 10;
const requestsOfEach = 3;
const [attacker, accomplice, client, proxy] = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.9'];
const healthChecks = ['/healthz', '/readyz', '/metrics'];

// Only Linux has all of 127.0.0.0/8.
describe('connections', { skip: process.platform !== 'linux' && needs('Linux') }, () => {
  let server: TestServer;
  let key: string;
  const open = new Set<HttpConnection>();
  before(async () => {
    const env = { CONNECTIONS_MAX: String(connectionsMax), TRUST_PROXY: proxy };
    server = await startServer({ env });
    key = await server.createKey();
  });
  after(() => server?.stop());

  const connectFrom = async (from: string) => {
    const connection = (await HttpConnection.open(server, { from }))!;
    open.add(connection);
    return connection;
  };
  const closeAll = async () => {
    for (const connection of open) connection.close();
    open.clear();
    // The remaining one asks for the metric.
    await eventually(async () => (await metric('vakwerk_connections')) === 1);
  };
  const get = (path: string, ...headers: string[]) =>
    [`GET ${path} HTTP/1.1`, 'Host: x', `X-API-Key: ${key}`, ...headers, '', ''].join('\r\n');
  /** On a new connection; null when that was closed. */
  const ask = async (from: string, path: string, ...headers: string[]) => {
    const connection = await connectFrom(from);
    const answer = await connection.exchange(get(path, ...headers));
    connection.close();
    return answer && answerOf(answer);
  };
  const metric = async (name: string) => {
    const lines = (await ask(client!, '/metrics'))!.text.split('\n');
    return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length));
  };
  // A request is in flight from its head, answered by 100, to its response.
  const hold = async (from: string, ...headers: string[]) => {
    const connection = await connectFrom(from);
    const request = leadRequest(key, JSON.stringify({ customerName: 'a', title: 'b' })).toString();
    const head = request.replace('\r\n', ['', 'Expect: 100-continue', ...headers, ''].join('\r\n'));
    assert.equal((await connection.exchange(head.slice(0, -1)))?.status, 100);
    return connection;
  };
  const assertHealthy = async (from: string) => {
    for (const path of healthChecks) assert.equal((await ask(from, path))?.status, 200, path);
  };
  /** Connections that other addresses need for their requests. */
  const connectionsOfOthers = async () => {
    let needed = 0;
    await Promise.all(
      Array.from({ length: others }, async () => {
        let connection: HttpConnection | undefined;
        for (let answered = 0; answered < requestsOfEach;) {
          if (!connection?.isOpen) {
            connection = await connectFrom(client!);
            assert.ok(++needed <= 3 * others, 'others need three times as many');
          }
          const answer = await connection.exchange(get('/v1/api/leads'));
          if (answer?.status === 200) answered++;
          else connection.close();
        }
      }),
    );
    return needed;
  };

  const ways: Record<string, () => Promise<unknown>> = {
    'says nothing': () => connectFrom(attacker!),
    'sends half a head': async () => (await connectFrom(attacker!)).send('GET / HTTP/1.1\r\nHo'),
    'stays after its answer': async () => (await connectFrom(attacker!)).exchange(get('/healthz')),
    'sends half a body': () => hold(attacker!),
  };
  const ids: string[] = [];
  const sendLead = async () => {
    const connection = await connectFrom(client!);
    const body = JSON.stringify({ customerName: 'Other', title: 'Other' });
    const answer = await connection.exchange(leadRequest(key, body));
    assert.equal(answer?.status, 201);
    ids.push(JSON.parse(answer.body).id);
    connection.close();
  };
  for (const [way, attack] of Object.entries(ways)) {
    test(`an address that ${way} on all its connections takes none from others`, async () => {
      for (let count = 0; count < attacks; count++) await attack();
      assert.equal(await connectionsOfOthers(), others);
      await assertHealthy(client!);
      await assertHealthy(attacker!);
      assert.equal(await connectionsOfOthers(), others);
      await sendLead();
      await closeAll();
    });
  }

  test('a client behind a proxy that disconnects frees its share', async () => {
    const forwarded = 'X-Forwarded-For: 192.0.2.7';
    for (let round = 0; round < 3; round++) {
      const connections = [];
      for (let count = 0; count < share; count++) connections.push(await connectFrom(proxy!));
      for (const connection of connections) connection.send(get('/v1/api/leads', forwarded));
      for (const connection of connections) connection.close();
    }
    assert.equal((await ask(proxy!, '/v1/api/leads', forwarded))?.status, 200);
    await closeAll();
  });

  test('an address at its limit gets 503, and idle connections stay', async () => {
    for (let count = 0; count < share; count++) await hold(attacker!);
    const refused = (await ask(attacker!, '/v1/api/leads'))!;
    assertError(refused, 429, 'too_many_connections');
    assert.match(refused.body.message, /^Your address has 20 connections/);
    assert.ok(refused.headers.get('retry-after'));
    assert.equal(refused.headers.get('connection'), 'close');
    await assertHealthy(attacker!);
    assert.equal((await ask(client!, '/v1/api/leads'))?.status, 200);
    await closeAll();
    assert.equal((await ask(attacker!, '/v1/api/leads'))?.status, 200);
  });

  test('idle connections are evicted to make room', async () => {
    const idle: HttpConnection[] = [];
    for (const from of [attacker!, accomplice!]) {
      for (let count = 0; count < share; count++) idle.push(await connectFrom(from));
    }
    // Recently used, so evicted last.
    assert.equal((await idle[0]!.exchange(get('/healthz')))?.status, 200);
    assert.equal(await connectionsOfOthers(), others);
    await eventually(async () => idle.filter(({ isOpen }) => isOpen).length === 2 * share - others);
    assert.ok(idle[0]!.isOpen);
    assert.equal(await metric('vakwerk_connections'), connectionsMax);
    await closeAll();
  });

  test('when every slot is busy, health checks are answered and all else gets 503', async () => {
    for (let count = 0; count < share; count++) {
      await hold(attacker!);
      await hold(accomplice!);
    }
    const silent = await connectFrom(accomplice!);
    for (let count = 0; count < attacks; count++) await connectFrom(accomplice!);
    const refused = (await ask(client!, '/v1/api/leads'))!;
    assertError(refused, 503);
    assert.match(refused.body.message, /no room for more connections/);
    assert.ok(refused.headers.get('retry-after'));
    assert.equal(refused.headers.get('connection'), 'close');
    await assertHealthy(client!);
    await silent.gone;
    assert.doesNotMatch(server.output(), /"request failed"/);
    assert.ok((await metric('vakwerk_connections_refused_total{reason="full"}')) > 0);
    await closeAll();
  });

  test('behind a trusted proxy the forwarded address counts', async () => {
    const of = (address: string) => `X-Forwarded-For: ${address}`;
    const first = await hold(proxy!, of('203.0.113.1'));
    for (let count = 1; count < share; count++)
      await hold(proxy!, of(`9.9.9.${count}, 203.0.113.1`));
    const from1 = () => ask(proxy!, '/v1/api/leads', of('203.0.113.1'));
    assertError((await from1())!, 429);
    for (const path of healthChecks) {
      assert.equal((await ask(proxy!, path, of('203.0.113.1')))?.status, 200);
    }
    assert.equal((await ask(proxy!, '/v1/api/leads', of('203.0.113.2')))?.status, 200);
    assert.equal((await ask(proxy!, '/v1/api/leads'))?.status, 200);
    // A connection that was never answered is evicted too.
    first.close();
    await eventually(async () => (await from1())?.status === 200);
    await closeAll();
  });

  test('leads sent meanwhile are stored', async () => {
    const times = attacks * Object.keys(ways).length;
    const fault = 'connections that one address opens and holds';
    await settleLeads(server, key, { ids }, { fault, times });
  });
});
