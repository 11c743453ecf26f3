// An erasure completes, whatever happens to the server; also in a bucket.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { pictureKey, thumbnailKey } from '#core/photos/asset-keys.ts';
import { S3Store } from '#outbound/s3-store.ts';
import { call, createLead, listAll } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { eraseCustomer, looksOften, untilForgotten } from '../support/erasure.ts';
import { startPhotoServer } from '../support/photo-server.ts';
import { startS3Server } from '../support/s3-server.ts';
import { startServer } from '../support/server.ts';
import { tracesOf } from '../support/traces.ts';

withEachDatabase('erasure and kill -9', (start) => {
  const data = temporaryFolder();
  after(() => data.remove());

  test('the next server completes a killed server’s erasure', async () => {
    const many = 300;
    let server = await start({ dataDir: data.path, env: looksOften });
    try {
      const key = await server.createKey();
      const leads = Array.from({ length: many }, (_, n) => ({
        customerName: 'Canary Bird',
        title: `Canary ${n}`,
        email: 'canary@example.com',
        city: 'Canaryville',
      }));
      await call(server, '/v1/api/leads/batch', { key, body: { leads } });
      const [{ customerId }] = (await call(server, '/v1/api/leads?limit=1', { key })).body.data;
      const answer = await eraseCustomer(server, key, customerId);
      assert.equal(answer.status, 202, answer.text);
      await server.stop('SIGKILL');

      server = await start({ dataDir: data.path, env: looksOften });
      await untilForgotten(server);
      const items = await listAll(server, key, `/v1/api/leads?customerId=${customerId}&limit=200`);
      assert.equal(items.length, many);
      assert.ok(items.every(({ title }) => title === 'Erased'));
      assert.deepEqual(await tracesOf(server, ['canary']), []);
      const events = await listAll(server, key, '/v1/api/events?limit=200');
      assert.equal(events.filter(({ type }) => type === 'customer.erased').length, 1);
    } finally {
      await server.stop();
    }
  });
});

test('pictures are deleted from the bucket too', async () => {
  const s3 = await startS3Server();
  const { server, host, stop } = await startPhotoServer(startServer, {
    ...looksOften,
    ...s3.env,
  });
  const data = temporaryFolder();
  const store = new S3Store(s3.settings, data.path);
  try {
    const { id: brandId } = await server.createBrand();
    const key = await server.createKey({ brandId });
    const { body } = await createLead(server, key, { photoUrls: [host.url('/photo.jpg?n=3')] });
    const [{ assetId }] = body.photos;
    const keys = [pictureKey(brandId, assetId), thumbnailKey(brandId, assetId)];
    for (const name of keys) assert.equal(await store.has(name), true);
    assert.equal((await eraseCustomer(server, key, body.customerId)).status, 204);
    await untilForgotten(server);
    for (const name of keys) assert.equal(await store.has(name), false);
  } finally {
    await stop();
    store.close();
    await s3.stop();
    data.remove();
  }
});
