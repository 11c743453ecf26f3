// Two nodes behind the load balancer of deploy/, which is run as it is.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parse } from 'yaml';
import { assertSound } from '../support/assert-sound.ts';
import { call } from '../support/call.ts';
import { type Haproxy, missingHaproxy, startHaproxy } from '../support/haproxy.ts';
import { HttpConnection } from '../support/http-connection.ts';
import { LeadLoad } from '../support/lead-load.ts';
import { needs } from '../support/needs.ts';
import { type Nodes, startNodes } from '../support/nodes.ts';
import { root } from '../support/project-files.ts';
import { sendRaw } from '../support/raw-http.ts';
import { eventually } from '../support/within.ts';

const compose = parse(readFileSync(join(root, 'deploy/compose.yaml'), 'utf8'), { merge: true });
const { SHUTDOWN_DELAY_MS } = compose.services['node-1'].environment as Record<string, string>;
const failedKeysMax = 60;
const leadsUnderWay = 50;
const connectionsOfAddressMax = 400;
const uncountedMax = 50;

describe('the load balancer of deploy/', { skip: missingHaproxy }, () => {
  let nodes: Nodes;
  let balancer: Haproxy;
  before(async () => {
    const env = { SHUTDOWN_DELAY_MS: SHUTDOWN_DELAY_MS!, TRUST_PROXY: 'loopback' };
    nodes = await startNodes({ env });
    balancer = await startHaproxy(nodes.all);
  });
  after(async () => {
    await balancer?.stop();
    await nodes?.stop();
  });

  test('shows the metrics to nobody, however they are asked for', async () => {
    const targets = `
      /metrics /metrics? /metrics?a=1 /%6detrics /%6Detrics /metric%73?a=1
      //metrics /./metrics /x/../metrics /Metrics /metrics/ /metrics;a
      /metrics#a /metrics%23a /metrics%3fa /metrics%00 /%256detrics
      http://localhost/metrics http://localhost/%6detrics?a HTTP://localhost//metrics
    `
      .trim()
      .split(/\s+/);
    const [node] = nodes.all;
    for (const target of targets) {
      const lines = [`GET ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', '', ''];
      const answer = await sendRaw({ ...node, url: balancer.url }, ...lines);
      assert.match(String(answer.status), /^40[04]$/, target);
      assert.doesNotMatch(answer.text, /# TYPE/, target);
    }
    assert.match((await call(node, '/%6detrics')).text, /# TYPE/);
  });

  test('tells the nodes where a caller is, whatever the caller says', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt <= failedKeysMax; attempt++) {
      const headers = { 'x-forwarded-for': `192.0.2.${attempt}` };
      statuses.push((await call(balancer, '/v1/api/leads', { key: 'vk_wrong', headers })).status);
    }
    assert.deepEqual(new Set(statuses.slice(0, failedKeysMax)), new Set([401]));
    assert.equal(statuses.at(-1), 429);
  });

  test('leaves room for others when one address opens all the connections it can', async (t) => {
    if (process.platform !== 'linux') return t.skip(needs('Linux'));
    const [attacker, other] = ['127.0.0.1', '127.0.0.3'];
    const open: HttpConnection[] = [];
    t.after(() => open.forEach((connection) => connection.close()));
    /** The status; null when the connection is refused. */
    const healthFrom = async (from: string) => {
      const connection = await HttpConnection.open(balancer, { from });
      if (connection) open.push(connection);
      const answer = await connection?.exchange('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
      return answer?.status ?? null;
    };
    assert.equal(await healthFrom(attacker!), 200);
    for (let count = 0; count < connectionsOfAddressMax; count++) {
      const connection = await HttpConnection.open(balancer, { from: attacker! });
      if (connection) open.push(connection);
    }
    // HAProxy accepts on several threads: the newest connection can be counted before older ones.
    const statuses: (number | null)[] = [];
    while (statuses.at(-1) !== null && statuses.length < uncountedMax) {
      statuses.push(await healthFrom(attacker!));
    }
    assert.equal(statuses.at(-1), null);
    assert.equal(await healthFrom(other!), 200);
  });

  test('loses no request when a node stops, and has an answer when none is left', async () => {
    const [leaving, staying] = nodes.all;
    const load = new LeadLoad({ key: await staying.createKey(), connections: 4 });
    load.start(balancer);
    const made = (more: number) => {
      const before = load.acknowledged.length;
      return eventually(async () => load.acknowledged.length >= before + more);
    };
    await made(leadsUnderWay);
    assert.equal(await leaving.stop(), 0);
    await made(leadsUnderWay);
    await load.stop();
    assert.deepEqual(load.refusals, []);
    assert.deepEqual(
      load.leads.filter(({ status }) => status !== 201),
      [],
    );
    assert.equal(await assertSound(staying), load.leads.length);

    await staying.stop();
    const answer = await call(balancer, '/v1/api/leads');
    assert.equal(answer.status, 503);
    assert.deepEqual(Object.keys(answer.body), ['statusCode', 'message', 'error']);
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.match(answer.headers.get('x-request-id')!, /^[0-9a-f-]{36}$/);
  });
});
