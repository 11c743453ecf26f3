// The leads as they are read from the service: a query for each column, side by side, and one for the list.
import { type InfiniteData, useQuery } from '@tanstack/react-query';
import { leadStatuses, type Status } from '../../../../contract/work-item-lists.ts';
import type { ListedWorkItem, Page } from '../../../../sdk/src/index.ts';
import { app, client } from '../../api/client.ts';
import { kinds, queries } from '../../app/queries.ts';
import { type Pages, pagesQuery, usePagesOf } from '../../parts/pages.tsx';
import { filtersIn, type LeadFilters, queryOf, viewIn } from './lead-filters.ts';

const cardsPerPage = 25;
const rowsPerPage = 50;

export type LeadStatus = (typeof leadStatuses)[number];
export type LeadPages = InfiniteData<Page<ListedWorkItem>>;

export interface Count {
  count: number;
  /** Counting stopped here. */
  isMore: boolean;
}

export interface BoardCounts {
  /** Under filters, of leads alone. */
  counts: Partial<Record<Status, Count>>;
}

/** Names of queries. A column's has its status and filters behind this, the counts have their filters. */
export const columnsKey = [kinds.workItems, 'leads', 'column'] as const;
export const countsKey = [kinds.workItems, 'board'] as const;

/** One for each status, in the order of the board. */
export function useColumns(filters: LeadFilters): Pages<ListedWorkItem>[] {
  // oxlint-disable-next-line react/rules-of-hooks -- the list never changes
  return leadStatuses.map((status) => usePagesOf(columnQuery(status, filters)));
}

export function useRows(filters: LeadFilters): Pages<ListedWorkItem> {
  return usePagesOf(rowsQuery(filters));
}

/** Of a text that is looked for nobody counts further than what was read. */
export function useCounts(filters: LeadFilters): BoardCounts | undefined {
  return useQuery({ ...countsQuery(filters), enabled: filters.q === '' }).data;
}

/** What the page at this address asks for, for the page to find. */
export async function readLeadsAhead(address: URLSearchParams): Promise<void> {
  const filters = filtersIn(address);
  if (viewIn(address) === 'list') return queries.prefetchInfiniteQuery(rowsQuery(filters));
  await Promise.all([
    ...leadStatuses.map((status) => queries.prefetchInfiniteQuery(columnQuery(status, filters))),
    filters.q === '' && queries.prefetchQuery(countsQuery(filters)),
  ]);
}

const columnQuery = (status: LeadStatus, filters: LeadFilters) =>
  pagesQuery([...columnsKey, status, filters], () =>
    client.leads.list({
      ...queryOf(filters),
      status,
      // What was moved or came in last is on top.
      sort: '-updatedAt',
      limit: cardsPerPage,
    }),
  );

const rowsQuery = (filters: LeadFilters) =>
  pagesQuery([kinds.workItems, 'leads', 'list', filters], () =>
    client.leads.list({ ...queryOf(filters), limit: rowsPerPage }),
  );

const countsQuery = (filters: LeadFilters) => ({
  queryKey: [...countsKey, filters],
  queryFn: () => app.get<BoardCounts>('/board', queryOf(filters)),
});
