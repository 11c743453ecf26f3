// How a list is read: which index has what was asked for in the order of the list, and whether that is all of it. What no
// index has is looked for record by record, in pieces. The lane of a request and its statements follow the same rule.

export type ListName = 'workItems' | 'customers' | 'addresses';

interface Asked {
  filters: object;
  sort: { field: string };
  words?: readonly string[] | undefined;
}

interface ListIndexes {
  /** Each has an index of its own, in the order of creation. The first is the narrowest. */
  inOrder: readonly string[];
  /** Each has an index that names few records as a rule, in no order. */
  keys: readonly string[];
  /** The sort fields that have ranges, each with an index in its order. */
  ranges: Readonly<Record<string, readonly [from: string, to: string]>>;
}

const createdAt = ['createdSince', 'createdBefore'] as const;
const updatedAt = ['updatedSince', 'updatedBefore'] as const;

const indexesOf: Readonly<Record<ListName, ListIndexes>> = {
  workItems: {
    inOrder: ['customerId', 'status', 'tag', 'archived'],
    keys: ['customerId', 'addressId'],
    ranges: { createdAt, updatedAt, scheduledStart: ['scheduledFrom', 'scheduledTo'] },
  },
  customers: {
    inOrder: ['tag', 'archived'],
    keys: ['email', 'phone'],
    ranges: { createdAt, updatedAt },
  },
  addresses: { inOrder: ['postalCode', 'city'], keys: [], ranges: {} },
};

// The index of tags has what has any; a customer has leads and jobs. Each record is looked at for the rest.
const narrowing = new Set(['tag', 'customerId']);

interface ListAccess {
  /** The filter whose index is read; undefined for the index of the sort. */
  by: string | undefined;
  /** The filter that is all that was asked for: each of its values is in order by itself. */
  byEach: string | undefined;
  /** The fields whose ranges are in the order of the list. */
  rangesOf: string | undefined;
  needsScan: boolean;
  /** Where records are looked through: filters whose own index may name few enough to sort. */
  fewBy: readonly string[];
  /** The same by ranges, named by their fields. */
  fewInRangesOf: readonly string[];
}

export function accessOf(list: ListName, { filters, sort, words }: Asked): ListAccess {
  const { inOrder, keys, ranges } = indexesOf[list];
  const values = new Map(Object.entries(filters).filter(([name, value]) => isAsked(name, value)));
  const rangesOf = sort.field in ranges ? sort.field : undefined;
  const inRange = new Set<string>(rangesOf && ranges[rangesOf]);
  const others = [...values.keys()].filter((name) => !inRange.has(name));
  const ordered = sort.field === 'createdAt' ? inOrder.filter((name) => values.has(name)) : [];
  const isAlone = words === undefined && others.length === 1 && !narrowing.has(others[0]!);
  const by = ordered.find((name) => countOf(values.get(name)) === 1);
  const byEach = isAlone && by === undefined ? ordered[0] : undefined;
  const rest = others.filter((name) => name !== (by ?? byEach) || narrowing.has(name));
  return {
    by,
    byEach,
    rangesOf,
    needsScan: words !== undefined || rest.length > 0,
    fewBy: keys.filter((name) => rest.includes(name)),
    fewInRangesOf: Object.keys(ranges).filter((field) =>
      ranges[field]!.some((name) => rest.includes(name)),
    ),
  };
}

// What is neither archived nor deleted is most of a list; where it is not, a page goes on in pieces.
function isAsked(name: string, value: unknown): boolean {
  return name === 'archived' ? value === 'only' : value !== undefined;
}

function countOf(value: unknown): number {
  return Array.isArray(value) ? new Set(value).size : 1;
}
