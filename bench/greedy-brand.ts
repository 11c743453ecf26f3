// How much the latency of one brand grows while another brand sends the worst possible load.
import type { LoadSettings } from './load.ts';
import { type Party, runLoad } from './processes.ts';
import type { Report } from './report.ts';

interface TwoBrands {
  server: Party;
  greedyKey: string;
  modestKey: string;
}

export const leadsOfGreedyBrand = 100_000;
export const leadsOfModestBrand = 1_000;

const path = '/v1/api/leads';
// Words that are in many leads, but all together in none.
const words = 'lekkende verstopte groepenkast dakgoot gisteren graag snel langskomen';
const worst: Record<string, Pick<LoadSettings, 'method' | 'path' | 'connections'>> = {
  searches: { method: 'GET', path: `${path}?q=${encodeURIComponent(words)}`, connections: 64 },
  'filters without an index': { method: 'GET', path: `${path}?source=none`, connections: 64 },
  lists: { method: 'GET', path: `${path}?limit=200`, connections: 64 },
  leads: { method: 'POST', path, connections: 500 },
};
const modestPerSecond = 40;
const greedySecondsMore = 2;
const firstModestLead = 900_000_000;
const leadsApart = 1_000_000;

export async function measureGreedyBrand(
  { server, greedyKey, modestKey }: TwoBrands,
  { rounds, seconds, report }: { rounds: number; seconds: number; report: Report },
): Promise<void> {
  const { port } = server;
  let firstLead = firstModestLead;
  const modest = async () => {
    firstLead += leadsApart;
    const [method, key] = ['POST' as const, modestKey];
    const how = { connections: 8, perSecond: modestPerSecond, listEvery: 2 };
    const result = await runLoad({ port, method, path, key, seconds, firstLead, ...how });
    if (result.refusals > 0) throw new Error(`${result.refusals} of the modest brand were refused`);
    return result.p99Ms;
  };
  const greedy = (what: (typeof worst)[string]) =>
    runLoad({
      port,
      key: greedyKey,
      seconds: seconds + greedySecondsMore,
      firstLead: (firstLead += leadsApart),
      hasLowPriority: true,
      ...what,
    });

  await modest();
  const alone: number[] = [];
  const beside = new Map<string, number[]>(Object.keys(worst).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    alone.push(await modest());
    for (const [name, what] of Object.entries(worst)) {
      const [p99Ms] = await Promise.all([modest(), greedy(what)]);
      beside.get(name)!.push(p99Ms);
    }
  }
  report.value('p99 of a brand alone', alone, 'ms');
  for (const [name, p99s] of beside) {
    const times = p99s.map((p99Ms, round) => p99Ms / alone[round]!);
    report.atMost(`beside another’s ${name}`, times, 3, '×');
  }
}
