// The web app's static files. No database is involved, so one is enough.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { buildWeb } from '../../scripts/build-web.ts';
import { call } from '../support/call.ts';
import { sharedServer } from '../support/shared-server.ts';
import { signInAs } from '../support/sign-in.ts';

const server = await sharedServer();

before(async () => {
  await buildWeb();
});

const nonceIn = (policy: string | null) => /'nonce-([^']+)'/.exec(policy ?? '')?.[1];

test('every page of the app is one HTML file, with a new CSP nonce each time', async () => {
  const nonces = new Set<string | undefined>();
  for (const path of ['/', '/leads', '/leads/123', '/settings/keys', '/welcome/abc']) {
    const { status, headers, text } = await call(server, path);
    assert.equal(status, 200, path);
    assert.match(headers.get('content-type')!, /^text\/html/);
    const policy = headers.get('content-security-policy');
    assert.match(policy!, /default-src 'none'.*script-src 'self';/);
    assert.doesNotMatch(policy!, /unsafe|https?:|\*/);
    assert.ok(text.includes(nonceIn(policy)!), 'the page knows its nonce');
    assert.doesNotMatch(text, /__NONCE__|<script(?![^>]* src=)|style=| on\w+=/);
    nonces.add(nonceIn(policy));
  }
  assert.equal(nonces.size, 5);
  assert.equal((await call(server, '/', { method: 'POST' })).status, 405);
});

test('every page of the app is found when it is reloaded', async () => {
  const source = join(import.meta.dirname, '..', '..', 'web', 'src', 'app', 'pages.tsx');
  const routes = readFileSync(source, 'utf8').matchAll(/^ {2}'(\/[^'?]+)/gm);
  const paths = [...routes].map(([, path]) => path!);
  assert.ok(paths.length > 10, 'the routes were found');
  for (const path of paths) {
    const { status } = await call(server, path, { headers: { accept: 'text/html' } });
    assert.equal(status, 200, path);
  }
});

test('members get the frame of the app, which no stylesheet blocks; visitors get no frame', async () => {
  const { cookie } = await signInAs(server);
  const { text } = await call(server, '/leads', { headers: { cookie } });
  assert.match(text, /<div class="frame"/);
  assert.match(text, /<link rel="preload" as="style"/);
  assert.doesNotMatch(text, /rel="stylesheet"/);
  const visited = await call(server, '/leads');
  assert.doesNotMatch(visited.text, /class="frame|<!--.*frame -->/);
  assert.match(visited.text, /<div id="root">\s*<\/div>/);
});

test('an unknown path is a page for browsers, and a JSON error for programs', async () => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const read = await call(server, '/leadsx?a=b', { headers: { accept } });
  assert.equal(read.status, 404);
  assert.match(read.headers.get('content-type')!, /^text\/html/);
  assert.ok(read.text.includes(nonceIn(read.headers.get('content-security-policy'))!));
  assert.ok(read.headers.get('x-request-id'));
  const others = [
    ['/leadsx', 'GET', '*/*'],
    ['/leadsx', 'POST', accept],
    ['/v1/leadsx', 'GET', accept],
    ['/assets/none.js', 'GET', accept],
  ] as const;
  for (const [path, method, accepted] of others) {
    const told = await call(server, path, { method, headers: { accept: accepted } });
    assert.equal(told.status, 404, path);
    assert.match(told.headers.get('content-type')!, /^application\/json/);
    const { message } = JSON.parse(told.text) as { message: string };
    assert.ok(message.startsWith(`There is nothing at ${method} ${path}`), message);
  }
  const unknown = await call(server, '/v1/api/leadsx', { headers: { accept } });
  assert.equal(unknown.status, 401);
});

test('files are compressed, cacheable, and the same in every encoding', async () => {
  const page = await call(server, '/');
  const scripts = page.text.matchAll(/src="(\/assets\/[^"]+\.js)"/g);
  const path = [...scripts].at(-1)![1]!;
  const plain = await fetchRaw(path, '');
  assert.match(plain.headers['cache-control']!, /immutable/);
  assert.equal(plain.headers['content-encoding'], undefined);
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const [encoding, unpacked] of Object.entries(unpack)) {
    const packed = await fetchRaw(path, encoding);
    assert.equal(packed.headers['content-encoding'], encoding);
    assert.ok(packed.bytes.length < plain.bytes.length / 2);
    assert.ok(unpacked(packed.bytes).equals(plain.bytes));
  }
  assert.equal((await fetchRaw(path, 'br;q=0, gzip;q=0')).headers['content-encoding'], undefined);
  const again = await fetchRaw(path, '', { 'if-none-match': plain.headers.etag! });
  assert.equal(again.status, 304);
  for (const outside of [
    '/assets/../../package.json',
    '/assets/%2e%2e/index.html',
    '/assets/none.js',
  ])
    assert.equal((await fetchRaw(outside, '')).status, 404, outside);
});

/** Avoids what fetch does by itself: decompression and path normalisation. */
async function fetchRaw(path: string, encoding: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(server.url);
  const request = get({
    hostname,
    port,
    path,
    headers: { ...headers, 'accept-encoding': encoding },
  });
  const [response] = await once(request, 'response');
  const chunks: Buffer[] = await response.toArray();
  const { statusCode: status } = response;
  return {
    status: status as number,
    headers: response.headers as Record<string, string | undefined>,
    bytes: Buffer.concat(chunks),
  };
}
