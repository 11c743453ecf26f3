// How long a start takes, measured while nothing else goes on.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { call } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { startServer } from '../support/server.ts';

const startMsMax = 2_000;
// The machine may be busy with something else; the best start tells what one needs.
const startTries = 15;

const folder = temporaryFolder();
after(() => folder.remove());

test(`ready within ${startMsMax} ms, on a new folder and on one with data`, async (t) => {
  const tookMs = { new: Infinity, old: Infinity };
  const isQuick = () => tookMs.new < startMsMax && tookMs.old < startMsMax;
  for (let count = 0; count < startTries && !isQuick(); count++) {
    const dataDir = folder.file(`start-time-${count}`);
    tookMs.new = Math.min(tookMs.new, await startAndStop(dataDir));
    tookMs.old = Math.min(tookMs.old, await startAndStop(dataDir));
  }
  t.diagnostic(`in ms: ${JSON.stringify(tookMs)}`);
  assert.ok(isQuick());
});

async function startAndStop(dataDir: string): Promise<number> {
  const began = performance.now();
  const server = await startServer({ dataDir });
  try {
    assert.equal((await call(server, '/readyz')).status, 200);
    return Math.round(performance.now() - began);
  } finally {
    await server.stop();
  }
}
