interface Span {
  start: string;
  end: string;
}

/** The largest number of simultaneous spans. A span does not overlap one that starts when it ends. */
export function maxOverlap(spans: readonly Span[]): number {
  const changes = spans.flatMap(({ start, end }) => [
    { at: start, by: 1 },
    { at: end, by: -1 },
  ]);
  let max = 0;
  let open = 0;
  for (const { by } of changes.toSorted((a, b) => a.at.localeCompare(b.at) || a.by - b.by)) {
    open += by;
    max = Math.max(max, open);
  }
  return max;
}
