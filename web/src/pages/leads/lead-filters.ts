// Search and filters of the leads, in the URL: they survive a reload and can be shared.
import { useSearchParams } from 'wouter';
import { filterValuesMax, tagLengthMax } from '../../../../contract/limits.ts';
import {
  type Priority,
  priorities,
  type Source,
  sources,
} from '../../../../contract/work-item-lists.ts';
import type { ListLeadsQuery } from '../../../../sdk/src/index.ts';
import { assigneeOf, readWhose, useWhose, type Whose } from '../../parts/whose-work.ts';

export const ages = ['day', 'week', 'month', 'older'] as const;
export type Age = (typeof ages)[number];
export type View = 'board' | 'list';

/** '' means no filter. */
export interface LeadFilters {
  q: string;
  priority: Priority | '';
  source: Source | '';
  tag: string;
  age: Age | '';
  whose: Whose;
}

interface LeadSearch {
  filters: LeadFilters;
  view: View;
  /** The number of active filters, without the search text. */
  filtersOn: number;
  isFiltered: boolean;
  change(changes: Partial<Omit<LeadFilters, 'whose'> & { view: View }>): void;
  clear(): void;
}

const viewKey = 'vakwerk.leadsView';

const noFilters: Partial<LeadFilters> = { q: '', priority: '', source: '', tag: '', age: '' };

export function useLeadSearch(): LeadSearch {
  const [params, setParams] = useSearchParams();
  const [whose, setWhose] = useWhose();
  const filters = { ...filtersIn(params), whose };
  const filtersOn = Object.entries(filters).filter(
    ([name, value]) => name !== 'q' && name !== 'whose' && value,
  ).length;
  const change = (changes: Partial<Omit<LeadFilters, 'whose'> & { view: View }>) => {
    if (changes.view) localStorage.setItem(viewKey, changes.view);
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === '' || value === 'board') after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      // No history entry per keystroke.
      { replace: true },
    );
  };
  return {
    filters,
    view: viewIn(params),
    filtersOn,
    isFiltered: filtersOn > 0 || filters.q !== '' || whose === 'mine',
    change,
    clear() {
      setWhose('everyone');
      change(noFilters);
    },
  };
}

export function filtersIn(params: URLSearchParams): LeadFilters {
  return {
    q: (params.get('q') ?? '').trim(),
    priority: oneOf(priorities, params.get('priority')),
    source: oneOf(sources, params.get('source')),
    tag: tagsIn(params.get('tag') ?? ''),
    age: oneOf(ages, params.get('age')),
    whose: readWhose(),
  };
}

/** The leads without filters, in the view that was chosen last on this device. */
export function leadsHref(): string {
  return localStorage.getItem(viewKey) === 'list' ? '/leads?view=list' : '/leads';
}

export function viewIn(params: URLSearchParams): View {
  return params.get('view') === 'list' ? 'list' : 'board';
}

/** Normalises a comma-separated list; a lead matches if it has one of the tags. */
export function tagsIn(typed: string): string {
  const tags = typed.split(',').map((tag) => tag.trim().slice(0, tagLengthMax).trim());
  return tags.filter(Boolean).slice(0, filterValuesMax).join(',');
}

const hourMs = 3600 * 1000;
const dayMs = 24 * hourMs;

export function queryOf({ q, priority, source, tag, age, whose }: LeadFilters): ListLeadsQuery {
  // Rounded to the hour, so that the service worker caches the same URL once.
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
    ...assigneeOf(whose),
  };
}

function oneOf<const T extends string>(list: readonly T[], value: string | null): T | '' {
  return list.find((one) => one === value) ?? '';
}
