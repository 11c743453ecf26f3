import type { FuzzResult } from './fuzz.ts';

/** Operations by statuses, with totals. */
export function tableOf({ requests, statuses, deviations }: FuzzResult): string {
  const columns = [...new Set([...statuses.values()].flatMap((counts) => [...counts.keys()]))];
  columns.sort((one, other) => one - other);
  const width = Math.max(...[...statuses.keys()].map((name) => name.length));
  const row = (name: string, cells: (number | string)[]) =>
    [name.padEnd(width), ...cells.map((cell) => String(cell).padStart(6))].join('');
  const countsOf = (counts: Map<number, number>) =>
    columns.map((status) => counts.get(status) ?? '');
  return [
    row('operation', columns),
    ...[...statuses].toSorted().map(([name, counts]) => row(name, countsOf(counts))),
    '',
    `${requests} requests, ${statuses.size} operations, ${deviations.length} deviations`,
  ].join('\n');
}
