// Overload: how much work is still done, how fast the rest is refused, and how soon latency recovers.
import { join } from 'node:path';
import type { LoadResult } from './load.ts';
import { type Party, runLoad, watchMemory } from './processes.ts';
import { median, type Report } from './report.ts';
import { startVakwerk } from './vakwerk.ts';

interface Measurement {
  folder: string;
  rounds: number;
  seconds: number;
  report: Report;
  /** Undefined for SQLite. */
  databaseUrl?: string;
  /** Called after the first leads, when PostgreSQL's autovacuum would analyze the tables. */
  onWarm?(): Promise<void>;
}

// Under overload each has a request in flight all the time.
const sockets = 6_000;
const settings = { CONNECTIONS_MAX: '8000', CONNECTIONS_PER_ADDRESS_MAX: '8000' };
const closedLoop = { connections: 64 };
const timesTheMost = [1, 2, 10];
const calm = { connections: 4, perSecond: 20, seconds: 3 };
const leadsApart = 1_000_000;

export async function measureOverload(measurement: Measurement): Promise<void> {
  const { folder, rounds, seconds, report, databaseUrl } = measurement;
  const env = { ...settings, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const server = await startVakwerk(join(folder, 'overload'), env);
  const callers = new MixedCallers(server, seconds);
  await callers.send(closedLoop);
  await measurement.onWarm?.();
  await callers.send(closedLoop);

  const most: number[] = [];
  const done = new Map<number, number[]>(timesTheMost.map((times) => [times, []]));
  const refusalsMs = new Map<number, number[]>(timesTheMost.map((times) => [times, []]));
  const before: number[] = [];
  const after: number[] = [];
  const memory = watchMemory(server.pid);
  for (let round = 0; round < rounds; round++) {
    before.push((await callers.send(calm)).p99Ms);
    const { takenPerSecond } = await callers.send(closedLoop);
    most.push(takenPerSecond);
    for (const times of timesTheMost) {
      const offered = { connections: sockets, perSecond: takenPerSecond * times };
      const result = await callers.send(offered);
      done.get(times)!.push(result.takenPerSecond);
      if (result.refusals > 0) refusalsMs.get(times)!.push(result.refusalP50Ms);
    }
    // One second later: the warm-up of the load is not counted.
    after.push((await callers.send(calm)).p99Ms);
  }
  const memoryMb = memory();
  await server.stop();

  report.rate('leads and lists: 64 callers', most);
  for (const times of timesTheMost) {
    report.ratio(`done of ${times} × as many, to that`, done.get(times)!, most, 0.9);
  }
  for (const [times, medians] of refusalsMs) {
    if (medians.length > 0) report.atMost(`a refusal at ${times} ×, median`, medians, 50, 'ms');
  }
  report.value('p99 of 20 a second, before', before, 'ms');
  report.atMost('the same a second after', after, 3 * median(before), 'ms');
  report.value('resident memory during overload', [memoryMb], 'MB');
}

/** Every other request lists leads. */
class MixedCallers {
  readonly #server: Party;
  readonly #seconds: number;
  readonly #key: string;
  #firstLead = 0;

  constructor(server: Party, seconds: number) {
    this.#server = server;
    this.#seconds = seconds;
    this.#key = /vk_\w+/.exec(server.output())![0];
  }

  send(how: { connections: number; perSecond?: number; seconds?: number }): Promise<LoadResult> {
    this.#firstLead += leadsApart;
    return runLoad({
      port: this.#server.port,
      method: 'POST',
      path: '/v1/api/leads',
      key: this.#key,
      seconds: this.#seconds,
      firstLead: this.#firstLead,
      listEvery: 2,
      hasLowPriority: true,
      ...how,
    });
  }
}
