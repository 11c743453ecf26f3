// Which hosts may be connected to. Nothing here leaves loopback: 127.0.0.1 is trusted, 127.0.0.2
// stands for all private addresses, and public ones appear only where they are refused.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setDefaultCACertificates } from 'node:tls';
import type { PhotoError } from '#contract/photo-lists.ts';
import { type Network, readNetworks } from '#core/networks.ts';
import { DownloadFailed } from '#outbound/download-failed.ts';
import { createGuard, type Guard } from '#outbound/guard.ts';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { authorityFile, type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { assertInTime, eventually, timelyTest } from '../support/within.ts';

let dns: DnsServer;
let host: PictureHost;
let neighbour: PictureHost;
let stranger: PictureHost;
let guard: Guard;
// Far less than a DNS timeout.
const atOnceMs = 1_000;
const plainServers: Server[] = [];
const plainSockets: Socket[] = [];

before(async () => {
  setDefaultCACertificates([readFileSync(authorityFile, 'utf8')]);
  dns = await startDnsServer();
  host = await startPictureHost();
  neighbour = await startPictureHost({ address: '127.0.0.2' });
  stranger = await startPictureHost({ isStranger: true });
  guard = guardOf({});
});

after(async () => {
  for (const socket of plainSockets) socket.destroy();
  for (const server of plainServers) server.close();
  await Promise.all([dns?.close(), host?.close(), neighbour?.close(), stranger?.close()]);
});

function guardOf({ trusted = '127.0.0.1', ports = [host.port, neighbour.port, stranger.port] }) {
  return createGuard({
    trustedNetworks: readNetworks(trusted) as Network[],
    ports,
    dnsServers: [dns.address],
  });
}

const patient = () => new AbortController().signal;

/** Returns the connected address. */
async function reach(by: Guard, url: string, signal = patient()): Promise<string> {
  const socket = await by.connect(new URL(url), signal);
  const { remoteAddress } = socket;
  socket.destroy();
  return remoteAddress!;
}

async function assertFails(
  connecting: Promise<unknown>,
  code: PhotoError,
  isTransient: boolean,
): Promise<void> {
  await assert.rejects(connecting, (error) => {
    assert.ok(error instanceof DownloadFailed, String(error));
    assert.deepEqual({ code: error.code, isTransient: error.isTransient }, { code, isTransient });
    return true;
  });
}

/** Refused before any connection. */
async function assertBlocked(url: string, by = guard): Promise<void> {
  const connections = () => [host.connections, neighbour.connections, stranger.connections];
  const earlier = connections();
  await assertFails(reach(by, url), 'blocked_address', false);
  assert.deepEqual(connections(), earlier);
}

const goodHosts = [
  '127.0.0.1',
  '127.0.0.1.',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.1',
  '１２７.０.０.１',
  'localhost',
  'LocalHost.',
];

for (const name of goodHosts) {
  test(`${name} is 127.0.0.1, which is trusted`, async () => {
    assert.equal(await reach(guard, `https://${name}:${host.port}/`), '127.0.0.1');
  });
}

const privateHosts = [
  '127.0.0.2',
  '127.0.0.2.',
  '2130706434',
  '0x7f000002',
  '0x7f.0x0.0x0.0x2',
  '0177.0.0.2',
  '0177.0000.0000.0002',
  '127.2',
  '127.0.2',
  '１２７.０.０.２',
  '①②⑦.⓪.⓪.②',
  '127。0。0。2',
  '%31%32%37.0.0.2',
  '0',
  '0.0.0.0',
  '10.0.0.1',
  '169.254.169.254',
  '168.63.129.16',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::127.0.0.1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::80ff:fffe]',
  '[fe80::1]',
  '[fd00:ec2::254]',
];

for (const name of privateHosts) {
  test(`${name} is refused`, () => assertBlocked(`https://${name}:${neighbour.port}/`));
}

test('localhost is as private as its address', async () => {
  const others = guardOf({ trusted: '10.0.0.0/8' });
  for (const name of ['localhost', 'localhost.', 'a.localhost', 'LOCALHOST']) {
    await assertBlocked(`https://${name}:${host.port}/`, others);
  }
});

