// Queries for the leads: one per column of the board, and one for the list.
import { type InfiniteData, useQuery } from '@tanstack/react-query';
import { leadStatuses, type Status } from '../../../../contract/work-item-lists.ts';
import type { ListedWorkItem, Page } from '../../../../sdk/src/index.ts';
import { app, client } from '../../api/client.ts';
import { kinds, queries } from '../../app/queries.ts';
import { type Pages, pagesQuery, usePagesOf } from '../../parts/pages.ts';
import { remembered } from '../../parts/remembered.ts';
import { type BoardOrder, boardOrder, sortOf } from './board-order.ts';
import { filtersIn, type LeadFilters, queryOf, viewIn } from './lead-filters.ts';

const cardsPerPage = 25;
const rowsPerPage = 50;

export type LeadStatus = (typeof leadStatuses)[number];
export type LeadPages = InfiniteData<Page<ListedWorkItem>>;

export interface Count {
  count: number;
  /** There are more than `count`. */
  isMore: boolean;
}

export interface BoardCounts {
  /** With filters, only the lead statuses. */
  counts: Partial<Record<Status, Count>>;
}

/** Query key prefixes: followed by status, filters and order for a column, by filters for the counts. */
export const columnsKey = [kinds.workItems, 'leads', 'column'] as const;
export const countsKey = [kinds.workItems, 'board'] as const;

/** The order of the list. */
export const leadOrder = remembered('lead-order', [
  '-receivedAt',
  'receivedAt',
  '-urgency',
  'urgency',
  '-updatedAt',
  'updatedAt',
]);
type LeadOrder = (typeof leadOrder.values)[number];

/** One for each status, in the order of the board. */
export function useColumns(filters: LeadFilters): Pages<ListedWorkItem>[] {
  const order = boardOrder.use();
  // oxlint-disable-next-line react/rules-of-hooks -- the list never changes
  return leadStatuses.map((status) => usePagesOf(columnQuery(status, filters, order)));
}

export function useRows(filters: LeadFilters): Pages<ListedWorkItem> {
  return usePagesOf(rowsQuery(filters, leadOrder.use()));
}

/** Not fetched for a text search: then only the loaded leads are counted. */
export function useCounts(filters: LeadFilters): BoardCounts | undefined {
  return useQuery({ ...countsQuery(filters), enabled: filters.q === '' }).data;
}

/** Prefetches the queries of the leads page at this URL. */
export async function prefetchLeads(params: URLSearchParams): Promise<void> {
  const filters = filtersIn(params);
  if (viewIn(params) === 'list')
    return queries.prefetchInfiniteQuery(rowsQuery(filters, leadOrder.read()));
  await Promise.all([
    ...leadStatuses.map((status) =>
      queries.prefetchInfiniteQuery(columnQuery(status, filters, boardOrder.read())),
    ),
    filters.q === '' && queries.prefetchQuery(countsQuery(filters)),
  ]);
}

const columnQuery = (status: LeadStatus, filters: LeadFilters, order: BoardOrder) =>
  pagesQuery([...columnsKey, status, filters, order], () =>
    client.leads.list({
      ...queryOf(filters),
      status,
      sort: sortOf[order],
      limit: cardsPerPage,
    }),
  );

const rowsQuery = (filters: LeadFilters, sort: LeadOrder) =>
  pagesQuery([kinds.workItems, 'leads', 'list', filters, sort], () =>
    client.leads.list({ ...queryOf(filters), sort, limit: rowsPerPage }),
  );

const countsQuery = (filters: LeadFilters) => ({
  queryKey: [...countsKey, filters],
  queryFn: () => app.get<BoardCounts>('/board', queryOf(filters)),
});
