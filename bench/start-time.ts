// The startup time, with a new data folder and with an existing one.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { call } from '../test/support/call.ts';
import { startServer } from '../test/support/server.ts';
import type { Report } from './report.ts';

const startMsMax = 2_000;
const starts = 5;

export async function measureStart(folder: string, report: Report): Promise<void> {
  const tookMs = { new: [] as number[], old: [] as number[] };
  for (let count = 0; count < starts; count++) {
    const dataDir = join(folder, `start-${count}`);
    tookMs.new.push(await startAndStop(dataDir));
    tookMs.old.push(await startAndStop(dataDir));
  }
  report.atMost('start, on a new folder', tookMs.new, startMsMax, 'ms');
  report.atMost('start, on a folder with data', tookMs.old, startMsMax, 'ms');
}

async function startAndStop(dataDir: string): Promise<number> {
  const began = performance.now();
  const server = await startServer({ dataDir });
  try {
    assert.equal((await call(server, '/readyz')).status, 200);
    return performance.now() - began;
  } finally {
    await server.stop();
  }
}
