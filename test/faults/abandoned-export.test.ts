// Exports whose client disconnects halfway: the rest is not read, and no other caller notices.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { call, createLead, listAll } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { metric } from '../support/metrics.ts';
import type { TestServer } from '../support/server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

// More than the buffers between two programs hold.
const leads = 600;
const leadsAtOnce = 300;
const textLength = 10_000;
const readersThatLeave = 3;

withEachDatabase('an abandoned export', (start) => {
  let server: TestServer;
  let me: SignedIn;
  let key: string;
  let customerId: string;
  before(async () => {
    server = await start();
    me = await signInAs(server);
    key = await server.createKey({ brandId: me.brandId });
    const email = 'one@example.com';
    const lead = { customerName: 'One', title: 'Long', email };
    for (let at = 0; at < leads; at += leadsAtOnce) {
      const body = { leads: Array.from({ length: leadsAtOnce }, () => lead) };
      assert.equal((await call(server, '/v1/api/leads/batch', { key, body })).status, 200);
    }
    const text = 'x'.repeat(textLength);
    await server.withDatabase((db) =>
      db.run('update work_items set description = ?, notes = ?', text, text),
    );
    ({ customerId } = (await createLead(server, key, { email })).body);
  });
  after(() => server?.stop());

  const piecesRead = (action: string) =>
    metric(server, `vakwerk_action_seconds_count{action="${action}"}`);
  const ended = (route: string) =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes(`"route":"${route}"`));

  async function leaveAtFirstBytes(path: string, header: string): Promise<void> {
    const { hostname, port } = new URL(server.url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${header}\r\n\r\n`);
    const [start] = (await once(socket, 'data')) as [Buffer];
    assert.match(start.toString('latin1'), /^HTTP\/1\.1 200 /);
    socket.destroy();
  }

  const exports = [
    {
      what: 'a table',
      path: () => '/v1/app/export/leads.csv',
      route: '/v1/app/export/leads.csv',
      action: 'exportTable',
      header: () => `Cookie: ${me.cookie}`,
    },
    {
      what: 'all of a person',
      path: () => `/v1/api/customers/${customerId}/export`,
      route: '/v1/api/customers/:id/export',
      action: 'exportWorkItems',
      header: () => `X-API-Key: ${key}`,
    },
  ];
  for (const { what, path, route, action, header } of exports) {
    test(`${what}: the rest is not read, and other callers are served`, async () => {
      const [name, value] = header().split(': ') as [string, string];
      const whole = await fetch(new URL(path(), server.url), { headers: { [name]: value } });
      await whole.arrayBuffer();
      const piecesOfAll = await piecesRead(action);
      assert.ok(piecesOfAll >= 4, `${piecesOfAll} pieces`);

      const leaving = Array.from({ length: readersThatLeave }, () =>
        leaveAtFirstBytes(path(), header()),
      );
      await Promise.all(leaving);
      const asked = readersThatLeave + 1;
      // Too few or too many: the lines tell.
      await eventually(async () => ended(route).length >= asked).catch(() => {});
      assert.equal(ended(route).length, asked, ended(route).join('\n'));
      // The brand's log records the partial export too.
      const logged = `/v1/api/requests?route=${route.replace(':id', '{id}')}`;
      await eventually(async () => {
        const { data } = (await call(server, logged, { key })).body;
        return data.length === asked;
      });
      assert.equal((await listAll(server, key, '/v1/api/leads?limit=200')).length, leads + 1);
      const pieces = (await piecesRead(action)) - piecesOfAll;
      assert.ok(pieces <= (readersThatLeave * piecesOfAll) / 2, `${pieces} of ${piecesOfAll} each`);
    });
  }
});
