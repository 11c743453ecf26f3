// Tag suggestions, taken from the records in the query cache.
import { kinds, queries } from '../app/queries.ts';

export function tagsInUse(kind: typeof kinds.workItems | typeof kinds.customers): string[] {
  const found = new Set<string>();
  // A lead or job embeds its customer, whose tags are separate.
  const skipped = kind === kinds.workItems ? 'customer' : null;
  for (const [, data] of queries.getQueriesData({ queryKey: [kind] })) {
    collect(data, skipped, found);
  }
  return [...found].toSorted((one, other) => one.localeCompare(other));
}

function collect(value: unknown, skipped: string | null, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  if ('id' in value && 'tags' in value && Array.isArray(value.tags)) {
    for (const tag of value.tags) found.add(String(tag));
    return;
  }
  for (const [name, part] of Object.entries(value)) {
    if (name !== skipped) collect(part, skipped, found);
  }
}
