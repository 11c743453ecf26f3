// The access path of a list: the index that serves the filters in list order, and whether it covers all
// of them. Other filters need a scan, in chunks. The request's lane and its SQL both follow this rule.

export type ListName = 'workItems' | 'customers' | 'addresses';

interface ListRequest {
  filters: object;
  sort: { field: string };
  words?: readonly string[] | undefined;
}

interface ListIndexes {
  /** Per sort field, filters with an index in its order, most selective first. */
  inOrder: Readonly<Record<string, readonly string[]>>;
  /** Filters with a selective index in no particular order. */
  keys: readonly string[];
  /** Filters that are selective beside another one. */
  keysBeside?: Readonly<Record<string, string>>;
  /** Sort fields with range filters, each with an index in its order. */
  ranges: Readonly<Record<string, readonly [from: string, to: string]>>;
}

const createdAt = ['createdSince', 'createdBefore'] as const;
const updatedAt = ['updatedSince', 'updatedBefore'] as const;

const indexesOf: Readonly<Record<ListName, ListIndexes>> = {
  workItems: {
    inOrder: {
      createdAt: ['customerId', 'assigneeId', 'status', 'tag', 'archived'],
      urgency: ['status'],
    },
    keys: ['customerId', 'addressId', 'assigneeId', 'followUpBefore'],
    // Closed work keeps its follow-up, so in time most follow-ups are of closed work. Open work is less.
    keysBeside: { followUpBefore: 'status' },
    ranges: { createdAt, updatedAt, scheduledStart: ['scheduledFrom', 'scheduledTo'] },
  },
  customers: {
    inOrder: { createdAt: ['tag', 'archived'] },
    keys: ['email', 'phone'],
    ranges: { createdAt, updatedAt },
  },
  addresses: { inOrder: { createdAt: ['postalCode', 'city'] }, keys: [], ranges: {} },
};

// These indexes only narrow: the tag index has all tagged records, a customer has leads and jobs.
const narrowing = new Set(['tag', 'customerId']);

interface ListAccess {
  /** The filter whose index is read; undefined for the index of the sort. */
  by: string | undefined;
  /** The only filter, with several values; each value is in list order by itself. */
  byEach: string | undefined;
  /** The sort field whose range filters are in list order. */
  rangesOf: string | undefined;
  /** Whether records must be checked one by one. */
  needsScan: boolean;
  /** For a scan: filters whose index may match few enough records to sort. */
  selectiveFilters: readonly string[];
  /** The same for range filters, by sort field. */
  selectiveRanges: readonly string[];
}

export function accessOf(list: ListName, { filters, sort, words }: ListRequest): ListAccess {
  const { inOrder, keys, keysBeside = {}, ranges } = indexesOf[list];
  const values = new Map(
    Object.entries(filters).filter(([name, value]) => isSelective(name, value)),
  );
  const rangesOf = sort.field in ranges ? sort.field : undefined;
  const inRange = new Set<string>(rangesOf && ranges[rangesOf]);
  const others = [...values.keys()].filter((name) => !inRange.has(name));
  // An index has only records with a value: null is any of the others.
  const isIndexed = (name: string) => values.has(name) && values.get(name) !== null;
  const ordered = (inOrder[sort.field] ?? []).filter(isIndexed);
  const isAlone = words === undefined && others.length === 1 && !narrowing.has(others[0]!);
  const by = ordered.find((name) => countOf(values.get(name)) === 1);
  const byEach = isAlone && by === undefined ? ordered[0] : undefined;
  const rest = others.filter((name) => name !== (by ?? byEach) || narrowing.has(name));
  return {
    by,
    byEach,
    rangesOf,
    needsScan: words !== undefined || rest.length > 0,
    selectiveFilters: [...keys, ...others.flatMap((name) => keysBeside[name] ?? [])].filter(
      (name) => isIndexed(name) && rest.includes(name),
    ),
    selectiveRanges: Object.keys(ranges).filter((field) =>
      ranges[field]!.some((name) => rest.includes(name)),
    ),
  };
}

// Most records are not archived, so excluding archived ones selects nothing. Where many are, the page is
// read in chunks.
function isSelective(name: string, value: unknown): boolean {
  return name === 'archived' ? value === 'only' : value !== undefined;
}

function countOf(value: unknown): number {
  return Array.isArray(value) ? new Set(value).size : 1;
}
