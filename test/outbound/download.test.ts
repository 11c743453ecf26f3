// Downloads from a hostile host. Only 127.0.0.1 is trusted; 127.0.0.2 counts as private.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { getEventListeners, once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { setDefaultCACertificates } from 'node:tls';
import { photoBytesMax, photoDownloadMsMax, photoRedirectsMax } from '#contract/limits.ts';
import type { PhotoError } from '#contract/photo-lists.ts';
import { type Network, readNetworks } from '#core/networks.ts';
import { download, DownloadFailed } from '#outbound/download.ts';
import { createGuard, type Guard } from '#outbound/guard.ts';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { SmallDisk } from '../support/full-disk.ts';
import { authorityFile, type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { makePicture } from '../support/sample-pictures.ts';
import { eventually } from '../support/within.ts';

// Timers may fire a millisecond early, and have no fractions.
const paceSlackMs = 2;
const largestPhotoMsMin = 3_000;
// Written in pieces of this size plus a chunk at most.
const pieceBytes = 256 * 1024;
const chunkBytesMax = 64 * 1024;
// The pace gives a piece 50 ms.
const gaveUpMsMax = 20;
const connectionEveryMs = 10;
const connectionsAtOnce = 20;
const folder = mkdtempSync(join(tmpdir(), 'vakwerk-download-'));
let dns: DnsServer;
let host: PictureHost;
let neighbour: PictureHost;
let silent: Server;
let silentUrl: string;
let guard: Guard;
let files = 0;

before(async () => {
  setDefaultCACertificates([readFileSync(authorityFile, 'utf8')]);
  dns = await startDnsServer();
  host = await startPictureHost();
  neighbour = await startPictureHost({ address: '127.0.0.2' });
  silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  silentUrl = `https://127.0.0.1:${port}/`;
  guard = createGuard({
    trustedNetworks: readNetworks('127.0.0.1') as Network[],
    ports: [host.port, neighbour.port, port],
    dnsServers: [dns.address],
  });
});

after(async () => {
  silent?.close();
  await Promise.all([dns?.close(), host?.close(), neighbour?.close()]);
  rmSync(folder, { recursive: true });
});

const newFile = () => join(folder, `photo-${files++}`);

function fetchUrl(url: string, { file = newFile(), signal = new AbortController().signal } = {}) {
  return download({ url: new URL(url), file, guard, signal });
}

const fetchPath = (path: string) => fetchUrl(host.url(path));

/** And leaves no file behind. */
async function assertFails(url: string, code: PhotoError, isTransient: boolean): Promise<void> {
  const file = newFile();
  await assert.rejects(fetchUrl(url, { file }), (error) => {
    assert.ok(error instanceof DownloadFailed, String(error));
    assert.deepEqual({ code: error.code, isTransient: error.isTransient }, { code, isTransient });
    return true;
  });
  assert.throws(() => statSync(file), { code: 'ENOENT' });
}

test('a picture is written unchanged, readable by its owner only', async () => {
  const picture = await makePicture('jpeg', { number: 7 });
  const file = newFile();
  assert.deepEqual(await fetchUrl(host.url('/photo.jpg?n=7'), { file }), {
    sha256: createHash('sha256').update(picture).digest('hex'),
    sizeBytes: picture.length,
  });
  assert.ok(readFileSync(file).equals(picture));
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

const requests: [hostname: string, servername: string | false][] = [
  ['127.0.0.1', false],
  ['photos.test', 'photos.test'],
  // TLS server names have no trailing dot.
  ['photos.test.', 'photos.test'],
];

for (const [hostname, servername] of requests) {
  test(`a request to ${hostname} has only the necessary headers`, async () => {
    dns.script('photos.test', 'A', ['127.0.0.1']);
    const file = newFile();
    await fetchUrl(`https://${hostname}:${host.port}/request#fragment`, { file });
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), {
      servername,
      accept: 'image/*',
      'accept-encoding': 'identity',
      'user-agent': 'Vakwerk',
      host: `${hostname}:${host.port}`,
      connection: 'close',
    });
  });
}

const goodPaths: [path: string, sizeBytes: number | null][] = [
  ['/photo.png', null],
  ['/slow?ms=50', null],
  ['/empty.jpg', 0],
  [`/big?bytes=${photoBytesMax}`, photoBytesMax],
  [`/hops?left=${photoRedirectsMax}`, null],
];

describe('good paths', { concurrency: true }, () => {
  for (const [path, sizeBytes] of goodPaths) {
    test(`${path} is downloaded`, async () => {
      const downloaded = await fetchPath(path);
      if (sizeBytes === null) assert.ok(downloaded.sizeBytes > 0);
      else assert.equal(downloaded.sizeBytes, sizeBytes);
    });
  }
});

test('bytes beyond the content length are ignored', async () => {
  assert.deepEqual(await fetchPath('/long'), await fetchPath('/photo.jpg'));
});

const badPaths: [path: string, code: PhotoError, isTransient: boolean][] = [
  ['/missing', 'http_status', false],
  ['/broken', 'http_status', true],
  ...[204, 206, 300, 304, 305, 400, 401, 403, 410].map(
    (code) => [`/status?code=${code}`, 'http_status', false] as [string, PhotoError, boolean],
  ),
  ...[408, 425, 429, 502, 503, 504].map(
    (code) => [`/status?code=${code}`, 'http_status', true] as [string, PhotoError, boolean],
  ),
  ['/upgrade', 'http_status', false],
  ['/garbage', 'http_status', false],
  ['/huge-headers', 'http_status', false],
  ['/two-lengths', 'http_status', false],
  ['/gzip', 'not_an_image', false],
  ['/endless', 'too_large', false],
  [`/big?bytes=${photoBytesMax + 1}`, 'too_large', false],
  ['/long-length', 'too_large', false],
  ['/short', 'connect_failed', true],
  ['/short-chunk', 'connect_failed', true],
  ['/reset', 'connect_failed', true],
  ['/circle', 'too_many_redirects', false],
  [`/hops?left=${photoRedirectsMax + 1}`, 'too_many_redirects', false],
  ['/redirect', 'http_status', false],
];

describe('bad paths', { concurrency: true }, () => {
  for (const [path, code, isTransient] of badPaths) {
    test(`${path} is ${code}, which ${isTransient ? 'may' : 'does not'} pass`, () =>
      assertFails(host.url(path), code, isTransient));
  }
});

test('a temporary failure passes', async () => {
  await assertFails(host.url('/flaky?fail=2'), 'http_status', true);
  await assertFails(host.url('/flaky?fail=2'), 'http_status', true);
  assert.ok((await fetchPath('/flaky?fail=2')).sizeBytes > 0);
});

const redirectTo = (target: string, status = 302) =>
  host.url(`/redirect?status=${status}&to=${encodeURIComponent(target)}`);

for (const status of [301, 302, 303, 307, 308]) {
  test(`${status} is followed`, async () => {
    const there = `/photo.jpg?n=${status}`;
    assert.deepEqual(await fetchUrl(redirectTo(there, status)), await fetchPath(there));
  });
}

const badTargets: [target: (port: number) => string, code: PhotoError][] = [
  [(port) => `http://127.0.0.1:${port}/photo.jpg`, 'not_https'],
  [() => 'ftp://127.0.0.1/photo.jpg', 'not_https'],
  [() => 'file:///etc/passwd', 'not_https'],
  [() => 'data:image/png;base64,AAAA', 'not_https'],
  [() => 'javascript:alert(1)', 'not_https'],
  [(port) => `https://user@127.0.0.1:${port}/photo.jpg`, 'invalid_url'],
  [(port) => `//user:password@127.0.0.1:${port}/photo.jpg`, 'invalid_url'],
  [(port) => `https://127.0.0.2:${port}/photo.jpg`, 'blocked_address'],
  [(port) => `//127.0.0.2:${port}/photo.jpg`, 'blocked_address'],
  [(port) => `https://2130706434:${port}/photo.jpg`, 'blocked_address'],
  [(port) => `https://[::1]:${port}/`, 'blocked_address'],
  [(port) => `https://[::ffff:127.0.0.1]:${port}/`, 'blocked_address'],
  [(port) => `https://169.254.169.254:${port}/latest/meta-data/`, 'blocked_address'],
  [() => 'https://127.0.0.1/photo.jpg', 'blocked_address'],
  [(port) => `https://unknown.photos.test:${port}/`, 'dns_failed'],
  [() => 'https://', 'http_status'],
  [() => 'https://[', 'http_status'],
  [() => '', 'too_many_redirects'],
];

for (const [target, code] of badTargets) {
  test(`a redirect to "${target(1)}" is ${code}`, async () => {
    const connections = neighbour.connections;
    await assertFails(redirectTo(target(neighbour.port)), code, false);
    assert.equal(neighbour.connections, connections);
  });
}

test('a name that became private since the last redirect is refused', async () => {
  const name = 'turning.photos.test';
  dns.script(name, 'A', ['127.0.0.1'], ['127.0.0.2']);
  const connections = host.connections;
  const url = `https://${name}:${host.port}/redirect?to=/turned`;
  await assertFails(url, 'blocked_address', false);
  assert.deepEqual([dns.questions(name, 'A'), host.hits('/turned')], [2, 0]);
  assert.equal(host.connections, connections + 1);
});

test('credentials in the first URL are refused too', async () => {
  const connections = host.connections;
  const url = host.url('/photo.jpg').replace('https://', 'https://user:password@');
  await assertFails(url, 'invalid_url', false);
  assert.equal(host.connections, connections);
});

test('a download is paced by its size, however fast it is sent', async () => {
  const sizeBytes = 2_000_000;
  // The last piece and the rest after it are not paced.
  const unpacedBytes = 2 * (pieceBytes + chunkBytesMax);
  const msMin = ((sizeBytes - unpacedBytes) * largestPhotoMsMin) / photoBytesMax;
  const startedAt = performance.now();
  await fetchPath(`/big?bytes=${sizeBytes}`);
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs >= msMin - paceSlackMs, `${tookMs} ms instead of ${msMin}`);
});

