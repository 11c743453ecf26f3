// How `npm run faults` treats its test files, tried on small ones.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { faultFiles } from '../faults/fault-files.ts';
import { SavedResults } from '../faults/saved-results.ts';
import { endGroup, type FileResult, runFile } from '../faults/run-file.ts';
import { reportOn } from '../faults/table.ts';
import { testedStamp } from '../faults/version.ts';
import type { FaultOutcome } from './support/fault-record.ts';
import { temporaryFolder } from './support/command-line.ts';
import { eventually } from './support/within.ts';

const fixture = 'test/support/fixtures/fault.ts';
const run = (options: { seed: number; msMax?: number }) =>
  runFile(fixture, { version: 'abc', msMax: 60_000, ...options });
const folder = temporaryFolder();
after(() => folder.remove());

const kill: FaultOutcome = {
  fault: 'kill -9',
  database: 'SQLite',
  times: 150,
  isKill: true,
  acknowledged: 60_000,
  lost: 0,
  halfMade: 0,
  doubles: 0,
  longestRecoveryMs: 1_234,
};
const result = (part: Partial<FileResult>): FileResult => ({
  file: 'test/faults/a.test.ts',
  isPassed: true,
  seed: 1,
  version: 'abc',
  tookMs: 60_000,
  outcomes: [],
  skipped: [],
  ...part,
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a file runs in its long form, and its record is kept', async () => {
  const { isPassed, outcomes, skipped } = await run({ seed: 7 });
  assert.ok(isPassed);
  assert.deepEqual(outcomes, [{ ...kill, fault: 'seed 7' }]);
  assert.deepEqual(skipped, [`1 test in test/support/fixtures: needs a spare disk`]);
});

test('a failing file shows why, and keeps its earlier row', async () => {
  const { isPassed, outcomes, output } = await run({ seed: 0 });
  assert.ok(!isPassed);
  assert.equal(outcomes.length, 1);
  assert.match(output, /it asked for this/);
});

test('a hanging file is ended with its children', async () => {
  const { isPassed, output, outcomes } = await run({ seed: -1, msMax: 3_000 });
  assert.ok(!isPassed);
  assert.match(output, /killed: it took longer than 3 s/);
  const [, pid] = /started (\d+)/.exec(outcomes[1]!.fault)!;
  await eventually(async () => !isAlive(Number(pid)));
});

test('ending a process group that is gone is no error', async () => {
  const child = spawn('true', { detached: true, stdio: 'ignore' });
  await once(child, 'close');
  assert.equal(endGroup(child.pid!), false);
});

test('a pass with these sources is reused, unless started over', () => {
  const place = folder.file('data');
  const kept = new SavedResults(place, 'these');
  kept.save(result({ file: 'test/faults/a.test.ts' }), '');
  kept.save(result({ file: 'test/faults/b.test.ts', isPassed: false }), 'why');
  new SavedResults(place, 'earlier').save(result({ file: 'test/faults/d.test.ts' }), '');
  const later = new SavedResults(place, 'these');
  const files = ['a', 'b', 'c', 'd'].map((name) => `test/faults/${name}.test.ts`);
  const named = (results: FileResult[]) => results.map(({ file }) => file);
  assert.deepEqual(
    files.map((file) => later.hasPassed(file)),
    [true, false, false, false],
  );
  assert.deepEqual(named(later.all(files)), files.slice(0, 2));
  assert.deepEqual(named(later.stale(files)), files.slice(3));
  later.delete(files.slice(0, 1));
  assert.deepEqual(named(later.all(files)), files.slice(1, 2));
});

// All have passed with these sources, so none is run.
for (const { acknowledged, code } of [
  { acknowledged: 99_999, code: 1 },
  { acknowledged: 100_000, code: 0 },
]) {
  test(`the run ends with ${code} when ${acknowledged} leads were acknowledged`, () => {
    const place = folder.file(`run-${code}`);
    const kept = new SavedResults(place, testedStamp());
    for (const file of faultFiles) kept.save(result({ file }), '');
    const most = { ...kill, times: 200, acknowledged: 100_000 };
    const outcomes = [most, { ...most, database: 'PostgreSQL' as const, acknowledged }];
    kept.save(result({ file: faultFiles[0]!, outcomes }), '');
    const { status, stdout } = spawnSync(process.execPath, ['faults/run.ts', '--data', place], {
      encoding: 'utf8',
    });
    assert.equal(status, code, stdout);
    assert.equal(stdout.includes('NOT REACHED'), code === 1, stdout);
  });
}

test('the table has one row per fault, totals, and missed targets', () => {
  const { text, isLongEnough } = reportOn(
    [
      result({ outcomes: [kill, { ...kill, database: 'PostgreSQL', lost: 2 }] }),
      result({
        outcomes: [
          { ...kill, times: 40, acknowledged: 30_000, fault: 'fall' },
          { ...kill, times: 20, acknowledged: 30_000, fault: 'fall', longestRecoveryMs: null },
        ],
        version: 'def with changes',
      }),
      result({ file: 'test/faults/b.test.ts', isPassed: false, skipped: ['1 test: needs root'] }),
    ],
    [result({ file: 'test/faults/c.test.ts', version: 'earlier', outcomes: [kill] })],
  );
  assert.equal(isLongEnough, false);
  const rows = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  assert.deepEqual(rows[2], ['', 'fall', 'SQLite', '60', '60,000', '0', '0', '0', '1.2 s', '']);
  assert.deepEqual(rows[5]!.slice(1, 6), ['all of it', 'SQLite', '210', '120,000', '0']);
  assert.deepEqual(rows[6]!.slice(1, 6), ['all of it', 'PostgreSQL', '150', '60,000', '2']);
  for (const line of [
    'SQLite: kills: 210, at least 200: reached',
    'PostgreSQL: kills: 150, at least 200: NOT REACHED',
    'PostgreSQL: acknowledged leads: 60,000, at least 100,000: NOT REACHED',
    'also run, with no row of their own: test/faults/b.test.ts',
    'skipped: 1 test: needs root',
    'old, not counted: test/faults/c.test.ts at earlier',
    '2 files at abc',
    '1 files at def with changes',
    'FAILED: test/faults/b.test.ts',
    '2 files passed, 1 failed, 3 minutes',
  ]) {
    assert.ok(text.split('\n').includes(line), `${line}\n${text}`);
  }
});
