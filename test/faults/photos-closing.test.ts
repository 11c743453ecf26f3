// An orderly stop while photos are being fetched: who waits is answered, and the next start goes on.
import assert from 'node:assert/strict';
import { createLead } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { outcomesOf, trusting, wordsFor } from '../support/photo-server.ts';
import { startPictureHost } from '../support/picture-host.ts';
import { startServer } from '../support/server.ts';
import { assertInTime, eventually, timelyTest } from '../support/within.ts';

const closeMsMax = 2_500;

timelyTest('SIGTERM while a lead waits for its photos', async (t) => {
  const data = temporaryFolder();
  const host = await startPictureHost();
  const env = trusting(host);
  let server = await startServer({ dataDir: data.path, env });
  t.after(async () => {
    await server.stop();
    await host.close();
    data.remove();
  });
  const key = await server.createKey();
  const slow = '/held?n=1';
  const creating = createLead(server, key, {
    photoUrls: [host.url(slow), host.url('/missing')],
  });
  await eventually(async () => host.hits(slow) + host.hits('/missing') === 2);

  const began = performance.now();
  assert.equal(await server.stop(), 0);
  const closedAfterMs = performance.now() - began;
  const { status, body } = await creating;
  assert.equal(status, 201);
  assert.equal(wordsFor(body.photos)[0], 'pending', 'not done, and not given up');
  assert.equal(host.openConnections, 0, 'a download goes on for nobody');

  server = await startServer({ dataDir: data.path, env });
  await eventually(async () => host.hits(slow) === 2);
  host.release();
  assert.deepEqual(wordsFor(await outcomesOf(server, key, body.id)), ['stored', 'http_status']);
  assertInTime(closedAfterMs, closeMsMax, 'the stop, which may not wait for photos,');
});
