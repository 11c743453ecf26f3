// Good and bad responses of receivers, and where plain http may go. Nothing here leaves loopback:
// 127.0.0.1 is trusted, 127.0.0.2 stands for all else.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { type Network, readNetworks } from '#core/networks.ts';
import { createGuard, type Guard } from '#outbound/guard.ts';
import { sendWebhook } from '#outbound/send-webhook.ts';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';

const timeoutMs = 5_000;
const hastyMs = 500;
let receiver: Receiver;
let dns: DnsServer;
let raw: Server;
let rawAnswer: (socket: Socket) => void;
let guard: Guard;
const sockets = new Set<Socket>();

before(async () => {
  receiver = await startReceiver();
  dns = await startDnsServer();
  raw = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => rawAnswer(socket));
  }).listen(0, '127.0.0.1');
  await once(raw, 'listening');
  guard = guardOf(true);
});
after(async () => {
  for (const socket of sockets) socket.destroy();
  raw?.close();
  await Promise.all([receiver?.close(), dns?.close()]);
});

function guardOf(allowsHttp: boolean): Guard {
  return createGuard({
    trustedNetworks: readNetworks('127.0.0.1') as Network[],
    ports: [receiver.port, (raw.address() as AddressInfo).port],
    dnsServers: [dns.address],
    allowsHttp,
  });
}

const message = (url: string) => ({ url, headers: {}, body: '{}' });
const send = (url: string, by = guard, signal = new AbortController().signal) =>
  sendWebhook(message(url), { guard: by, timeoutMs, signal });
const sendRaw = () => send(`http://127.0.0.1:${(raw.address() as AddressInfo).port}/`);

test('only the start of a long response is stored', async () => {
  receiver.behave('/long', { status: 202, body: 'é'.repeat(10_000) });
  const { status, start, error } = await send(receiver.url('/long'));
  assert.deepEqual([status, error], [202, null]);
  assert.equal(start, 'é'.repeat(1_024));
});

test('an endless response is cut off, and counts', async () => {
  rawAnswer = (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    const pour = () => {
      while (!socket.destroyed && socket.write('x'.repeat(16 * 1024)));
    };
    socket.on('drain', pour);
    pour();
  };
  const { status, start, error } = await sendRaw();
  assert.deepEqual([status, error, start!.length], [200, null, 2_048]);
});

const odd: [name: string, answer: string, error: string, status: number | null][] = [
  ['no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n\r\n', 'http_status', null],
  ['headers without end', `HTTP/1.1 200 OK\r\nA: ${'x'.repeat(20_000)}`, 'http_status', null],
  [
    'an upgrade',
    'HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    'connect_failed',
    null,
  ],
  ['nothing', '', 'connect_failed', null],
  [
    'a body that breaks off',
    'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nx',
    'connect_failed',
    null,
  ],
  [
    'a redirect to itself',
    'HTTP/1.1 301 X\r\nLocation: /\r\nContent-Length: 0\r\n\r\n',
    'redirected',
    301,
  ],
  ['not modified', 'HTTP/1.1 304 X\r\n\r\n', 'redirected', 304],
];
for (const [name, answer, error, status] of odd) {
  test(`${name}: ${error}`, async () => {
    rawAnswer = (socket) => void socket.end(answer);
    const result = await sendRaw();
    assert.deepEqual([result.error, result.status], [error, status]);
  });
}

test('an incomplete response times out', async () => {
  receiver.behave('/hangs', { hangs: 'afterHeaders' });
  const { signal } = new AbortController();
  const given = { guard, timeoutMs: hastyMs, signal };
  assert.deepEqual(await sendWebhook(message(receiver.url('/hangs')), given), {
    status: null,
    start: null,
    error: 'timeout',
    retryAfter: null,
  });
});

test('an aborted request says so and disconnects', async () => {
  const abort = new AbortController();
  const before = receiver.received('/hangs').length;
  const sending = send(receiver.url('/hangs'), guard, abort.signal);
  await receiver.until('/hangs', before + 1);
  abort.abort(new Error('enough'));
  await assert.rejects(sending, /enough/);
});

// Plain http goes to trusted networks only: not to public hosts, not to private ones.
const plain: [name: string, host: string, addresses: string[], error: string | null][] = [
  ['a trusted name', 'trusted.test', ['127.0.0.1'], null],
  ['a private name', 'private.test', ['127.0.0.2'], 'blocked_address'],
  ['a public name', 'public.test', ['93.184.215.14'], 'blocked_address'],
  ['one of each', 'mixed.test', ['127.0.0.1', '93.184.215.14'], 'blocked_address'],
];
for (const [name, host, addresses, error] of plain) {
  test(`http to ${name}: ${error ?? 'sent'}`, async () => {
    dns.script(host, 'A', addresses);
    dns.script(host, 'AAAA', 'NXDOMAIN');
    const answer = await send(`http://${host}:${receiver.port}/plain`);
    assert.equal(answer.error, error);
  });
}

test('plain http to an https port fails', async () => {
  const { error } = await send(receiver.url('/plain'), guardOf(false));
  assert.equal(error, 'not_https');
});