test('an abort does not wait for the pace', async () => {
  // A busy machine is slow once, but hardly every time.
  const tookMs: number[] = [];
  for (let time = 0; time < 5; time++) {
    const givingUp = new AbortController();
    const file = newFile();
    const downloading = fetchUrl(host.url('/endless'), { file, signal: givingUp.signal });
    const rejected = assert.rejects(downloading);
    // The third piece waits for the first one's time.
    while ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) < 2 * pieceBytes) await turn();
    const gaveUpAt = performance.now();
    givingUp.abort(new Error('enough'));
    await rejected;
    tookMs.push(performance.now() - gaveUpAt);
  }
  assert.ok(Math.min(...tookMs) < gaveUpMsMax, `${tookMs}`);
});

test('connections start one after the other', async () => {
  const startedAt = performance.now();
  const arrivedMs: number[] = [];
  const all = Promise.withResolvers<void>();
  const count = () => {
    if (arrivedMs.push(performance.now() - startedAt) === connectionsAtOnce) all.resolve();
  };
  silent.on('connection', count);
  const givingUp = new AbortController();
  const { signal } = givingUp;
  const downloads = Array.from({ length: connectionsAtOnce }, () =>
    fetchUrl(silentUrl, { signal }),
  );
  const settled = Promise.allSettled(downloads);
  await all.promise;
  givingUp.abort();
  await settled;
  silent.off('connection', count);
  for (const [number, ms] of arrivedMs.entries()) {
    assert.ok(ms >= number * connectionEveryMs - paceSlackMs, `${arrivedMs}`);
  }
});

