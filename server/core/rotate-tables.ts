/** Returns all tables in order, starting after the one that was done last. */
export function rotateTables(tables: readonly string[], lastDone: string | null): string[] {
  const sorted = tables.toSorted();
  const next = sorted.findIndex((table) => lastDone !== null && table > lastDone);
  const start = Math.max(next, 0);
  return [...sorted.slice(start), ...sorted.slice(0, start)];
}
