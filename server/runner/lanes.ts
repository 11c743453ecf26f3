// Which lane an action takes at the database, and in whose name.
import type { Who } from '#core/turns.ts';
import type { WorkItemFilters } from '#db/work-item-pages.ts';
import { type ActionKind, actionKinds, type ActionName, type RunOptions } from './action-runner.ts';
import type { Wait } from './admission.ts';

export function kindOf(name: ActionName, input: unknown): ActionKind {
  const kind = actionKinds[name];
  return kind === 'list' && isSearch(input as ListInput) ? 'search' : kind;
}

interface ListInput {
  words?: unknown;
  filters?: Partial<Record<keyof WorkItemFilters, unknown>>;
}

// The others have no index that has the order of the list too.
const indexedFilters = new Set<string>([
  'status',
  'customerId',
  'addressId',
  'archived',
  'createdSince',
  'createdBefore',
]);

function isSearch({ words, filters = {} }: ListInput): boolean {
  if (words !== undefined) return true;
  return Object.entries(filters).some(
    ([name, value]) => value !== undefined && !indexedFilters.has(name),
  );
}

/** What is done for no caller takes turns with brands as one of them. */
export function whoOf(input: unknown, { caller }: RunOptions): Who {
  const { brandId = '', author } = (input ?? {}) as {
    brandId?: string;
    author?: { actorId?: string | null };
  };
  return { brandId, caller: caller ?? author?.actorId ?? '' };
}

export function waitOf({ waitMsMax, isQueued }: RunOptions, waitMsDefault: number): Wait {
  return { msMax: waitMsMax ?? waitMsDefault, isForCaller: waitMsMax !== undefined && !isQueued };
}
