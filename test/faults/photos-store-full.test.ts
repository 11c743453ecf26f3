// No room for pictures: the lead is made, the photo is tried again, and only then given up.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createLead } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { SmallDisk } from '../support/full-disk.ts';
import { logFile } from '../support/log-place.ts';
import { outcomesOf, trusting, wordsFor } from '../support/photo-server.ts';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { startServer, type TestServer } from '../support/server.ts';

const diskBytes = 4 * 1024 * 1024;
let host: PictureHost;
before(async () => {
  host = await startPictureHost();
});
after(() => host?.close());

test('a disk for pictures and the log that is full, and then has room again', async (t) => {
  const disk = SmallDisk.mount(diskBytes);
  if (typeof disk === 'string') return t.skip(disk);
  const data = temporaryFolder();
  mkdirSync(data.path, { recursive: true });
  symlinkSync(disk.path, join(data.path, 'assets'));
  let server: TestServer | undefined;
  const log = logFile(join(disk.path, 'log'));
  t.after(async () => {
    await server?.stop();
    log.close();
    disk.unmount();
    data.remove();
  });
  server = await startServer({ dataDir: data.path, env: trusting(host), log });
  const key = await server.createKey();
  const path = '/photo.png?n=1&width=900&height=700';

  disk.take(0);
  const { status, body } = await createLead(server, key, { photoUrls: [host.url(path)] });
  assert.equal(status, 201);
  assert.deepEqual(wordsFor(body.photos), ['pending']);
  assert.deepEqual(wordsFor(await outcomesOf(server, key, body.id)), ['storage_failed']);
  assert.equal(host.hits(path), 4, 'it was not tried again three times');
  assert.deepEqual(readdirSync(join(disk.path, 'incoming')), []);

  disk.giveBack();
  const again = await createLead(server, key, { photoUrls: [host.url(path)] });
  assert.deepEqual(wordsFor(again.body.photos), ['stored']);
});

test('a bucket that takes nothing more', async (t) => {
  // What a service answers whose disks are full.
  let puts = 0;
  const bucket = createServer((request, response) => {
    if (request.method === 'PUT') puts++;
    request.resume();
    response.writeHead(507, { 'content-type': 'application/xml' });
    response.end('<Error><Code>InsufficientStorage</Code></Error>');
  });
  bucket.listen(0, '127.0.0.1').unref();
  await once(bucket, 'listening');
  const { port } = bucket.address() as AddressInfo;
  const server = await startServer({
    env: {
      ...trusting(host),
      ASSETS_URL: 's3://pictures',
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
    },
  });
  t.after(async () => {
    await server.stop();
    bucket.close();
    bucket.closeAllConnections();
  });
  const { id: brandId } = await server.createBrand();
  const key = await server.createKey({ brandId });
  const path = '/photo.jpg?n=2';
  const { status, body } = await createLead(server, key, { photoUrls: [host.url(path)] });
  assert.equal(status, 201);
  assert.deepEqual(wordsFor(body.photos), ['pending']);
  assert.deepEqual(wordsFor(await outcomesOf(server, key, body.id)), ['storage_failed']);
  assert.equal(host.hits(path), 4);
  assert.ok(puts >= 4, `only ${puts} attempts to store it`);
  // What was not stored takes no room of the brand.
  const room = await server.withDatabase((db) =>
    db.first<object>(
      `select bytes, (select sum(size_bytes + thumbnail_bytes) from assets a
          where a.brand_id = t.brand_id) as counted
        from asset_totals t where brand_id = ?`,
      brandId,
    ),
  );
  assert.deepEqual({ ...room }, { bytes: 0, counted: 0 });
});
