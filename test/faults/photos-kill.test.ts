// kill -9 while photos are fetched, re-encoded and stored: after the restart each is stored or
// failed, and no file is orphaned.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { assertSound } from '../support/assert-sound.ts';
import { call, createLead } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { settleLeads } from '../support/fault-outcome.ts';
import { outcomesOf, trusting, wordsFor } from '../support/photo-server.ts';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { pictureProcessesOf } from '../support/picture-maker.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { eventually } from '../support/within.ts';

const leadsBetweenKills = 2;

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
  await server?.stop();
  await host?.close();
  data.remove();
});

// Of each lead, in this order.
const paths = (number: number) => [
  `/slow?ms=1500&n=${number}`,
  `/photo.png?n=${number}&width=1200&height=900`,
  `/flaky?fail=1&n=${number}`,
  `/missing?n=${number}`,
  // The same for all.
  '/photo.webp?n=1',
];
const expected = ['stored', 'stored', 'stored', 'http_status', 'stored'];

const filesIn = (folder: string) => readdirSync(join(data.path, folder), { recursive: true });
const incoming = () => filesIn('assets/incoming').length;
const stored = () =>
  filesIn('assets').filter((name) => !String(name).startsWith('incoming')).length;

// Each while other photos are at other stages.
const moments: Record<string, (before: { stored: number; hits: number }) => boolean> = {
  'a host is asked': ({ hits }) => host.hits('/slow') > hits,
  'a picture is being made': () => pictureProcessesOf(server.pid).length > 0 && incoming() > 0,
  'a picture is stored': (before) => stored() > before.stored,
};

test(`${Object.keys(moments).length} kills while photos are pending`, async () => {
  const key = await server.createKey();
  const leads: string[] = [];
  for (const [moment, hasCome] of Object.entries(moments)) {
    const before = { stored: stored(), hits: host.hits('/slow') };
    for (let count = 0; count < leadsBetweenKills; count++) {
      const photoUrls = paths(leads.length).map((path) => host.url(path));
      const { status, body } = await createLead(server, key, { photoUrls });
      assert.equal(status, 201);
      leads.push(body.id);
    }
    await eventually(async () => hasCome(before));
    await server.stop('SIGKILL');
    const pending = await server.withDatabase((db) => db.all('select * from jobs'));
    assert.ok(pending.length > 0, `none was pending when ${moment}`);
    server = await start();
  }

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
  await eventually(async () => incoming() === 0);
  await server.withDatabase(async (db) =>
    assert.deepEqual(await db.all('select id from jobs'), []),
  );
  assert.equal(await assertSound(server), leads.length);
  const times = Object.keys(moments).length;
  const done = { fault: 'kill -9 while photos are fetched', times, isKill: true };
  await settleLeads(server, key, { ids: leads }, done);
});
