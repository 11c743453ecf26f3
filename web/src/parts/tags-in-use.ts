// Tags to choose from: those of the records that were read so far.
import { kinds, queries } from '../app/queries.ts';

export function tagsInUse(kind: typeof kinds.workItems | typeof kinds.customers): string[] {
  const found = new Set<string>();
  // A lead or job has its customer in it, whose tags are others.
  const leftOut = kind === kinds.workItems ? 'customer' : null;
  for (const [, data] of queries.getQueriesData({ queryKey: [kind] })) {
    gather(data, leftOut, found);
  }
  return [...found].toSorted((one, other) => one.localeCompare(other));
}

function gather(value: unknown, leftOut: string | null, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  if ('id' in value && 'tags' in value && Array.isArray(value.tags)) {
    for (const tag of value.tags) found.add(String(tag));
    return;
  }
  for (const [name, part] of Object.entries(value)) {
    if (name !== leftOut) gather(part, leftOut, found);
  }
}
