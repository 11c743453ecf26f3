/** All of them, beginning behind the one that was done last; where none was, with another one each day. */
export function tablesInTurn(
  tables: readonly string[],
  lastDone: string | null,
  day: number,
): string[] {
  const sorted = tables.toSorted();
  const start =
    lastDone === null
      ? day % Math.max(sorted.length, 1)
      : Math.max(
          sorted.findIndex((table) => table > lastDone),
          0,
        );
  return [...sorted.slice(start), ...sorted.slice(0, start)];
}
