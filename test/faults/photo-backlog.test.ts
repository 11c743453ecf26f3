// A backlog of photos: the queue is bounded, and other brands notice nothing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { trusting, wordsFor } from '../support/photo-server.ts';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { startServer, type TestServer } from '../support/server.ts';

const photosPendingMax = 2_000;
const photosPerLead = 10;
let host: PictureHost;
let dns: DnsServer;
let server: TestServer;
before(async () => {
  host = await startPictureHost();
  dns = await startDnsServer();
  server = await startServer({
    env: { ...trusting(host), PHOTO_DNS_SERVERS: dns.address },
  });
});
after(async () => {
  await server?.stop();
  await host?.close();
  await dns?.close();
});

test('two brands fill the queue with hanging hosts; a third gets its photo immediately', async () => {
  const floods = [await server.createKey(), await server.createKey()];
  let number = 0;
  const hanging = () => {
    const name = `host-${number++}.photos.test`;
    dns.script(name, 'A', ['127.0.0.1']);
    return `https://${name}:${host.port}/hang`;
  };
  // A batch does not wait for its photos.
  for (const key of floods) {
    const leads = Array.from({ length: photosPendingMax / photosPerLead + 1 }, () => ({
      customerName: 'Flood',
      title: 'Flood',
      photoUrls: Array.from({ length: photosPerLead }, hanging),
    }));
    const { status, text } = await call(server, '/v1/api/leads/batch', { key, body: { leads } });
    assert.equal(status, 200, text);
  }
  for (const key of floods) {
    const photos = [];
    for (let next: string | undefined = '/v1/api/leads?limit=200'; next !== undefined;) {
      const page = await call(server, next, { key });
      photos.push(...page.body.data.flatMap((lead: { photos: object[] }) => lead.photos));
      next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
    }
    const words = wordsFor(photos);
    assert.equal(words.filter((word) => word === 'storage_failed').length, photosPerLead);
    assert.equal(words.filter((word) => word === 'pending').length, photosPendingMax);
  }

  const key = await server.createKey();
  const { body } = await createLead(server, key, { photoUrls: [host.url('/photo.jpg')] });
  // The response waits for less time than a hanging host occupies its slot.
  assert.deepEqual(wordsFor(body.photos), ['stored']);
});
