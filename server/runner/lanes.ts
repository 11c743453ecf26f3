// The lane of an action at the database, and the caller that it counts for.
import { accessOf, type ListName } from '#core/search/list-access.ts';
import type { Requester } from '#core/fair-queue.ts';
import { type ActionKind, actionKinds, type ActionName } from './action-kinds.ts';
import type { RunOptions } from './action-runner.ts';
import type { Wait } from './admission.ts';

export function kindOf(name: ActionName, input: unknown): ActionKind {
  const kind = actionKinds[name];
  return kind === 'list' && isSearch(name, input as ListInput) ? 'search' : kind;
}

type ListInput = Partial<Parameters<typeof accessOf>[1]> & { soFar?: unknown };

const listsOf: Partial<Record<ActionName, ListName>> = {
  listWorkItems: 'workItems',
  listCustomers: 'customers',
  listAddresses: 'addresses',
};

function isSearch(name: ActionName, input: ListInput): boolean {
  const { filters = {}, sort = { field: '' }, words, soFar } = input;
  const list = listsOf[name];
  // Other lists have an index only for the unfiltered list.
  if (!list) return Object.values(filters).some((value) => value !== undefined);
  const { needsScan, selectiveFilters } = accessOf(list, { filters, sort, words });
  // A selective filter rarely matches many records. If the first turn does not finish the page, the
  // rest is a search.
  const isByKey = selectiveFilters.length > 0 && words === undefined;
  return soFar !== undefined || (needsScan && !isByKey);
}

/** Work without a caller takes turns with the brands, as one of them. */
export function whoOf(input: unknown, { caller }: RunOptions): Requester {
  const { brandId = '', author } = (input ?? {}) as {
    brandId?: string;
    author?: { actorId?: string | null };
  };
  return { brandId, caller: caller ?? author?.actorId ?? '' };
}

export function waitOf({ waitMsMax, isQueued }: RunOptions, waitMsDefault: number): Wait {
  return { msMax: waitMsMax ?? waitMsDefault, isForCaller: waitMsMax !== undefined && !isQueued };
}
