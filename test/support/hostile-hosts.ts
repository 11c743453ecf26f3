// Ten hosts that hang, drip, never end, lie and send bombs, each with its own name, and servers
// that fetch from them.
import assert from 'node:assert/strict';
import { createLead } from './call.ts';
import { startDnsServer } from './dns-server.ts';
import { trusting } from './photo-server.ts';
import { type PictureHostProcess, startPictureHostProcess } from './picture-host-process.ts';
import { startServer, type TestServer } from './server.ts';

export interface Fetcher {
  server: TestServer;
  key: string;
}

export interface HostileHosts {
  host: PictureHostProcess;
  /** One for each of `hostile`. */
  urls: string[];
  startFetcher(): Promise<Fetcher>;
  stop(): Promise<void>;
}

/** The behaviour of each host, and the photo's final state. */
export const hostile: [path: string, outcome: string][] = [
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

interface HostileOptions {
  /** They run at low priority. */
  givesWay?: boolean;
  /** How long a lead waits for its photos. */
  photoWaitMs?: number;
}

export async function startHostileHosts({
  givesWay = true,
  photoWaitMs = 3_000,
}: HostileOptions = {}): Promise<HostileHosts> {
  const host = await startPictureHostProcess({ givesWay });
  const dns = await startDnsServer();
  const urls = hostile.map(([path], number) => {
    const name = `host-${number}.photos.test`;
    dns.script(name, 'A', ['127.0.0.1']);
    return `https://${name}:${host.port}${path}`;
  });
  const env = {
    ...trusting(host),
    PHOTO_DNS_SERVERS: dns.address,
    PHOTO_WAIT_MS: String(photoWaitMs),
    PHOTO_RETRY_MS: '100',
  };
  const fetchers: Fetcher[] = [];
  return {
    host,
    urls,
    async startFetcher() {
      const server = await startServer({ env });
      const fetcher = { server, key: await server.createKey() };
      fetchers.push(fetcher);
      return fetcher;
    },
    async stop() {
      for (const { server } of fetchers) await server.stop();
      await host.close();
      await dns.close();
    },
  };
}

/** Each host several times, by its own leads and by one that has them all, which is returned. */
export async function fetchFromAll(
  { host, urls }: HostileHosts,
  { server, key }: Fetcher,
  pictures: readonly string[],
): Promise<string> {
  const honest = pictures.map((path) => `https://127.0.0.1:${host.port}${path}`);
  const answers = await Promise.all([
    createLead(server, key, { photoUrls: urls }),
    ...urls.map((url) => createLead(server, key, { photoUrls: [url, url, url] })),
    createLead(server, key, { photoUrls: honest }),
  ]);
  for (const { status, body } of answers) {
    assert.equal(status, 201);
    assert.ok(body.photos.length > 0);
  }
  return answers[0]!.body.id;
}

let picturesMade = 0;

/**
 * Honest pictures that take a while to decode; each differs, because equal ones are decoded once.
 */
export function newLargePictures(count = 3): string[] {
  return Array.from(
    { length: count },
    () => `/photo.png?width=6000&height=4000&n=${picturesMade++}`,
  );
}
