// Polling covers servers that never receive a NOTIFY.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call } from '../support/call.ts';
import { type DeafProxy, startDeafProxy } from '../support/deaf-proxy.ts';
import { storeFromElsewhere } from '../support/lead-from-elsewhere.ts';
import { listeners } from '../support/listeners.ts';
import { type Nodes, startNodes } from '../support/nodes.ts';
import { trusting } from '../support/photo-server.ts';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { dropDatabase } from '../support/postgres.ts';
import { createMigratedDatabase, postgresForTests } from '../support/postgres-for-tests.ts';
import { assertError } from '../support/shapes.ts';
import { revokeKey } from '../support/stored-keys.ts';
import { assertInTime, eventually, timelyTest } from '../support/within.ts';

// A worker polls six times per lease.
const jobLeaseMs = '12000';
const revocationMsMax = 1_000;
// Each server has tried to listen, and retried.
const refusedMin = 4;

let databaseUrl: string;
let proxy: DeafProxy;
let host: PictureHost;
let nodes: Nodes;
let brandId: string;
let key: string;
before(async () => {
  databaseUrl = await createMigratedDatabase();
  proxy = await startDeafProxy(databaseUrl);
  host = await startPictureHost();
  const env = { ...trusting(host), JOB_LEASE_MS: jobLeaseMs };
  nodes = await startNodes({ databaseUrl: proxy.url, env });
  ({ id: brandId } = await nodes.all[0].createBrand());
  key = await nodes.all[0].createKey({ brandId });
  await eventually(async () => proxy.refused >= refusedMin);
});
after(async () => {
  await nodes?.stop();
  await host?.close();
  await proxy?.close();
  await dropDatabase(await postgresForTests(), databaseUrl);
});

timelyTest('a revoked key stops on both', async (t) => {
  const revoked = await nodes.all[0].createKey({ brandId });
  for (const node of nodes.all) {
    assert.equal((await call(node, '/v1/api/leads', { key: revoked })).status, 200);
  }
  await revokeKey(nodes.all[0], revoked);
  const revokedAt = performance.now();
  for (const node of nodes.all) {
    await eventually(async () => {
      return (await call(node, '/v1/api/leads', { key: revoked })).status === 401;
    });
  }
  const tookMs = Math.round(performance.now() - revokedAt);
  t.diagnostic(`it took ${tookMs} ms`);
  for (const node of nodes.all) {
    assertError(await call(node, '/v1/api/leads', { key: revoked }), 401);
  }
  assert.equal(await listeners(nodes).count(), 0);
  assertInTime(tookMs, revocationMsMax, 'the revocation');
});

test('a job from another process starts by polling', async () => {
  await storeFromElsewhere({ nodes, brandId, key, photoUrl: host.url('/photo.jpg') });
  assert.equal(await listeners(nodes).count(), 0);
});
