// Graceful shutdown while photos are fetched: waiting callers get a response, and the next start
// resumes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLead } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { outcomesOf, trusting, wordsFor } from '../support/photo-server.ts';
import { startPictureHost } from '../support/picture-host.ts';
import { startServer } from '../support/server.ts';
import { eventually } from '../support/within.ts';

// Long after a hanging download times out.
const patient = { PHOTO_WAIT_MS: '30000', SHUTDOWN_WAIT_MS: '60000' };
const downloadMsMax = 10_000;

test('SIGTERM while a lead waits for its photos', async (t) => {
  const data = temporaryFolder();
  const host = await startPictureHost();
  t.after(() => host.close());
  const env = { ...trusting(host), ...patient };
  let server = await startServer({ dataDir: data.path, env });
  t.after(async () => {
    await server.stop();
    data.remove();
  });
  const key = await server.createKey();
  const paths = ['/held?n=1', '/missing'];
  const creating = createLead(server, key, { photoUrls: paths.map(host.url) });
  await eventually(async () => paths.every((path) => host.hits(path) > 0));

  const began = performance.now();
  assert.equal(await server.stop(), 0);
  assert.ok(performance.now() - began < downloadMsMax, 'it waited for the photo');
  const { status, body } = await creating;
  assert.equal(status, 201);
  assert.equal(wordsFor(body.photos)[0], 'pending', 'not done, and not given up');
  assert.equal(host.openConnections, 0, 'a download goes on for nobody');

  server = await startServer({ dataDir: data.path, env });
  await eventually(async () => host.hits(paths[0]!) === 2);
  host.release();
  assert.deepEqual(wordsFor(await outcomesOf(server, key, body.id)), ['stored', 'http_status']);
});
