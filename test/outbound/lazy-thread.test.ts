// Requests to the outbound threads: aborted, or lost with their thread.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Network, readNetworks } from '#core/networks.ts';
import type { DownloadFailed } from '#outbound/download-failed.ts';
import { Downloader } from '#outbound/downloader.ts';
import { WebhookSender } from '#outbound/webhook-sender.ts';

const never = new AbortController().signal;
// The handshake is not a valid request, and gets no response.
const host = createServer().on('clientError', () => {});
let port: number;
let options: ConstructorParameters<typeof Downloader>[0];
let sender: WebhookSender;

before(async () => {
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  port = (host.address() as AddressInfo).port;
  const trustedNetworks = readNetworks('127.0.0.1') as Network[];
  options = { trustedNetworks, ports: [port], dnsServers: [] };
  sender = new WebhookSender({ ...options, timeoutMs: 10_000 });
});
after(async () => {
  await sender?.close();
  host.closeAllConnections();
  host.close();
});

const send = (path: string, signal = never) =>
  sender.send({ url: `http://127.0.0.1:${port}${path}`, headers: {}, body: '{}' }, signal);

async function nextRequest(): Promise<{ path: string; response: ServerResponse }> {
  const [request, response] = (await once(host, 'request')) as [IncomingMessage, ServerResponse];
  return { path: request.url!, response };
}

test('what is given up harms no other', async () => {
  const abort = new AbortController();
  const first = nextRequest();
  const givenUp = send('/given-up', abort.signal);
  await first;
  const second = nextRequest();
  const kept = send('/kept');
  const { path, response } = await second;
  assert.equal(path, '/kept');
  abort.abort();
  await assert.rejects(givenUp);
  response.end('taken');
  assert.deepEqual(await kept, {
    status: 200,
    start: 'taken',
    error: null,
    retryAfter: null,
  });
  await assert.rejects(async () => send('/late', abort.signal), { name: 'AbortError' });
});

test('a thread that ends takes its questions with it, and the next question starts another', async () => {
  const asked = nextRequest();
  const lost = assert.rejects(send('/lost'), { name: 'WorkerExited' });
  await asked;
  await sender.close();
  await lost;
  const again = nextRequest();
  const answer = send('/again');
  (await again).response.end();
  assert.equal((await answer).status, 200);
});

test('a download that is lost with its thread may be tried again', async () => {
  const downloader = new Downloader(options);
  const connected = once(host, 'connection');
  const lost = downloader.download(
    new URL(`https://127.0.0.1:${port}/`),
    join(tmpdir(), 'vakwerk-never-written'),
    never,
  );
  const refused = assert.rejects(lost, (error: DownloadFailed) => {
    assert.deepEqual([error.code, error.isTransient], ['connect_failed', true]);
    return (error.cause as Error).name === 'WorkerExited';
  });
  await connected;
  if (process.platform === 'linux') {
    assert.ok(nicenessOf('downloads') > getPriority(), 'a download goes before leads');
  }
  await downloader.close();
  await refused;
});

/** Niceness of this process's thread with that name. */
function nicenessOf(name: string): number {
  const folders = readdirSync('/proc/self/task').map((id) => `/proc/self/task/${id}`);
  const folder = folders.find((one) => readFileSync(`${one}/comm`, 'utf8').trim() === name);
  const afterName = readFileSync(`${folder}/stat`, 'utf8').split(') ')[1]!;
  // The nineteenth field, by proc(5); the first two are the id and the name.
  return Number(afterName.split(' ')[16]);
}
