// Lists under mixed traffic: with the request log, a rate limit that nobody reaches, and new leads coming in.
import { join } from 'node:path';
import { type Measurement, type Seeded, startSeeded } from './crowd.ts';
import type { LoadSettings } from './load.ts';
import { runLoad, startParty } from './processes.ts';

const leadsOfEach = 1_000;
const listers = 64;
const newLeadsPerSecond = 20;
const settings = { RATE_LIMIT_PER_MINUTE: '1000000' };
const path = '/v1/api/leads';
const firstNewLead = 800_000_000;
const leadsApart = 1_000_000;
const leastOf = { SQLite: 0.3, PostgreSQL: 0.18 };
const least304 = 0.6;
const p99TimesMax = 4;

export async function measureMixedLists(measurement: Measurement): Promise<void> {
  const { folder, isOnPostgres } = measurement;
  const seeded = await startSeeded(join(folder, 'mixed'), isOnPostgres, {
    leads: [leadsOfEach, leadsOfEach],
    settings,
  });
  try {
    await measure(seeded, measurement);
  } finally {
    await seeded.stop();
  }
}

async function measure(
  { server, keys: [key, otherKey] }: Seeded,
  { rounds, seconds, report, isOnPostgres }: Measurement,
): Promise<void> {
  const { port } = server;
  const list = () => fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-api-key': key! } });
  const bytes = (await (await list()).arrayBuffer()).byteLength;
  const bare = await startParty('bench/bare-fastify.ts', [String(bytes)]);
  let firstLead = firstNewLead;
  const newLeads = (ofKey: string) =>
    runLoad({
      port,
      method: 'POST',
      path,
      key: ofKey,
      connections: 4,
      perSecond: newLeadsPerSecond,
      seconds,
      firstLead: (firstLead += leadsApart),
    });
  const lists = (asked: Partial<LoadSettings> = {}) =>
    runLoad({
      port,
      method: 'GET',
      path,
      key: key!,
      connections: listers,
      seconds,
      firstLead: 0,
      ...asked,
    });
  const rates = { bare: [] as number[], others: [] as number[], same: [] as number[] };
  const unchanged = { bare: [] as number[], ours: [] as number[] };
  const p99Times: number[] = [];
  await lists();
  for (let round = 0; round < rounds; round++) {
    rates.bare.push((await lists({ port: bare.port })).perSecond);
    const [beside] = await Promise.all([lists(), newLeads(otherKey!)]);
    rates.others.push(beside.perSecond);
    p99Times.push(beside.p99Ms / beside.p50Ms);
    const [besideOwn] = await Promise.all([lists(), newLeads(key!)]);
    rates.same.push(besideOwn.perSecond);
    const ifNoneMatch = 'W/"constant"';
    const bare304 = { port: bare.port, path: '/unchanged', ifNoneMatch };
    unchanged.bare.push((await lists(bare304)).perSecond);
    const etag = (await list()).headers.get('etag') ?? undefined;
    const [same] = await Promise.all([lists({ ifNoneMatch: etag }), newLeads(otherKey!)]);
    unchanged.ours.push(same.perSecond);
  }
  await bare.stop();

  const least = leastOf[isOnPostgres ? 'PostgreSQL' : 'SQLite'];
  report.rate('list of 50: constant bytes', rates.bare);
  report.rate('beside 20 leads a second of another brand', rates.others);
  report.ratio('the same, to constant bytes', rates.others, rates.bare, least);
  report.atMost('its p99, to its median', p99Times, p99TimesMax, '×');
  report.rate('beside 20 leads a second of the same brand', rates.same);
  report.ratio('the same, to constant bytes', rates.same, rates.bare);
  report.rate('304: bare Fastify', unchanged.bare);
  report.rate('304: Vakwerk', unchanged.ours);
  report.ratio('304, to bare Fastify', unchanged.ours, unchanged.bare, least304);
}
