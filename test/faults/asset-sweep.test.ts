// Orphaned pictures are deleted with their files; all others stay.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { trusting } from '../support/photo-server.ts';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { eventually } from '../support/within.ts';

const data = temporaryFolder();
let host: PictureHost;
let server: TestServer;
const start = () => startServer({ dataDir: data.path, env: trusting(host) });
before(async () => {
  host = await startPictureHost();
  server = await start();
});
after(async () => {
  await server?.stop();
  await host?.close();
  data.remove();
});

const filesOf = (assetId: string) =>
  readdirSync(join(data.path, 'assets'), { recursive: true }).filter((name) =>
    String(name).includes(assetId),
  ).length;

test('an orphaned asset is deleted', async () => {
  const key = await server.createKey();
  const photoUrls = ['used', 'loose', 'young'].map((name, index) =>
    host.url(`/photo.jpg?n=${index}&${name}`),
  );
  const { body } = await createLead(server, key, { photoUrls });
  const [used, loose, young] = body.photos.map((photo: { assetId: string }) => photo.assetId);
  for (const id of [used, loose, young]) assert.equal(filesOf(id), 2);

  // As if photos were removed some time after they had been stored.
  await server.withDatabase(async (db) => {
    await db.run('update assets set created_at = 0 where id in (?, ?)', used, loose);
    await db.run('delete from photos where asset_id in (?, ?)', loose, young);
  });
  await server.stop();
  server = await start();
  const statusOf = async (id: string) =>
    (await call(server, `/v1/api/assets/${id}`, { key, method: 'HEAD' })).status;
  await eventually(async () => (await statusOf(loose)) === 404 && filesOf(loose) === 0);
  for (const id of [used, young]) {
    assert.equal(await statusOf(id), 200);
    assert.equal(filesOf(id), 2);
  }

  // The same picture can be stored again.
  const again = await createLead(server, key, { photoUrls: [photoUrls[1]] });
  assert.equal(again.body.photos[0].status, 'stored');
  assert.notEqual(again.body.photos[0].assetId, loose);
});
