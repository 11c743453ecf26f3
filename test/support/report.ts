// The output of a run: a line per file as it ends, then the failures, and a short summary.
import { dirname, relative, resolve } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { processorTime } from './processor-time.ts';

interface Tally {
  tests: number;
  skipped: number;
  failed: number;
  ms: number;
}

interface Failure {
  file: string;
  name: string;
  place: string;
  error: string;
  /** Output of the servers meanwhile. */
  notes: string[];
}

type Test = Extract<TestEvent, { type: 'test:fail' }>['data'] & {
  entryFile?: string;
  classname?: string;
};

const slowestShown = 10;
const stderrLinesMax = 20;
// Lines of an error: a large unexpected value would fill the screen.
const errorLines = { first: 45, last: 15 };
const lineLengthMax = 1000;
// Tests listed per shared reason.
const namesMax = 5;

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files = new Map<string, Tally>();
  const failures: Failure[] = [];
  const skips = new Map<string, string[]>();
  const stderr = new Map<string, string[]>();

  for await (const { type, data } of events) {
    if (type === 'test:stderr') add(stderr, data.file, data.message);
    else if (type === 'test:diagnostic') {
      const last = failures.at(-1);
      if (data.file && last?.place === placeOf(data)) last.notes.push(data.message);
    } else if (type === 'test:fail') {
      const test = data as Test;
      if (isOwnFailure(test)) failures.push(failureOf(test, stderr.get(test.file!) ?? []));
    } else if (type === 'test:complete') {
      const test = data as unknown as Test;
      const file = nameOf(test);
      const tally = files.get(file) ?? { tests: 0, skipped: 0, failed: 0, ms: 0 };
      files.set(file, tally);
      if (isWholeFile(test)) {
        tally.ms = test.details.duration_ms;
        yield lineOf(file, tally, 'error' in test.details);
      } else if (test.details.type !== 'suite' || test.skip !== undefined) {
        // A skipped suite counts as one: Node does not look into it.
        count(test, tally);
        if (test.skip !== undefined) add(skips, reasonOf(test), dirname(file));
      }
    }
  }
  yield failuresText(failures);
  // After all shared processes have ended too.
  process.once('exit', () => process.stdout.write(summaryText(files, failures, skips)));
}

function count({ details, skip }: Test, tally: Tally): void {
  tally.tests++;
  if (skip !== undefined) tally.skipped++;
  else if ('error' in details) tally.failed++;
}

function reasonOf({ skip }: Test): string {
  return typeof skip === 'string' && skip !== '' ? skip.split('\n')[0]! : 'no reason given';
}

function lineOf(file: string, { tests, skipped, failed, ms }: Tally, isFailed: boolean): string {
  const counts = [`${tests} tests`];
  if (skipped > 0) counts.push(`${skipped} skipped`);
  if (failed > 0) counts.push(`${failed} failed`);
  return `${isFailed ? '✖' : '✔'} ${file}  ${counts.join(', ')}, ${seconds(ms)}\n`;
}

function isWholeFile({ name, file, entryFile }: Test): boolean {
  return entryFile === undefined && file !== undefined && resolve(name) === file;
}

/** A test that failed only because a subtest did says nothing. */
function isOwnFailure(test: Test): boolean {
  const { failureType } = test.details.error as { failureType?: string };
  return failureType !== 'subtestsFailed';
}

function failureOf(test: Test, stderr: string[]): Failure {
  const { details, classname } = test;
  const error = (details.error.cause ?? details.error) as Error;
  const written = isWholeFile(test) ? stderr.join('').trimEnd().split('\n') : [];
  return {
    file: nameOf(test),
    name: isWholeFile(test)
      ? 'the file itself'
      : [classname, test.name].filter(Boolean).join(' › '),
    place: placeOf(test),
    error: typeof error === 'string' ? error : (error.stack ?? error.message),
    notes: written.slice(-stderrLinesMax),
  };
}

function failuresText(failures: readonly Failure[]): string {
  // A failing hook takes all tests of its file along.
  const alike = Map.groupBy(failures, ({ file, error }) => `${file}\0${error}`);
  return [...alike.values()].map(([first, ...others]) => failureText(first!, others)).join('');
}

function failureText({ name, place, error, notes }: Failure, others: readonly Failure[]): string {
  const names = others.slice(0, namesMax).map((other) => `    also: ${other.name}`);
  if (others.length > namesMax) names.push(`    and ${others.length - namesMax} more`);
  const text = [withoutMiddle(error), ...notes]
    .map(withShortLines)
    .join('\n')
    .replaceAll(/^(?=.)/gm, '    ');
  return `\n✖ ${name}\n  ${place}\n${text}\n${names.map((line) => `${line}\n`).join('')}`;
}

function withoutMiddle(error: string): string {
  const lines = error.split('\n');
  const { first, last } = errorLines;
  const left = lines.length - first - last;
  if (left <= 0) return error;
  return [...lines.slice(0, first), `… ${left} more lines …`, ...lines.slice(-last)].join('\n');
}

function withShortLines(text: string): string {
  const short = (line: string) =>
    line.length > lineLengthMax ? `${line.slice(0, lineLengthMax)}…` : line;
  return text.split('\n').map(short).join('\n');
}

function summaryText(
  files: ReadonlyMap<string, Tally>,
  failures: readonly Failure[],
  skips: ReadonlyMap<string, string[]>,
): string {
  const sum = (part: keyof Tally) => files.values().reduce((all, tally) => all + tally[part], 0);
  const failed = failures.length;
  const passed = sum('tests') - sum('skipped') - sum('failed');
  const slowest = [...files].toSorted(([, a], [, b]) => b.ms - a.ms).slice(0, slowestShown);
  const lines = [
    '',
    'the slowest files',
    ...slowest.map(([file, { ms }]) => `  ${seconds(ms).padStart(7)}  ${file}`),
    '',
    `${seconds(performance.now())} on the clock, ${processorTime()}`,
    ...[...skips].map(([why, folders]) => skipLine(why, folders)),
    `${passed} passed, ${failed} failed, ${sum('skipped')} skipped`,
  ];
  return `${lines.join('\n')}\n`;
}

function skipLine(why: string, folders: readonly string[]): string {
  const tests = folders.length === 1 ? '1 test' : `${folders.length} tests`;
  return `skipped: ${tests} in ${[...new Set(folders)].join(', ')}: ${why}`;
}

function placeOf({ file, line }: { file?: string; line?: number }): string {
  return `${file && relative(process.cwd(), file)}:${line}`;
}

function nameOf({ entryFile, file }: Test): string {
  return relative(process.cwd(), entryFile ?? file ?? '');
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function add(map: Map<string, string[]>, key: string, value: string): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}