test('one deadline covers every phase', async () => {
  const urls = [
    silentUrl,
    ...['/hang', '/hang-after-headers', '/drip', '/hops?left=3&ms=3500'].map(host.url),
    redirectTo('/hang'),
  ];
  const startedAt = performance.now();
  const tookMs = await Promise.all(
    urls.map(async (url) => {
      await assertFails(url, 'timeout', true);
      return performance.now() - startedAt;
    }),
  );
  // Timers may fire a millisecond early.
  assert.ok(Math.min(...tookMs) >= photoDownloadMsMax - 1, `${tookMs}`);
  assert.ok(Math.max(...tookMs) < 2 * photoDownloadMsMax, `${tookMs}`);
  await eventually(async () => host.openConnections === 0);
});

for (const path of ['/hang', '/hang-after-headers', '/drip', '/endless']) {
  test(`aborting ${path} gives the reason and leaves no file`, async () => {
    const givingUp = new AbortController();
    const reason = new Error('enough');
    const file = newFile();
    const hits = host.hits(path);
    const downloading = fetchUrl(host.url(path), { file, signal: givingUp.signal });
    const rejected = assert.rejects(downloading, reason);
    await eventually(async () => host.hits(path) > hits);
    givingUp.abort(reason);
    await rejected;
    assert.throws(() => statSync(file), { code: 'ENOENT' });
    assert.deepEqual(getEventListeners(givingUp.signal, 'abort'), []);
    await eventually(async () => host.openConnections === 0);
  });
}

