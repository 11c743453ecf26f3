// kill -9 while photos are being fetched, again and again: after the restart each becomes stored or
// failed, and nothing is left lying about.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { assertSound } from '../support/assert-sound.ts';
import { call, createLead } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { outcomesOf, trusting, wordsFor } from '../support/photo-server.ts';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { eventually } from '../support/within.ts';

const kills = 8;
const leadsBetweenKills = 4;
const killAfterMs = { least: 50, most: 900 };
const seed = Number(process.env['SEED'] ?? 31);
const random = seededRandom(seed);

const data = temporaryFolder();
let host: PictureHost;
let server: TestServer;
const start = () =>
  startServer({ dataDir: data.path, env: { ...trusting(host), PHOTO_WAIT_MS: '0' } });

before(async () => {
  host = await startPictureHost();
  server = await start();
});
after(async () => {
  await server.stop();
  await host.close();
  data.remove();
});

// Of each lead, in this order.
const paths = (number: number) => [
  `/slow?ms=${Math.round(random() * 800)}&n=${number}`,
  `/photo.png?n=${number}&width=1200&height=900`,
  `/flaky?fail=1&n=${number}`,
  `/missing?n=${number}`,
  // The same for all.
  '/photo.webp?n=1',
];
const expected = ['stored', 'stored', 'stored', 'http_status', 'stored'];

test(`${kills} kills while photos are pending`, async (t) => {
  t.diagnostic(`SEED=${seed}`);
  const key = await server.createKey();
  const leads: string[] = [];
  let pendingAtKill = 0;
  for (let kill = 0; kill < kills; kill++) {
    for (let count = 0; count < leadsBetweenKills; count++) {
      const photoUrls = paths(leads.length).map((path) => host.url(path));
      const { status, body } = await createLead(server, key, { photoUrls });
      assert.equal(status, 201);
      leads.push(body.id);
    }
    await wait(killAfterMs.least + random() * (killAfterMs.most - killAfterMs.least));
    await server.stop('SIGKILL');
    pendingAtKill += await server.withDatabase(
      async (db) => (await db.all('select * from jobs')).length,
    );
    server = await start();
  }
  t.diagnostic(`${pendingAtKill} photos were pending when the server was killed`);
  assert.ok(pendingAtKill > 0, 'no kill hit a photo');

  const sharedIds = new Set<string | null>();
  for (const id of leads) {
    const photos = await outcomesOf(server, key, id);
    assert.deepEqual(wordsFor(photos), expected);
    sharedIds.add(photos[4]!.assetId);
    for (const { assetId, sizeBytes } of photos.filter(({ status }) => status === 'stored')) {
      const { status, headers } = await call(server, `/v1/api/assets/${assetId}`, {
        key,
        method: 'HEAD',
      });
      assert.equal(status, 200);
      assert.equal(Number(headers.get('content-length')), sizeBytes);
    }
  }
  assert.equal(sharedIds.size, 1, 'the same picture is stored once');
  await eventually(async () => readdirSync(join(data.path, 'assets', 'incoming')).length === 0);
  await server.withDatabase(async (db) =>
    assert.deepEqual(await db.all('select id from jobs'), []),
  );
  assert.equal(await assertSound(server), leads.length);
});
