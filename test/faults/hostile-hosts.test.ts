// Ten hosts that hang, drip, never end, lie and send bombs: leads are accepted meanwhile, and
// memory stays bounded. Own server. The bench measures the latency of leads beside it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { createLead } from '../support/call.ts';
import { settleLeads } from '../support/fault-outcome.ts';
import {
  type Fetcher,
  fetchFromAll,
  hostile,
  type HostileHosts,
  newLargePictures,
  startHostileHosts,
} from '../support/hostile-hosts.ts';
import { needs } from '../support/needs.ts';
import { outcomesOf, wordsFor } from '../support/photo-server.ts';

const growthMbMax = 300;
const leadsMeanwhile = 100;
const leadsMeanwhileMin = 20;
const lookEveryMs = 100;

let hosts: HostileHosts;
let fetcher: Fetcher;
before(async () => {
  // On a busy machine, hosts with low priority would send too slowly to reach the byte limit.
  hosts = await startHostileHosts({ givesWay: false, photoWaitMs: 30_000 });
  fetcher = await hosts.startFetcher();
});
after(() => hosts?.stop());

test('leads are created, each host has its outcome, and memory stays bounded', async (t) => {
  if (process.platform !== 'linux') return t.skip(needs('Linux'));
  const { server, key } = fetcher;
  const otherKey = await server.createKey();
  const memory = watchMemory(server.pid);
  t.after(() => void memory.stop());
  let isAnswered = false;
  const withPhotos = fetchFromAll(hosts, fetcher, newLargePictures(1)).finally(() => {
    isAnswered = true;
  });
  let meanwhile = 0;
  const ids: string[] = [];
  for (let n = 0; n < leadsMeanwhile; n++) {
    const { status, body } = await createLead(server, otherKey);
    assert.equal(status, 201);
    ids.push(body.id);
    if (!isAnswered) meanwhile++;
  }
  // Leads with photos are answered when the hanging hosts time out, after ten seconds.
  assert.ok(meanwhile >= leadsMeanwhileMin, `${meanwhile} leads were made meanwhile`);
  const outcomes = wordsFor(await outcomesOf(server, key, await withPhotos));
  for (const [index, [path, expected]] of hostile.entries()) {
    assert.equal(outcomes[index], expected, path);
  }
  const { grownMb, hasSeenChildren } = memory.stop();
  assert.ok(hasSeenChildren, 'no picture process was seen, and their memory did not count');
  assert.ok(grownMb < growthMbMax, `memory grew by ${grownMb} MB`);
  const done = { fault: 'hostile hosts of photos', times: hostile.length };
  await settleLeads(server, otherKey, { ids }, done);
});

/** The server's memory with its child processes; Linux only. */
function watchMemory(pid: number): { stop(): { grownMb: number; hasSeenChildren: boolean } } {
  const first = residentMb([pid]);
  let most = first;
  let hasSeenChildren = false;
  const look = () => {
    const children = childrenOf(pid);
    hasSeenChildren ||= children.length > 0;
    most = Math.max(most, residentMb([pid, ...children]));
  };
  const timer = setInterval(look, lookEveryMs).unref();
  return {
    stop() {
      clearInterval(timer);
      look();
      return { grownMb: most - first, hasSeenChildren };
    },
  };
}

// Cheap, because the measuring process does it: scanning all processes would take milliseconds.
function childrenOf(pid: number): number[] {
  // Each thread lists its own.
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    textOf(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

function residentMb(pids: readonly number[]): number {
  const kib = pids.map((pid) =>
    Number(/^VmRSS:\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0),
  );
  return (kib.reduce((sum, one) => sum + one) * 1024) / 1e6;
}

// Empty for a process or thread that has just ended.
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