const mixedAnswers: [what: string, a: string[], aaaa: string[]][] = [
  ['private', ['127.0.0.2'], []],
  ['private IPv6', [], ['::1']],
  ['mapped', [], ['::ffff:127.0.0.1']],
  ['NAT64', [], ['64:ff9b::7f00:1']],
  ['trusted and private', ['127.0.0.1', '127.0.0.2'], []],
  ['trusted and private IPv6', ['127.0.0.1'], ['fd00::1']],
  ['public and private', ['9.9.9.9', '10.0.0.1'], []],
  ['private and public', ['10.0.0.1', '9.9.9.9'], []],
  ['public, and private IPv6', ['9.9.9.9'], ['::1']],
  ['private, and public IPv6', ['192.168.1.1'], ['2620:fe::fe']],
  ['many, the last one private', [...Array<string>(20).fill('9.9.9.9'), '127.0.0.2'], []],
];

for (const [what, a, aaaa] of mixedAnswers) {
  test(`a name with addresses that are ${what} is refused`, async () => {
    dns.script('mixed.photos.test', 'A', a);
    dns.script('mixed.photos.test', 'AAAA', aaaa);
    await assertBlocked(`https://mixed.photos.test:${neighbour.port}/`);
  });
}

for (const name of ['intranet', 'localhost.example']) {
  test(`${name} is checked by its resolved address`, async () => {
    dns.script(name, 'A', ['127.0.0.2']);
    await assertBlocked(`https://${name}:${neighbour.port}/`);
  });
}

test('a name is resolved once, and the checked address is the connected one', async () => {
  const name = 'changing.photos.test';
  dns.script(name, 'A', ['127.0.0.1'], ['127.0.0.2']);
  assert.equal(await reach(guard, `https://${name}:${host.port}/`), '127.0.0.1');
  assert.deepEqual([dns.questions(name, 'A'), dns.questions(name, 'AAAA')], [1, 1]);
  await assertBlocked(`https://${name}:${host.port}/`);
  assert.deepEqual([dns.questions(name, 'A'), dns.questions(name, 'AAAA')], [2, 2]);
});

test('a name with a trailing dot, in any case, is the same name', async () => {
  dns.script('photos.test', 'A', ['127.0.0.1']);
  assert.equal(await reach(guard, `https://PHOTOS.test.:${host.port}/`), '127.0.0.1');
});

test('the second address is tried when the first does not respond', async () => {
  dns.script('two.photos.test', 'A', ['127.0.0.3', '127.0.0.1']);
  const generous = guardOf({ trusted: '127.0.0.0/8' });
  assert.equal(await reach(generous, `https://two.photos.test:${host.port}/`), '127.0.0.1');
});

type Answer = Parameters<DnsServer['script']>[2];
const lookUpFailures: [what: string, a: Answer, aaaa: Answer, isTransient: boolean][] = [
  ['an unknown name', 'NXDOMAIN', 'NXDOMAIN', false],
  ['a name without addresses', [], [], false],
  ['a server that fails', 'SERVFAIL', 'SERVFAIL', true],
  ['a server that refuses', 'REFUSED', 'REFUSED', true],
  ['half an answer', [], 'SERVFAIL', true],
  ['no answer', 'silence', 'silence', true],
];

for (const [what, a, aaaa, isTransient] of lookUpFailures) {
  test(`${what} is dns_failed, which ${isTransient ? 'may' : 'does not'} pass`, async () => {
    dns.script('failing.photos.test', 'A', a);
    dns.script('failing.photos.test', 'AAAA', aaaa);
    const connecting = reach(guard, `https://failing.photos.test:${host.port}/`);
    await assertFails(connecting, 'dns_failed', isTransient);
  });
}

test('a name without a resolver is dns_failed', async () => {
  const url = `https://${'a'.repeat(64)}.photos.test:${host.port}/`;
  await assertFails(reach(guard, url), 'dns_failed', false);
});

