// A disk that cannot be read for a while: callers get 503 for every request. Own server: its caches
// must be empty.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseFileIn } from '#server/data-folder.ts';
import { call, createLead } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { settleLeads } from '../support/fault-outcome.ts';
import { faultyReads } from '../support/faulty-reads.ts';
import { startServer } from '../support/server.ts';
import { assertUnavailable } from '../support/shapes.ts';
import { eventually } from '../support/within.ts';

const leads = 20;
const paths = [
  '/v1/api/leads?q=jansen',
  '/v1/api/leads?q=lead-1',
  '/v1/api/leads',
  '/v1/api/work-items',
  '/v1/api/customers?q=jansen',
  '/v1/api/address?q=utrecht',
  '/v1/api/events',
];

test('reads and searches that hit EIO get 503, and recover', async (t) => {
  const data = temporaryFolder();
  const dataDir = data.file('data');
  const faults = faultyReads(data.path, databaseFileIn(dataDir));
  if (typeof faults === 'string') return t.skip(faults);
  let server = await startServer({ dataDir, env: faults.env });
  t.after(async () => {
    await server.stop();
    data.remove();
  });
  const key = await server.createKey();
  const ids: string[] = [];
  for (let number = 0; number < leads; number++) {
    const lead = { email: `lead-${number}@example.com`, city: 'Utrecht', street: 'Dorpsstraat' };
    const { status, body } = await createLead(server, key, lead);
    assert.equal(status, 201);
    ids.push(body.id);
  }
  await server.stop();
  server = await startServer({ dataDir, env: faults.env });
  // The key is cached from here on; nothing else is.
  assert.equal((await call(server, '/v1/api/key', { key })).status, 200);

  faults.begin();
  for (const path of paths) assertUnavailable(await call(server, path, { key }));
  assertUnavailable(await createLead(server, key));
  assert.equal((await call(server, '/healthz')).status, 200);

  faults.end();
  const freeAt = performance.now();
  for (const path of paths) {
    const found = async () => (await call(server, path, { key })).status === 200;
    await eventually(found);
  }
  await eventually(async () => (await call(server, '/readyz')).status === 200);
  const last = await createLead(server, key);
  assert.equal(last.status, 201);
  const longestRecoveryMs = performance.now() - freeAt;
  const done = { fault: 'EIO on reads', times: paths.length + 1, longestRecoveryMs };
  await settleLeads(server, key, { ids: [...ids, last.body.id] }, done);
});
