// A long import reports its progress from time to time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadImporter } from '#jobs/import-leads.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

const rows = 1_000;
const rowsAtOnce = 100;
const stepMs = 2_000;

test('an import logs its progress every five seconds', async () => {
  let [done, now] = [0, 0];
  // Each step takes two seconds on this clock.
  const run = async () => {
    now += stepMs;
    done += rowsAtOnce;
    return done > rows ? 'done' : { done, rows };
  };
  const told: object[] = [];
  const runner = { run } as unknown as ActionRunner;
  const work = leadImporter(
    runner,
    (progress) => told.push(progress),
    () => now,
  );
  await work({ subject: 'import-1' } as never, new AbortController().signal);
  assert.deepEqual(
    told,
    [300, 600, 900].map((rowsDone) => ({ importId: 'import-1', done: rowsDone, rows })),
  );
});
