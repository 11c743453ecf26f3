// The servers that the files of a run share, one on each database: a test creates its own brand
// there. The run starts them, passed on in TEST_SERVERS; a file run alone starts its own.
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { after } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMigratedDatabase } from './postgres-for-tests.ts';
import {
  patientWithPostgres,
  type RunningServer,
  startServer,
  type TestServer,
  testServer,
} from './server.ts';
import { sharedPorts } from './shared-ports.ts';
import type { Printed } from './show-on-failure.ts';

export type Engine = 'SQLite' | 'PostgreSQL';

/** Both, unless the run is told to use one. */
export function enginesOfRun(): Engine[] {
  return (process.env['TEST_DATABASES'] ?? 'SQLite,PostgreSQL').split(',') as Engine[];
}

interface SharedServer extends RunningServer {
  outputFile: string;
}

// They trust the hosts that tests start. Failed sign-ins and keys are counted by client address,
// which `call()` varies by test file.
async function settings(): Promise<Record<string, string>> {
  // Most files start none, and need none of this.
  const [{ authorityFile }, { trusting }, { sendingTo }, { pushingTo }] = await Promise.all([
    import('./picture-host.ts'),
    import('./photo-server.ts'),
    import('./webhook-receiver.ts'),
    import('./push-service.ts'),
  ]);
  const hosts = (await sharedPorts()).map((port) => ({ port, caFile: authorityFile }));
  return {
    ...trusting(...hosts),
    ...sendingTo(...hosts),
    ...pushingTo(...hosts),
    ...patientWithPostgres,
    // Jobs that a test makes due are found soon.
    JOB_LEASE_MS: '3000',
    TRUST_PROXY: 'loopback',
  };
}

const own = new Map<Engine, Promise<SharedServer>>();
const stops: (() => Promise<unknown>)[] = [];

/** Call it at the top of a file, for all its tests. */
export async function sharedServer(engine: Engine = 'SQLite'): Promise<TestServer> {
  const started: Partial<Record<Engine, SharedServer>> = JSON.parse(
    process.env['TEST_SERVERS'] ?? '{}',
  );
  const running = started[engine] ?? (await startOwn(engine));
  const server = testServer(running, printedTo(running.outputFile), async () => null);
  // Closes its database; the server goes on.
  after(() => server.stop());
  return server;
}

function startOwn(engine: Engine): Promise<SharedServer> {
  const starting = own.get(engine) ?? startSharedServer(engine);
  own.set(engine, starting);
  return starting;
}

/** Before the first file of a run. */
export async function shareServers(): Promise<void> {
  const started = await Promise.all(
    enginesOfRun().map(async (engine) => [engine, await startOwn(engine)]),
  );
  process.env['TEST_SERVERS'] = JSON.stringify(Object.fromEntries(started));
}

export async function stopSharedServers(): Promise<void> {
  await Promise.all(stops.map((stop) => stop()));
}

async function startSharedServer(engine: Engine): Promise<SharedServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vakwerk-shared-'));
  const outputFile = `${dataDir}.log`;
  const databaseUrl = engine === 'PostgreSQL' ? await createMigratedDatabase() : undefined;
  const env = await settings();
  const options = { dataDir, env, outputFile, ...(databaseUrl && { databaseUrl }) };
  const { url, pid, stop } = await startServer(options);
  stops.push(stop);
  return { url, pid, dataDir, outputFile, ...(databaseUrl && { databaseUrl }) };
}

function printedTo(file: string): Printed {
  return {
    isShared: true,
    get length() {
      return statSync(file).size;
    },
    from: (position) => readFileSync(file).subarray(position).toString(),
  };
}
