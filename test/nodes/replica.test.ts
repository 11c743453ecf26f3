// Lists from a replica: as if there were none, whatever it does.
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { metric } from '../support/metrics.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { cannotHoldProcesses, holdProcesses } from '../support/postgres-processes.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { assertInTime, eventually, timelyTest } from '../support/within.ts';
import { Client } from 'pg';

// Of a list, the first of which still asks the replica.
const hangMsMax = 2_000;

let primary: PostgresServer;
let replica: PostgresServer;
let nodes: TestServer[];
let key: string;

// A search is read anew each time.
const searched = '/v1/api/leads?q=nobody';

before(async () => {
  primary = await startPostgres();
  const databaseUrl = await primary.createDatabase();
  await primary.stop();
  replica = await startPostgres({ replicaOf: primary });
  await primary.restart();
  const replicaUrl = new URL(databaseUrl);
  replicaUrl.port = String(replica.port);
  const env = { DATABASE_REPLICA_URL: replicaUrl.href };
  nodes = [await startServer({ databaseUrl, env }), await startServer({ databaseUrl, env })];
  key = await nodes[0]!.createKey();
  await eventually(async () => {
    await call(nodes[0]!, searched, { key });
    return (await listsFrom('replica')) > 0;
  });
});
after(async () => {
  await Promise.all((nodes ?? []).map((node) => node.stop()));
  await replica?.close();
  await primary?.close();
});

const listsFrom = async (who: 'replica' | 'primary') => {
  const counts = await Promise.all(
    nodes.map((node) => metric(node, `vakwerk_replica_reads_total{from="${who}"}`).catch(() => 0)),
  );
  return counts.reduce((sum, count) => sum + count);
};

/** Writes through one node and reads through the other, at once. */
async function assertReadsOwnWrites(times: number): Promise<void> {
  for (let count = 0; count < times; count++) {
    const [writer, reader] = count % 2 === 0 ? nodes : nodes.toReversed();
    const { status, body } = await createLead(writer!, key, { title: `Lead ${count}` });
    assert.equal(status, 201);
    const listed = await call(reader!, '/v1/api/leads?limit=1', { key });
    assert.equal(listed.status, 200);
    assert.equal(listed.body.data[0]?.id, body.id, 'who wrote does not see it');
  }
}

test('a lead is in the list as soon as it is acknowledged, on every node', async (t) => {
  const before = { replica: await listsFrom('replica'), primary: await listsFrom('primary') };
  await assertReadsOwnWrites(24);
  const fromReplica = (await listsFrom('replica')) - before.replica;
  t.diagnostic(`${fromReplica} of 24 lists came from the replica`);
  assert.ok(fromReplica > 0, 'the replica was not used');
});

test('a replica that falls behind is not asked', async () => {
  const before = await listsFrom('replica');
  await whileReplicaStandsStill(async () => {
    await assertReadsOwnWrites(4);
    assert.equal(await listsFrom('replica'), before);
  });
  await untilListsComeFromReplica();
});

test('who a lead comes from is never asked of the replica, which knows other people', async () => {
  const [writer, other] = nodes;
  const customerOf = async (node: TestServer, person: Record<string, string>): Promise<string> => {
    const { status, body } = await createLead(node, key, person);
    assert.equal(status, 201);
    return body.customerId;
  };
  const plannedFor = async (person: object): Promise<string | null> => {
    const leads = [{ customerName: 'A', title: 'Lead', ...person }];
    const body = { leads, dryRun: true };
    const planned = await call(other!, '/v1/api/leads/batch', { key, body });
    return planned.body.data[0].customerId;
  };
  const moved = { email: 'moved@example.com' };
  const movedTo = { email: 'moved-to@example.com' };
  const fresh = { email: 'fresh@example.com', phone: '0612345678' };
  const movedId = await customerOf(writer!, moved);
  await untilListsComeFromReplica();
  assert.equal(await plannedFor(moved), movedId);

  await whileReplicaStandsStill(async () => {
    const path = `/v1/api/customers/${movedId}`;
    const patched = await call(writer!, path, { key, method: 'PATCH', body: movedTo });
    assert.equal(patched.status, 200);
    const freshId = await customerOf(writer!, fresh);
    // Those whom only the primary knows.
    assert.equal(await plannedFor({ phone: fresh.phone }), freshId);
    assert.equal(await customerOf(other!, { email: fresh.email }), freshId);
    assert.equal(await customerOf(other!, { phone: fresh.phone }), freshId);
    assert.equal(await customerOf(other!, movedTo), movedId);
    // Whom only the replica knows by that address.
    assert.equal(await plannedFor(moved), null);
    assert.notEqual(await customerOf(other!, moved), movedId);
  });
  await untilListsComeFromReplica();
});

async function whileReplicaStandsStill(work: () => Promise<void>): Promise<void> {
  const admin = new Client(replica.url);
  await admin.connect();
  try {
    await admin.query('select pg_wal_replay_pause()');
    await work();
    await admin.query('select pg_wal_replay_resume()');
  } finally {
    await admin.end();
  }
}

async function untilListsComeFromReplica(): Promise<void> {
  const before = await listsFrom('replica');
  await eventually(async () => {
    await call(nodes[0]!, searched, { key });
    return (await listsFrom('replica')) > before;
  });
}

timelyTest('a replica that hangs holds nobody up', whileReplicaHangs, {
  skip: cannotHoldProcesses,
});

async function whileReplicaHangs(t: TestContext): Promise<void> {
  const before = await listsFrom('primary');
  const letGo = holdProcesses(replica);
  try {
    const tookMs: number[] = [];
    for (let count = 0; count < 10; count++) {
      const began = performance.now();
      await assertReadsOwnWrites(1);
      tookMs.push(Math.round(performance.now() - began));
    }
    t.diagnostic(`a write and a list took ${tookMs.join(', ')} ms`);
    assert.equal(await listsFrom('primary'), before + tookMs.length);
    assertInTime(Math.max(...tookMs), hangMsMax, 'a write and a list');
  } finally {
    letGo();
  }
  const fromReplica = await listsFrom('replica');
  await eventually(async () => {
    await call(nodes[0]!, searched, { key });
    return (await listsFrom('replica')) > fromReplica;
  });
}

test('without the replica the lists come from the primary, and later from the replica again', async () => {
  await replica.crash();
  await assertReadsOwnWrites(6);
  await replica.restart();
  const before = await listsFrom('replica');
  await eventually(async () => {
    for (const node of nodes) await call(node, searched, { key });
    return (await listsFrom('replica')) > before;
  });
  await assertReadsOwnWrites(6);
});
