interface Span {
  start: string;
  end: string;
}

/** How many of them there are at the fullest moment. One that ends when another begins has made room for it. */
export function mostAtOnce(spans: readonly Span[]): number {
  const changes = spans.flatMap(({ start, end }) => [
    { at: start, by: 1 },
    { at: end, by: -1 },
  ]);
  let most = 0;
  let now = 0;
  for (const { by } of changes.toSorted((a, b) => a.at.localeCompare(b.at) || a.by - b.by)) {
    now += by;
    most = Math.max(most, now);
  }
  return most;
}
