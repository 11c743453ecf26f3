// Runs the long form of all tests that break things, one file after the other, and prints a table of what was done and seen.
// What has passed stays in the data folder, and another call of the same sources goes on with the rest.
import { parseArgs } from 'node:util';
import { globalTeardown, startShared, useOwnFolder } from '../test/support/run-setup.ts';
import { faultFiles as files } from './fault-files.ts';
import { SavedResults } from './saved-results.ts';
import { type FileResult, runFile } from './run-file.ts';
import { reportOn } from './table.ts';
import { testedStamp, versionOf } from './version.ts';

// Of one file. The longest takes ten minutes on two cores that have nothing else to do.
const fileMsMax = 60 * 60_000;
const seedMax = 1_000_000;
// The failures come first, then what servers printed.
const outputLinesShown = 60;
const lineLengthMax = 300;

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: './faults-data' },
    again: { type: 'boolean', default: false },
  },
});
const unknown = names.filter((name) => !files.some((file) => file.includes(name)));
if (unknown.length > 0) {
  const known = files.map((file) => `  ${file}`).join('\n');
  process.stderr.write(`no file is called ${unknown.join(' or ')}; there are\n${known}\n`);
  process.exit(1);
}

const kept = new SavedResults(options.data, testedStamp());
const meant = files.filter(
  (file) => names.length === 0 || names.some((name) => file.includes(name)),
);
if (options.again || names.length > 0) kept.forget(meant);
const toRun = meant.filter((file) => !kept.hasPassed(file));
const seed = Number(process.env['SEED'] ?? Math.ceil(Math.random() * seedMax));
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

if (toRun.length > 0) {
  useOwnFolder();
  await startShared();
  try {
    await runAll();
  } finally {
    await globalTeardown();
  }
}
const { text, isLongEnough } = reportOn(kept.all(files), kept.old(files));
process.stdout.write(`\n${text}\n`);
const missing = meant.filter((file) => !kept.hasPassed(file));
if (missing.length > 0) {
  process.stdout.write(`\nfailed or not yet run: ${missing.join(', ')}\n`);
}
// Some of the files cannot reach what all of them have to.
if (missing.length > 0 || (names.length === 0 && !isLongEnough)) process.exitCode = 1;

async function runAll(): Promise<void> {
  const version = versionOf();
  process.stdout.write(`${toRun.length} of ${files.length} files, SEED=${seed}, ${version}\n`);
  for (const file of toRun) {
    if (stopping.signal.aborted) return;
    process.stdout.write(`${file} … `);
    const { output, ...result } = await runFile(file, {
      seed,
      version,
      msMax: fileMsMax,
      signal: stopping.signal,
    });
    if (stopping.signal.aborted) return void process.stdout.write('broken off\n');
    kept.keep(result, output);
    process.stdout.write(`${result.isPassed ? 'passed' : 'FAILED'}, ${secondsOf(result)}\n`);
    if (!result.isPassed) tellFailure(file, output);
  }
}

function tellFailure(file: string, output: string): void {
  const lines = output.trimEnd().split('\n');
  for (const line of lines.slice(0, outputLinesShown)) {
    process.stdout.write(`    ${line.slice(0, lineLengthMax)}\n`);
  }
  const left = lines.length - outputLinesShown;
  if (left > 0) process.stdout.write(`    … and ${left} more lines in ${kept.logOf(file)}\n`);
  process.stdout.write(`    again: SEED=${seed} npm run faults -- ${file}\n`);
}

function secondsOf({ tookMs }: Pick<FileResult, 'tookMs'>): string {
  return `${Math.round(tookMs / 1000)} s`;
}
