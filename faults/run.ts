// Runs the long form of all fault tests, one file after the other, and prints a table of the
// results. Results stay in the data folder, and another run with the same sources continues with
// the remaining files.
import { parseArgs } from 'node:util';
import { globalTeardown, startShared, useOwnFolder } from '../test/support/run-setup.ts';
import { faultFiles as files } from './fault-files.ts';
import { SavedResults } from './saved-results.ts';
import { type FileResult, runFile } from './run-file.ts';
import { reportOn } from './table.ts';
import { testedStamp, versionOf } from './version.ts';

// For one file. The longest takes ten minutes on two idle cores.
const fileMsMax = 60 * 60_000;
const seedMax = 1_000_000;
// Failures come first, then the output of servers.
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
  process.stderr.write(`no file is named ${unknown.join(' or ')}; the files are\n${known}\n`);
  process.exit(1);
}

const saved = new SavedResults(options.data, testedStamp());
const selected = files.filter(
  (file) => names.length === 0 || names.some((name) => file.includes(name)),
);
if (options.again || names.length > 0) saved.delete(selected);
const toRun = selected.filter((file) => !saved.hasPassed(file));
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
const { text, isLongEnough } = reportOn(saved.all(files), saved.stale(files));
process.stdout.write(`\n${text}\n`);
const missing = selected.filter((file) => !saved.hasPassed(file));
if (missing.length > 0) {
  process.stdout.write(`\nfailed or not yet run: ${missing.join(', ')}\n`);
}
// A run of selected files cannot reach the totals.
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
    if (stopping.signal.aborted) return void process.stdout.write('interrupted\n');
    saved.save(result, output);
    process.stdout.write(`${result.isPassed ? 'passed' : 'FAILED'}, ${secondsOf(result)}\n`);
    if (!result.isPassed) printFailure(file, output);
  }
}

function printFailure(file: string, output: string): void {
  const lines = output.trimEnd().split('\n');
  for (const line of lines.slice(0, outputLinesShown)) {
    process.stdout.write(`    ${line.slice(0, lineLengthMax)}\n`);
  }
  const left = lines.length - outputLinesShown;
  if (left > 0) process.stdout.write(`    … and ${left} more lines in ${saved.logOf(file)}\n`);
  process.stdout.write(`    again: SEED=${seed} npm run faults -- ${file}\n`);
}

function secondsOf({ tookMs }: Pick<FileResult, 'tookMs'>): string {
  return `${Math.round(tookMs / 1000)} s`;
}
