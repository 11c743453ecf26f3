// Paged lists.
import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { List, Page } from '../../../sdk/src/index.ts';

type NextPage<T> = Page<T>['next'];

// The first page is small, to be shown early. Scrolling needs fewer requests.
const laterLimit = 200;

export interface Pages<T> {
  /** All records loaded so far; undefined before the first page. */
  data: T[] | undefined;
  /** The data still belongs to the previous query. */
  isEarlier: boolean;
  error: unknown;
  refetch: () => void;
  hasMore: boolean;
  isReadingMore: boolean;
  hasFailed: boolean;
  readMore: () => void;
}

/** Query options for `usePagesOf`, or to prefetch the first page. */
export function pagesQuery<T>(queryKey: QueryKey, list: () => List<T>) {
  return {
    queryKey,
    queryFn: ({ pageParam }: { pageParam: NextPage<T> }): Promise<Page<T>> =>
      pageParam ? pageParam({ limit: laterLimit }) : list().page(),
    initialPageParam: null as NextPage<T>,
    getNextPageParam: (page: Page<T>): NextPage<T> => page.next,
  };
}

type PagesQuery<T> = ReturnType<typeof pagesQuery<T>>;

export function usePages<T>(queryKey: QueryKey, list: () => List<T>, isWanted = true): Pages<T> {
  return usePagesOf(pagesQuery(queryKey, list), isWanted);
}

/** Previous records stay until the new ones arrive, so that a search does not flicker. */
export function usePagesOf<T>(options: PagesQuery<T>, isWanted = true): Pages<T> {
  const query = useInfiniteQuery({
    ...options,
    placeholderData: keepPreviousData,
    enabled: isWanted,
  });
  return {
    data: query.data?.pages.flatMap((page) => page.data),
    isEarlier: query.isPlaceholderData,
    error: query.error,
    refetch: () => void query.refetch(),
    hasMore: query.hasNextPage,
    isReadingMore: query.isFetchingNextPage,
    hasFailed: query.isFetchNextPageError,
    readMore: () => void query.fetchNextPage(),
  };
}