test('an already aborted download makes no request', async () => {
  const connections = host.connections;
  const reason = new Error('enough');
  const signal = AbortSignal.abort(reason);
  await assert.rejects(fetchUrl(host.url('/photo.jpg'), { signal }), reason);
  assert.equal(host.connections, connections);
});

test('an existing file is not overwritten', async () => {
  const file = newFile();
  writeFileSync(file, 'mine');
  await assert.rejects(fetchUrl(host.url('/photo.jpg'), { file }), {
    code: 'storage_failed',
    isTransient: true,
  });
  assert.equal(readFileSync(file, 'utf8'), 'mine');
});

test('a missing folder is storage_failed', () =>
  assert.rejects(fetchUrl(host.url('/photo.jpg'), { file: join(folder, 'none', 'photo') }), {
    code: 'storage_failed',
    isTransient: true,
  }));

test('a full disk is storage_failed', async (t) => {
  const disk = SmallDisk.mount(1024 * 1024);
  if (typeof disk === 'string') return t.skip(disk);
  try {
    const file = join(disk.path, 'photo');
    await assert.rejects(fetchUrl(host.url('/big?bytes=2000000'), { file }), {
      code: 'storage_failed',
      isTransient: true,
    });
    assert.deepEqual(readdirSync(disk.path), []);
  } finally {
    disk.unmount();
  }
});

test('no handle stays open, however a download ends', async () => {
  dns.script('photos.test', 'A', ['127.0.0.1']);
  dns.script('blocked.photos.test', 'A', ['127.0.0.2']);
  const urls = [
    ...['/photo.jpg', '/short', '/reset', '/circle', '/endless', '/garbage', '/long'].map(host.url),
    ...['photos', 'blocked.photos', 'unknown'].map(
      (name) => `https://${name}.test:${host.port}/photo.jpg`,
    ),
  ];
  const { signal } = new AbortController();
  const round = () => Promise.allSettled(urls.map((url) => fetchUrl(url, { signal })));
  await round();
  await eventually(async () => host.openConnections === 0);
  const open = openResources();
  await Promise.all(Array.from({ length: 3 }, round));
  await eventually(async () => openResources() === open);
  assert.deepEqual(getEventListeners(signal, 'abort'), []);
});

/** File descriptors by number, where the system lists them, and all active handles by kind. */
function openResources(): string {
  const descriptors = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
  return [descriptors, ...process.getActiveResourcesInfo().sort()].join(' ');
}
