// The latency of creates while photos are fetched from ten hostile hosts, which hang, drip, never
// end, lie and send bombs. Compared with a server that fetches nothing, and with another server
// that fetches the same photos.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Fetcher,
  fetchFromAll,
  type HostileHosts,
  newLargePictures,
  startHostileHosts,
} from '../test/support/hostile-hosts.ts';
import { HttpConnection } from '../test/support/http-connection.ts';
import { leadRequest } from '../test/support/lead-load.ts';
import { eventually } from '../test/support/within.ts';
import { median, type Report } from './report.ts';

const connections = 4;
// The first round is a warm-up and does not count.
const rounds = 4;
// While the hosts send; downloads that take longer hang.
const loadMs = 2_000;
const pollMs = 100;
// Hosts and image decoding use processors that the creates had to themselves, whichever server
// fetches. The cost of fetching in this server is the difference from fetching in another one.
const p99RatioMax = 2.5;
const p99MsAlways = 20;
const p99RatioToOtherMax = 1.5;
const p99MsToOtherAlways = 5;
// A response waits three seconds for photos; the rest is for the lead itself.
const answerMsMax = 5_000;

export async function measureHostileHosts(report: Report): Promise<void> {
  const hosts = await startHostileHosts();
  try {
    const [own, other] = [await hosts.startFetcher(), await hosts.startFetcher()];
    const pictures = Array.from({ length: rounds }, () => newLargePictures());
    // Generates them beforehand, so that this is not measured.
    for (const path of ['/bomb.png', ...pictures.flat()]) await warmHost(hosts, path);
    await createFor(own, 1_000);
    const p99s = { quiet: [] as number[], beside: [] as number[], busy: [] as number[] };
    const sentMb: number[] = [];
    const answersMs: number[] = [];
    for (const [round, large] of pictures.entries()) {
      await untilFetched(hosts, [own, other]);
      p99s.quiet.push(p99(await createFor(own, loadMs)));
      // Alternating, and this server last in the final round.
      for (const fetcher of round % 2 === 1 ? [other, own] : [own, other]) {
        await untilFetched(hosts, [own, other]);
        const watch = await watchHosts(hosts);
        const began = performance.now();
        const fetching = fetchFromAll(hosts, fetcher, large);
        void fetching.then(() => answersMs.push(performance.now() - began));
        await Promise.race([watch.begun, fetching]);
        p99s[fetcher === own ? 'busy' : 'beside'].push(p99(await createFor(own, loadMs)));
        sentMb.push(await watch.stop());
        await fetching;
      }
    }
    const [quiet, beside, busy] = [p99s.quiet, p99s.beside, p99s.busy].map(typical) as [
      number,
      number,
      number,
    ];
    const most = Math.max(p99RatioMax * quiet, p99MsAlways);
    const mostToOther = Math.max(p99RatioToOtherMax * beside, p99MsToOtherAlways);
    report.value('create, p99, 4 callers', [quiet], 'ms');
    report.atMost('create, p99, beside hostile hosts', [busy], most, 'ms');
    report.value('the same, another server fetches', [beside], 'ms');
    report.atMost('create, p99, to another that fetches', [busy], mostToOther, 'ms');
    report.atMost('answers to leads with such photos', [Math.max(...answersMs)], answerMsMax, 'ms');
    report.value('sent by the hosts in a round', sentMb, 'MB');
  } finally {
    await hosts.stop();
  }
}

/** Makes the hosts hang up until no download is left. */
async function untilFetched({ host }: HostileHosts, fetchers: readonly Fetcher[]): Promise<void> {
  await eventually(async () => {
    host.hangUp();
    const jobs = await Promise.all(
      fetchers.map(({ server }) =>
        server.withDatabase((db) =>
          db.all("select id from jobs where kind = 'fetchPhoto' limit 1"),
        ),
      ),
    );
    return jobs.flat().length === 0;
  });
}

/** Counts the megabytes that the hosts send from their first byte to `stop`. */
async function watchHosts({
  host,
}: HostileHosts): Promise<{ begun: Promise<void>; stop(): Promise<number> }> {
  let first = await host.bytesSent();
  let last = first;
  let hasBegun = false;
  const stopping = new AbortController();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const poll = async () => {
    while (!stopping.signal.aborted) {
      const bytes = await host.bytesSent();
      if (!stopping.signal.aborted) last = bytes;
      if (!hasBegun && last > first) {
        hasBegun = true;
        first = last;
        begin();
      }
      await wait(pollMs);
    }
  };
  const polling = poll();
  return {
    begun,
    async stop() {
      stopping.abort();
      await polling;
      return (last - first) / 1e6;
    },
  };
}

async function warmHost({ host }: HostileHosts, path: string): Promise<void> {
  const request = get({ ca: readFileSync(host.caFile), port: host.port, path });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
}

/** Creates leads without photos for `ms`; returns their latencies. */
async function createFor({ server, key }: Fetcher, ms: number): Promise<number[]> {
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
      // Not at full speed: this measures latency, not throughput.
      await wait(5);
    }
    connection!.close();
  };
  await Promise.all(Array.from({ length: connections }, keepBusy));
  return took;
}

function p99(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.99)]!;
}

/** The median without the warm-up round. */
function typical(values: readonly number[]): number {
  return median(values.slice(1));
}
