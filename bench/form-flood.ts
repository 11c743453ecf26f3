// How much the latency of the API grows while somebody floods a form.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type Measurement, startSeeded } from './crowd.ts';
import type { FloodResult, FloodSettings } from './form-posts.ts';
import { runLoad, runScript } from './processes.ts';

const leads = 1_000;
const leadsPerSecond = 40;
const postsPerSecond = 1_000;
const addresses = 200;
const leadsApart = 1_000_000;
// The flood begins before the measured leads and ends after them.
const floodSecondsMore = 2;
const p99TimesMax = 3;

export async function measureFormFlood(measurement: Measurement): Promise<void> {
  const { rounds, seconds, folder, report, isOnPostgres } = measurement;
  const seeded = await startSeeded(join(folder, 'forms'), isOnPostgres, { leads: [leads] });
  const { server, stop } = seeded;
  const key = seeded.keys[0]!;
  const brandId = await brandOf(server.port, key);
  let firstLead = 0;
  const create = async () => {
    firstLead += leadsApart;
    const [method, path, connections] = ['POST' as const, '/v1/api/leads', 8];
    const how = { method, path, key, connections, seconds, perSecond: leadsPerSecond, firstLead };
    const result = await runLoad({ port: server.port, ...how });
    if (result.refusals > 0) throw new Error(`${result.refusals} leads were refused`);
    return result.p99Ms;
  };
  const flood = (path: string) =>
    runScript<FloodResult>(
      'bench/form-posts.ts',
      JSON.stringify({
        port: server.port,
        path,
        addresses,
        perSecond: postsPerSecond,
        seconds: seconds + floodSecondsMore,
      } satisfies FloodSettings),
    );

  await create();
  const alone: number[] = [];
  const beside: number[] = [];
  const statuses: Record<number, number> = {};
  for (let round = 0; round < rounds; round++) {
    // A form of its own for each round: the counts of the last minute are forgotten.
    const path = `/f/${formOf(brandId, join(folder, 'forms'), seeded.env)}`;
    alone.push(await create());
    const [p99Ms, done] = await Promise.all([create(), flood(path)]);
    beside.push(p99Ms);
    for (const [status, count] of Object.entries(done.statuses)) {
      statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count;
    }
  }
  await stop();
  report.value('p99 of creates alone', alone, 'ms');
  const times = beside.map((p99Ms, round) => p99Ms / alone[round]!);
  const name = `beside ${postsPerSecond} form posts a second`;
  report.atMost(name, times, p99TimesMax, '×');
  const told = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  report.note('answers to the posts', told.join(', '));
}

async function brandOf(port: number, key: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/api/leads?limit=1`, {
    headers: { 'x-api-key': key },
  });
  const { data } = (await answer.json()) as { data: { brandId: string }[] };
  return data[0]!.brandId;
}

function formOf(brandId: string, dataDir: string, env: Record<string, string>): string {
  const root = join(import.meta.dirname, '..');
  const made = ['--brand', brandId, '--type', 'form', '--name', 'Website', '--json'];
  const printed = execFileSync(
    process.execPath,
    [join(root, 'cli/vakwerk.js'), 'channels', 'create', ...made],
    { env: { ...process.env, DATA_DIR: dataDir, ...env } },
  );
  return (JSON.parse(printed.toString()) as { id: string }).id;
}
