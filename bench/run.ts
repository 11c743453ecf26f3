// Measures the service and its baselines in one run. Machines are noisy: only the ratios count.
// `--leads N` sets the size of the large database (0 skips it), `--data DIR` keeps it between runs.
// `--postgres` uses PostgreSQL. `--waits` measures only latencies that people notice, `--crowd`
// only overload, `--mixed` only lists under mixed traffic, `--forms` only a flood of form posts,
// `--web` only the web app on a phone, in turns with the version in the folder of `--before`.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCrowd } from './crowd.ts';
import { measureMixedLists } from './mixed-lists.ts';
import { measureFormFlood } from './form-flood.ts';
import { measureFirstScreen } from './first-screen.ts';
import { measureHangingWebhooks } from './hanging-webhooks.ts';
import { measureHostileHosts } from './hostile-hosts.ts';
import { measureKeyCheck } from './key-check.ts';
import { deepPage, leadsMin, measureLargeLists } from './large-lists.ts';
import { warmUpMs } from './load.ts';
import { measurePostgres } from './postgres.ts';
import { type Party, runScript, startParty, watchMemory } from './processes.ts';
import { median, Report } from './report.ts';
import { seedFolder } from './seed.ts';
import { measureStart } from './start-time.ts';
import { measureOnPhone } from './web-on-phone.ts';
import { Callers, startVakwerk } from './vakwerk.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    leads: { type: 'string', default: '1000000' },
    data: { type: 'string' },
    postgres: { type: 'boolean', default: false },
    waits: { type: 'boolean', default: false },
    crowd: { type: 'boolean', default: false },
    mixed: { type: 'boolean', default: false },
    forms: { type: 'boolean', default: false },
    web: { type: 'boolean', default: false },
    before: { type: 'string' },
  },
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const leads = Number(options.leads);
const rawLeads = 30_000;
// The raw loop may have been measured at a slow time; so prepare twice as many leads.
const rawMargin = 2;
if (!(leads === 0 || leads >= leadsMin)) {
  process.stderr.write(
    `--leads must be 0 or at least ${leadsMin}, so that page ${deepPage} exists\n`,
  );
  process.exit(1);
}

const report = new Report();
const folder = mkdtempSync(join(tmpdir(), 'vakwerk-bench-'));
try {
  if (options.web) {
    await measureOnPhone(report, { before: options.before, rounds });
  } else if (options.mixed) {
    await measureMixedLists({ rounds, seconds, folder, report, isOnPostgres: options.postgres });
  } else if (options.crowd) {
    await measureCrowd({ rounds, seconds, folder, report, isOnPostgres: options.postgres });
  } else if (options.forms) {
    await measureFormFlood({ rounds, seconds, folder, report, isOnPostgres: options.postgres });
  } else if (options.postgres) {
    await measurePostgres({ rounds, seconds, leads, folder, report });
  } else {
    if (!options.waits) {
      await measureSmall();
      if (leads > 0) await measureLarge();
    }
    await measureWaits();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
report.print();

async function measureSmall(): Promise<void> {
  const server = await startVakwerk(join(folder, 'small'));
  const callers = new Callers(server, seconds);
  await callers.warmUp();
  const { bytes } = await callers.listOnce();
  const bare = await startParty('bench/bare-fastify.ts', [String(bytes)]);

  const creates: Record<'vakwerk' | 'bare' | 'raw' | 'both', number[]> = {
    vakwerk: [],
    bare: [],
    raw: [],
    both: [],
  };
  const p99s = { vakwerk: [] as number[], both: [] as number[] };
  let cpuMicros = 0;
  const memory = watchMemory(server.pid);
  for (let round = 0; round < rounds; round++) {
    creates.bare.push((await callers.createAt(bare)).perSecond);
    const cpuBefore = await cpuSeconds(server);
    const result = await callers.createLeads(round);
    cpuMicros = ((await cpuSeconds(server)) - cpuBefore) * (1e6 / result.answers);
    creates.vakwerk.push(result.perSecond);
    p99s.vakwerk.push(result.p99Ms);
    const raw = await runScript<{ perSecond: number }>('bench/raw-sqlite.ts', String(rawLeads));
    creates.raw.push(raw.perSecond);
    const bothLeads = (warmUpMs / 1000 + seconds) * raw.perSecond * rawMargin;
    const both = await startParty('bench/bare-both.ts', [String(Math.ceil(bothLeads))]);
    const bothResult = await callers.createAt(both);
    await both.stop();
    creates.both.push(bothResult.perSecond);
    p99s.both.push(bothResult.p99Ms);
  }
  const memoryMb = memory();
  const halfRate = median(creates.vakwerk) / 2;
  const p99sAtHalf: number[] = [];
  for (let round = rounds; round < 2 * rounds; round++) {
    p99sAtHalf.push((await callers.createLeads(round, halfRate)).p99Ms);
  }
  const lists = await callers.compareLists(bare, rounds);
  await bare.stop();
  await server.stop();

  report.rate('create: bare Fastify', creates.bare);
  report.rate('create: raw SQLite loop', creates.raw);
  report.rate('create: Fastify and raw SQLite', creates.both);
  report.rate('create: Vakwerk', creates.vakwerk);
  report.ratio('create, to bare Fastify', creates.vakwerk, creates.bare, 0.3);
  report.ratio('create, to raw SQLite', creates.vakwerk, creates.raw, 0.45);
  report.ratio('create, to Fastify and raw SQLite', creates.vakwerk, creates.both);
  report.atMost('create, p99, as many as it takes', p99s.vakwerk, 20, 'ms');
  report.value('the same of Fastify and raw SQLite', p99s.both, 'ms');
  report.value(`create, p99, ${Math.round(halfRate)} a second`, p99sAtHalf, 'ms');
  report.atMost('resident memory during creates', [memoryMb], 200, 'MB');
  report.rate('list of 50: constant bytes', lists.bare);
  report.rate('list of 50: Vakwerk', lists.vakwerk);
  report.ratio('list of 50, to constant bytes', lists.vakwerk, lists.bare, 0.2);
  const keyMicros = measureKeyCheck();
  report.atMost('key check, of a create', [(100 * keyMicros) / cpuMicros], 5, '%');
}

/** Latencies that people notice: a start, the first screen, a lead or an event beside hostile hosts. */
async function measureWaits(): Promise<void> {
  await measureStart(folder, report);
  await measureFirstScreen(report);
  await measureHangingWebhooks(report);
  await measureHostileHosts(report);
}

async function measureLarge(): Promise<void> {
  const dataDir = options.data ?? join(folder, 'large');
  const keyFile = join(dataDir, 'bench-key.txt');
  if (!existsSync(keyFile)) {
    const key = await seedFolder(dataDir, leads, (done) => {
      if (done % 100_000 === 0) process.stderr.write(`${done} leads made\n`);
    });
    writeFileSync(keyFile, key);
  }
  const server = await startVakwerk(dataDir);
  await measureLargeLists(server.port, readFileSync(keyFile, 'utf8'), report);
  await server.stop();
}

async function cpuSeconds(server: Party): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${server.port}/metrics`);
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(await response.text())![1]);
}