test('one address family is enough when the other fails', async () => {
  dns.script('half.photos.test', 'A', ['127.0.0.1']);
  dns.script('half.photos.test', 'AAAA', 'SERVFAIL');
  assert.equal(await reach(guard, `https://half.photos.test:${host.port}/`), '127.0.0.1');
});

test('other ports are refused, before any look-up', async () => {
  dns.script('port.photos.test', 'A', ['127.0.0.1']);
  await assertBlocked('https://port.photos.test/');
  await assertBlocked(`https://port.photos.test:${host.port}/`, guardOf({ ports: [443] }));
  assert.equal(dns.questions('port.photos.test', 'A'), 0);
});

test('plain http is refused', async () => {
  const connections = host.connections;
  const connecting = reach(guard, `http://127.0.0.1:${host.port}/`);
  await assertFails(connecting, 'not_https', false);
  assert.equal(host.connections, connections);
});

test('a certificate for another name is tls_failed', async () => {
  dns.script('other.test', 'A', ['127.0.0.1']);
  dns.script('a.b.photos.test', 'A', ['127.0.0.1']);
  for (const name of ['other.test', 'a.b.photos.test']) {
    await assertFails(reach(guard, `https://${name}:${host.port}/`), 'tls_failed', false);
  }
});

test('a certificate for another address is tls_failed', async () => {
  const generous = guardOf({ trusted: '127.0.0.0/8' });
  await assertFails(reach(generous, neighbour.url('/')), 'tls_failed', false);
});

test('a certificate of an unknown authority is tls_failed', () =>
  assertFails(reach(guard, stranger.url('/')), 'tls_failed', false));

/** A port that does not speak TLS. */
async function listenPlainly(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    plainSockets.push(socket.on('error', () => {}));
    onConnection(socket);
  });
  plainServers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const plainAnswers: [
  what: string,
  onConnection: (socket: Socket) => void,
  code: PhotoError,
  isTransient: boolean,
][] = [
  ['plain HTTP', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'), 'tls_failed', false],
  ['a closed connection', (socket) => socket.destroy(), 'connect_failed', true],
  ['a reset connection', (socket) => socket.resetAndDestroy(), 'connect_failed', true],
];

for (const [what, onConnection, code, isTransient] of plainAnswers) {
  test(`${what} instead of a handshake is ${code}`, async () => {
    const port = await listenPlainly(onConnection);
    const url = `https://127.0.0.1:${port}/`;
    await assertFails(reach(guardOf({ ports: [port] }), url), code, isTransient);
  });
}

test('a closed port is connect_failed', async () => {
  const port = await listenPlainly(() => {});
  const server = plainServers.pop()!;
  server.close();
  await once(server, 'close');
  const url = `https://127.0.0.1:${port}/`;
  await assertFails(reach(guardOf({ ports: [port] }), url), 'connect_failed', true);
});

timelyTest('an abort ends a DNS look-up immediately', async () => {
  dns.script('silent.photos.test', 'A', 'silence');
  const givingUp = new AbortController();
  const reason = new Error('enough');
  const connecting = reach(guard, `https://silent.photos.test:${host.port}/`, givingUp.signal);
  const rejected = assert.rejects(connecting, reason);
  await eventually(async () => dns.questions('silent.photos.test', 'A') > 0);
  const gaveUpAt = performance.now();
  givingUp.abort(reason);
  await rejected;
  assertInTime(performance.now() - gaveUpAt, atOnceMs, 'to give up');
});

test('an abort ends a handshake, and the connection', async () => {
  const givingUp = new AbortController();
  const reason = new Error('enough');
  const port = await listenPlainly(() => givingUp.abort(reason));
  const url = `https://127.0.0.1:${port}/`;
  await assert.rejects(reach(guardOf({ ports: [port] }), url, givingUp.signal), reason);
  const socket = plainSockets.at(-1)!.resume();
  if (!socket.closed) await once(socket, 'close');
});

test('an already aborted call makes no connection', async () => {
  const connections = host.connections;
  const reason = new Error('enough');
  await assert.rejects(reach(guard, host.url('/'), AbortSignal.abort(reason)), reason);
  assert.equal(host.connections, connections);
});
