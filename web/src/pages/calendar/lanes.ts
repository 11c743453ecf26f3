// Places the jobs of a column side by side. What has no room is folded into a "+2".
import type { Span } from './job-span.ts';

// Two pixels of it are the gap between two jobs.
export const laneWidthPxMin = 92;
export const foldWidthPx = 26;
/** One job beside a fold. */
export const columnWidthPxMin = laneWidthPxMin + foldWidthPx;

interface Placed<T> {
  item: T;
  lane: number;
  /** How many lanes share the width, beside the fold. */
  lanes: number;
  hasFold: boolean;
}

interface Fold<T> extends Span {
  items: T[];
}

interface ColumnLayout<T> {
  placed: Placed<T>[];
  folds: Fold<T>[];
}

export function layOutColumn<T extends Span>(
  items: readonly T[],
  columnWidthPx: number,
): ColumnLayout<T> {
  const layout: ColumnLayout<T> = { placed: [], folds: [] };
  for (const cluster of clustersOf(items)) {
    const laneOf = assignLanes(cluster);
    const wanted = Math.max(...laneOf) + 1;
    const hasFold = wanted * laneWidthPxMin > columnWidthPx;
    const lanes = hasFold ? lanesBesideFold(columnWidthPx) : wanted;
    const folded = cluster.filter((_, index) => laneOf[index]! >= lanes);
    for (const [index, item] of cluster.entries()) {
      const lane = laneOf[index]!;
      if (lane < lanes) layout.placed.push({ item, lane, lanes, hasFold });
    }
    layout.folds.push(...clustersOf(folded).map((of) => ({ ...extentOf(of), items: of })));
  }
  return layout;
}

function lanesBesideFold(columnWidthPx: number): number {
  return Math.max(1, Math.floor((columnWidthPx - foldWidthPx) / laneWidthPxMin));
}

/** The first lane that is free, for each item in the order of their starts. */
export function assignLanes(items: readonly Span[]): number[] {
  const ends: number[] = [];
  return items.map(({ from, to }) => {
    const free = ends.findIndex((end) => end <= from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = to;
    return lane;
  });
}

/** Groups whose times overlap, directly or by others between them; each in the order of starts. */
function clustersOf<T extends Span>(items: readonly T[]): T[][] {
  const clusters: T[][] = [];
  let end = -Infinity;
  for (const item of inOrder(items)) {
    if (item.from >= end) clusters.push([]);
    clusters.at(-1)!.push(item);
    end = Math.max(end, item.to);
  }
  return clusters;
}

/** The longest first of those that start together. */
export function inOrder<T extends Span>(items: readonly T[]): T[] {
  return items.toSorted((a, b) => a.from - b.from || b.to - a.to);
}

function extentOf(items: readonly Span[]): Span {
  return {
    from: Math.min(...items.map(({ from }) => from)),
    to: Math.max(...items.map(({ to }) => to)),
  };
}
