// Photos are fetched by either server, and stored in a shared bucket.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { storeFromElsewhere } from '../support/lead-from-elsewhere.ts';
import { listeners } from '../support/listeners.ts';
import { metric } from '../support/metrics.ts';
import { type Nodes, startNodes } from '../support/nodes.ts';
import { trusting, wordsFor } from '../support/photo-server.ts';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { eventually } from '../support/within.ts';

// Longer than anything here may take: a response this late means a lost notification.
const photoWaitMs = 30_000;
// Polling starts only after more than a minute.
const jobLeaseMs = '600000';
const leadsMax = 40;

let host: PictureHost;
let bucket: S3Server;
let nodes: Nodes;
let brandId: string;
let key: string;
let photosSent = 0;
before(async () => {
  host = await startPictureHost();
  bucket = await startS3Server();
  nodes = await startNodes({
    env: {
      ...trusting(host),
      ...bucket.env,
      PHOTO_WAIT_MS: String(photoWaitMs),
      JOB_LEASE_MS: jobLeaseMs,
    },
  });
  ({ id: brandId } = await nodes.all[0].createBrand());
  key = await nodes.all[0].createKey({ brandId });
});
after(async () => {
  await nodes?.stop();
  await bucket?.stop();
  await host?.close();
});

test('a response does not wait for a photo that the other server has stored', async (t) => {
  const [asked, other] = nodes.all;
  let leads = 0;
  let slowestMs = 0;
  const storedBefore = await storedBy(other);
  while ((await storedBy(other)) === storedBefore) {
    assert.ok(leads++ < leadsMax, 'the other server takes no job');
    const began = performance.now();
    const { status, body } = await createLead(asked, key, { photoUrls: [newPhoto(), newPhoto()] });
    slowestMs = Math.max(slowestMs, performance.now() - began);
    assert.equal(status, 201);
    assert.deepEqual(wordsFor(body.photos), ['stored', 'stored'], asked.output() + other.output());
    for (const { assetId } of body.photos) {
      for (const node of nodes.all) {
        assert.equal((await call(node, `/v1/api/assets/${assetId}`, { key })).status, 200);
      }
    }
  }
  t.diagnostic(`${leads} leads, the slowest answer took ${Math.round(slowestMs)} ms`);
  assert.ok(slowestMs < photoWaitMs / 2, `an answer took ${slowestMs} ms`);
});

test('while one server waits for a lead’s photos, a retry on the other is too early', async () => {
  const [asked, other] = nodes.all;
  const slow = '/held?n=409';
  const lead = { photoUrls: [host.url(slow)] };
  const headers = { 'idempotency-key': 'with photos' };
  const first = createLead(asked, key, lead, headers);
  await eventually(async () => host.hits(slow) > 0);
  const tooEarly = await createLead(other, key, lead, headers);
  assert.equal(tooEarly.status, 409);
  // As long as the photos may take, so that the retry is not too early again.
  const retryAfterSeconds = Number(tooEarly.headers.get('retry-after'));
  const secondsMax = photoWaitMs / 1000 + 1;
  assert.ok(retryAfterSeconds > secondsMax / 2 && retryAfterSeconds <= secondsMax);
  host.release();
  const answer = await first;
  assert.deepEqual(wordsFor(answer.body.photos), ['stored']);
  const again = await createLead(other, key, lead, headers);
  assert.equal(again.text, answer.text);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
});

test('a job from another process starts on notification', async () => {
  await eventually(async () => (await listeners(nodes).count()) === nodes.all.length);
  await storeFromElsewhere({ nodes, brandId, key, photoUrl: newPhoto() });
});

function newPhoto(): string {
  return host.url(`/photo.jpg?n=${photosSent++}`);
}

function storedBy(node: { url: string }): Promise<number> {
  return metric(node, 'vakwerk_photos_total{outcome="stored"}').catch(() => 0);
}
