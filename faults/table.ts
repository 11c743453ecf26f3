// The final table, with totals per database and whether they reach the required counts.
import type { FaultOutcome } from '../test/support/fault-record.ts';
import type { FileResult } from './run-file.ts';

const wanted = { kills: 200, acknowledged: 100_000 };
const databases = ['SQLite', 'PostgreSQL'] as const;
const headings = [
  'what was done',
  'database',
  'times',
  'acknowledged',
  'lost',
  'half-made',
  'doubles',
  'longest recovery',
];

interface Report {
  text: string;
  /** Whether every required count was reached. */
  isLongEnough: boolean;
}

/** Stale results, of other sources, are listed but not counted. */
export function reportOn(
  results: readonly FileResult[],
  stale: readonly FileResult[] = [],
): Report {
  const outcomes = merged(results.flatMap((result) => result.outcomes));
  const rows = outcomes.toSorted((one, other) => one.fault.localeCompare(other.fault)).map(cellsOf);
  const totals = databases.map((database) => totalOf(database, outcomes));
  const lines = [
    ...aligned([headings, ...rows, ...totals.map(({ cells }) => cells)]),
    '',
    ...totals.flatMap(({ counts }) => counts.map(verdict)),
    ...stale.map(({ file, version }) => `old, not counted: ${file} at ${version}`),
    ...remarksOn(results),
  ];
  const isLongEnough = totals.every(({ counts }) => counts.every(isReached));
  return { text: lines.join('\n'), isLongEnough };
}

/** One row per fault, however often it was recorded. */
function merged(outcomes: readonly FaultOutcome[]): FaultOutcome[] {
  const alike = Map.groupBy(outcomes, ({ fault, database }) => `${fault}\0${database}`);
  return [...alike.values()].map((same) => ({ ...same[0]!, ...sumOf(same) }));
}

function sumOf(outcomes: readonly FaultOutcome[]) {
  const sum = (count: (outcome: FaultOutcome) => number) =>
    outcomes.reduce((all, outcome) => all + count(outcome), 0);
  const recoveries = outcomes.flatMap(({ longestRecoveryMs }) => longestRecoveryMs ?? []);
  return {
    times: sum(({ times }) => times),
    acknowledged: sum(({ acknowledged }) => acknowledged),
    lost: sum(({ lost }) => lost),
    halfMade: sum(({ halfMade }) => halfMade),
    doubles: sum(({ doubles }) => doubles),
    longestRecoveryMs: recoveries.length > 0 ? Math.max(...recoveries) : null,
  };
}

function cellsOf(outcome: FaultOutcome): string[] {
  const { fault, database, times, acknowledged, lost, halfMade, doubles } = outcome;
  const counts = [times, acknowledged, lost, halfMade, doubles].map(inThousands);
  return [fault, database, ...counts, seconds(outcome.longestRecoveryMs)];
}

function totalOf(database: FaultOutcome['database'], outcomes: readonly FaultOutcome[]) {
  const own = outcomes.filter((outcome) => outcome.database === database);
  const total: FaultOutcome = { fault: 'all of it', database, ...sumOf(own) };
  const { times: kills } = sumOf(own.filter(({ isKill }) => isKill));
  const counts: WantedCount[] = [
    { what: `${database}: kills`, count: kills, least: wanted.kills },
    {
      what: `${database}: acknowledged leads`,
      count: total.acknowledged,
      least: wanted.acknowledged,
    },
  ];
  return { cells: cellsOf(total), counts };
}

interface WantedCount {
  what: string;
  count: number;
  least: number;
}

function verdict(wantedCount: WantedCount): string {
  const { what, count, least } = wantedCount;
  const word = isReached(wantedCount) ? 'reached' : 'NOT REACHED';
  return `${what}: ${inThousands(count)}, at least ${inThousands(least)}: ${word}`;
}

function isReached({ count, least }: WantedCount): boolean {
  return count >= least;
}

function remarksOn(results: readonly FileResult[]): string[] {
  const failed = results.filter(({ isPassed }) => !isPassed).map(({ file }) => file);
  const bare = results.filter(({ outcomes }) => outcomes.length === 0).map(({ file }) => file);
  const versions = Map.groupBy(results, ({ version }) => version);
  const minutes = results.reduce((sum, { tookMs }) => sum + tookMs, 0) / 60_000;
  return [
    ...(bare.length > 0 ? [`also run, with no row of their own: ${bare.join(', ')}`] : []),
    ...results.flatMap(({ skipped }) => skipped.map((why) => `skipped: ${why}`)),
    ...[...versions].map(([version, of]) => `${of.length} files at ${version}`),
    ...(failed.length > 0 ? [`FAILED: ${failed.join(', ')}`] : []),
    `${results.length - failed.length} files passed, ${failed.length} failed, ${minutes.toFixed(0)} minutes`,
  ];
}

/** A Markdown table with aligned columns. */
function aligned([head, ...rows]: readonly string[][]): string[] {
  const widths = head!.map((_, at) => Math.max(...[head!, ...rows].map((row) => row[at]!.length)));
  const isText = (at: number) => at < 2;
  const pad = (cell: string, at: number) =>
    isText(at) ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!);
  const line = (cells: string[]) => `| ${cells.map(pad).join(' | ')} |`;
  const rule = widths.map((width, at) =>
    isText(at) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head!), line(rule), ...rows.map(line)];
}

function inThousands(count: number): string {
  return count.toLocaleString('en');
}

function seconds(ms: number | null): string {
  return ms === null ? '–' : `${(ms / 1000).toFixed(1)} s`;
}
