// Ten hosts that hang, drip, never end, lie and send bombs: leads are taken in as before.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createLead } from '../support/call.ts';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { HttpConnection } from '../support/http-connection.ts';
import { leadRequest } from '../support/lead-load.ts';
import { outcomesOf, type PhotoEntry, trusting, wordsFor } from '../support/photo-server.ts';
import { startPictureHostProcess } from '../support/picture-host-process.ts';
import { startServer, type TestServer } from '../support/server.ts';

const waitMs = 3_000;
// Over the wait: the lead itself, and a machine that has other things to do.
const answerMsMax = waitMs + 2_000;
const growthMbMax = 300;
const connections = 4;
const loadMs = 4_000;
// Bounds that noise does not break; the diagnostics tell the figures.
const p99RatioMax = 3;
const p99MsAlways = 50;
// Besides the hostile hosts, honest pictures that take a while to unpack.
const largePicture = '/photo.png?width=6000&height=4000';

// What each of the ten hosts does, and what comes of it in the end.
const hostile: [path: string, outcome: string][] = [
  ['/hang', 'timeout'],
  ['/hang-after-headers', 'timeout'],
  ['/drip', 'timeout'],
  ['/endless', 'too_large'],
  ['/long-length', 'too_large'],
  ['/short', 'connect_failed'],
  ['/circle', 'too_many_redirects'],
  ['/redirect?to=https://10.0.0.1/', 'blocked_address'],
  ['/bomb.png', 'image_too_big'],
  ['/html.jpg', 'not_an_image'],
];

let host: Awaited<ReturnType<typeof startPictureHostProcess>>;
let dns: DnsServer;
let server: TestServer;
let key: string;
before(async () => {
  host = await startPictureHostProcess();
  dns = await startDnsServer();
  for (let number = 0; number < hostile.length; number++) {
    dns.script(`host-${number}.photos.test`, 'A', ['127.0.0.1']);
  }
  server = await startServer({
    env: {
      ...trusting(host),
      PHOTO_DNS_SERVERS: dns.address,
      PHOTO_WAIT_MS: String(waitMs),
      PHOTO_RETRY_MS: '100',
    },
  });
  key = await server.createKey();
});
after(async () => {
  await server.stop();
  await host.close();
  await dns.close();
});

test('leads keep their pace, and the server its memory', async (t) => {
  if (process.platform !== 'linux') return t.skip('only Linux tells what memory a process has');
  await createFor(1_000);
  const quietP99 = p99(await createFor(loadMs));
  const memory = watchMemory(server.pid);

  const urls = hostile.map(
    ([path], number) => `https://host-${number}.photos.test:${host.port}${path}`,
  );
  const began = performance.now();
  // Each host several times over, by leads of their own and by one that has them all.
  const withPhotos = Promise.all([
    createLead(server, key, { photoUrls: urls }),
    ...urls.map((url) => createLead(server, key, { photoUrls: [url, url, url] })),
    createLead(server, key, {
      photoUrls: [1, 2, 3].map((n) => `https://127.0.0.1:${host.port}${largePicture}&n=${n}`),
    }),
  ]);
  const tooks = withPhotos.then(() => performance.now() - began);
  const busyP99 = p99(await createFor(loadMs));
  const answers = await withPhotos;
  const tookMs = await tooks;

  for (const { status, body } of answers) {
    assert.equal(status, 201);
    assert.ok(body.photos.length > 0);
  }
  assert.ok(tookMs < answerMsMax, `the answers took ${tookMs} ms`);

  const last = answers[0]!.body.id as string;
  const outcomes: PhotoEntry[] = await outcomesOf(server, key, last);
  assert.deepEqual(
    wordsFor(outcomes),
    hostile.map(([, outcome]) => outcome),
  );
  const { grownMb } = memory.stop();
  t.diagnostic(
    `p99 of a create ${quietP99.toFixed(1)} ms before, ${busyP99.toFixed(1)} ms meanwhile; memory grew by ${grownMb.toFixed(0)} MB, picture processes included`,
  );
  assert.ok(
    busyP99 < Math.max(p99RatioMax * quietP99, p99MsAlways),
    `p99 ${busyP99} ms instead of ${quietP99} ms`,
  );
  assert.ok(grownMb < growthMbMax, `memory grew by ${grownMb} MB`);
});

/** Creates leads without photos for so long; what each took, in milliseconds. */
async function createFor(ms: number): Promise<number[]> {
  const until = performance.now() + ms;
  const took: number[] = [];
  const keepBusy = async () => {
    const connection = await HttpConnection.open(server);
    while (performance.now() < until) {
      const began = performance.now();
      const request = leadRequest(key, '{"customerName":"Jan","title":"Leaking tap"}');
      const answer = await connection!.exchange(request);
      took.push(performance.now() - began);
      assert.equal(answer?.status, 201);
      // Not at full speed: what is asked is how long a lead waits, not how many there can be.
      await wait(5);
    }
    connection!.close();
  };
  await Promise.all(Array.from({ length: connections }, keepBusy));
  return took;
}

function p99(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.99)]!;
}

/** Of the server and of the processes that it started; only Linux tells. */
function watchMemory(pid: number): { stop(): { grownMb: number } } {
  const first = residentMb(pid);
  let most = first;
  const look = () => (most = Math.max(most, residentMb(pid)));
  const timer = setInterval(look, 100).unref();
  return {
    stop() {
      clearInterval(timer);
      return { grownMb: look() - first };
    },
  };
}

function residentMb(pid: number): number {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const kib = processes.map((name) => {
    const status = textOf(`/proc/${name}/status`);
    const valueOf = (field: string) =>
      Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    return Number(name) === pid || valueOf('PPid') === pid ? valueOf('VmRSS') : 0;
  });
  return (kib.reduce((sum, one) => sum + one) * 1024) / 1e6;
}

// Empty for a process that has just ended.
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
