// Photos that pile up: the queue has an end, and other brands notice nothing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { trusting, wordsFor } from '../support/photo-server.ts';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { assertInTime, lookAgainIfSlow } from '../support/within.ts';

const photosPendingMax = 2_000;
let host: PictureHost;
let dns: DnsServer;
let server: TestServer;
before(async () => {
  host = await startPictureHost();
  dns = await startDnsServer();
  server = await startServer({
    env: { ...trusting(host), PHOTO_DNS_SERVERS: dns.address, PHOTO_WAIT_MS: '4000' },
  });
});
after(async () => {
  await server.stop();
  await host.close();
  await dns.close();
});

test('two brands fill the queue with hosts that hang; a third gets its photo at once', async (t) => {
  const floods = [await server.createKey(), await server.createKey()];
  let number = 0;
  const hanging = () => {
    const name = `host-${number++}.photos.test`;
    dns.script(name, 'A', ['127.0.0.1']);
    return `https://${name}:${host.port}/hang`;
  };
  // Not waited for: each would take the whole wait.
  const flood = floods.flatMap((key) =>
    Array.from({ length: photosPendingMax / 10 + 1 }, () =>
      createLead(server, key, { photoUrls: Array.from({ length: 10 }, hanging) }),
    ),
  );
  const answers = await Promise.all(flood);
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
  for (const key of floods) {
    const photos = [];
    for (let next: string | undefined = '/v1/api/leads?limit=200'; next !== undefined;) {
      const page = await call(server, next, { key });
      photos.push(...page.body.data.flatMap((lead: { photos: object[] }) => lead.photos));
      next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
    }
    const words = wordsFor(photos);
    assert.equal(words.filter((word) => word === 'storage_failed').length, 10);
    assert.equal(words.filter((word) => word === 'pending').length, photosPendingMax);
  }

  await lookAgainIfSlow(t, async () => {
    const key = await server.createKey();
    const began = performance.now();
    const { body } = await createLead(server, key, { photoUrls: [host.url('/photo.jpg')] });
    assertInTime(performance.now() - began, 3_000, 'a lead that may not wait for the others');
    assert.deepEqual(wordsFor(body.photos), ['stored']);
  });
});
