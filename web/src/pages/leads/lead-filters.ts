// What is looked for among the leads: kept in the address, so that it survives a reload and can be sent to somebody.
import { useSearchParams } from 'wouter';
import { filterValuesMax, tagLengthMax } from '../../../../contract/limits.ts';
import {
  type Priority,
  priorities,
  type Source,
  sources,
} from '../../../../contract/work-item-lists.ts';
import type { ListLeadsQuery } from '../../../../sdk/src/index.ts';

export const ages = ['day', 'week', 'month', 'older'] as const;
export type Age = (typeof ages)[number];
export type View = 'board' | 'list';

/** An empty text is no filter. */
export interface LeadFilters {
  q: string;
  priority: Priority | '';
  source: Source | '';
  tag: string;
  age: Age | '';
}

interface LeadSearch {
  filters: LeadFilters;
  view: View;
  /** How many filters are on, the text aside. */
  filtersOn: number;
  isFiltered: boolean;
  change(changes: Partial<LeadFilters & { view: View }>): void;
  clear(): void;
}

const noFilters: LeadFilters = { q: '', priority: '', source: '', tag: '', age: '' };

export function useLeadSearch(): LeadSearch {
  const [params, setParams] = useSearchParams();
  const filters = filtersIn(params);
  const filtersOn = Object.entries(filters).filter(([name, value]) => name !== 'q' && value).length;
  const change = (changes: Partial<LeadFilters & { view: View }>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === '' || value === 'board') after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      // Letters typed are no places to go back to.
      { replace: true },
    );
  return {
    filters,
    view: viewIn(params),
    filtersOn,
    isFiltered: filtersOn > 0 || filters.q !== '',
    change,
    clear: () => change(noFilters),
  };
}

export function filtersIn(params: URLSearchParams): LeadFilters {
  return {
    q: (params.get('q') ?? '').trim(),
    priority: oneOf(priorities, params.get('priority')),
    source: oneOf(sources, params.get('source')),
    tag: tagsIn(params.get('tag') ?? ''),
    age: oneOf(ages, params.get('age')),
  };
}

export function viewIn(params: URLSearchParams): View {
  return params.get('view') === 'list' ? 'list' : 'board';
}

/** Several are separated by commas; one of them has to be there. None is longer than a tag can be. */
export function tagsIn(typed: string): string {
  const tags = typed.split(',').map((tag) => tag.trim().slice(0, tagLengthMax).trim());
  return tags.filter(Boolean).slice(0, filterValuesMax).join(',');
}

const hourMs = 3600 * 1000;
const dayMs = 24 * hourMs;

export function queryOf({ q, priority, source, tag, age }: LeadFilters): ListLeadsQuery {
  // Of the hour: the same question is kept for offline once, and not each time it is asked.
  const thisHour = Math.floor(Date.now() / hourMs) * hourMs;
  const ago = (days: number) => new Date(thisHour - days * dayMs);
  const times: Record<Age, ListLeadsQuery> = {
    day: { createdSince: ago(1) },
    week: { createdSince: ago(7) },
    month: { createdSince: ago(30) },
    older: { createdBefore: ago(30) },
  };
  return {
    ...(q && { q }),
    ...(priority && { priority }),
    ...(source && { source }),
    ...(tag && { tag }),
    ...(age && times[age]),
  };
}

function oneOf<const T extends string>(list: readonly T[], asked: string | null): T | '' {
  return list.find((one) => one === asked) ?? '';
}
