// Paged lists, and the button that loads the next page.
import { Button, Center } from '@mantine/core';
import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { List, Page } from '../../../sdk/src/index.ts';
import { useWords } from '../words/words.ts';
import { partWords } from './part-words.ts';

type NextPage<T> = Page<T>['next'];

export interface Pages<T> {
  /** All records loaded so far; undefined before the first page. */
  data: T[] | undefined;
  /** The data still belongs to the previous query. */
  isEarlier: boolean;
  error: unknown;
  refetch: () => void;
  hasMore: boolean;
  isReadingMore: boolean;
  readMore: () => void;
}

/** Query options for `usePagesOf`, or to prefetch the first page. */
export function pagesQuery<T>(queryKey: QueryKey, list: () => List<T>) {
  return {
    queryKey,
    queryFn: ({ pageParam }: { pageParam: NextPage<T> }): Promise<Page<T>> =>
      pageParam ? pageParam() : list().page(),
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
    readMore: () => void query.fetchNextPage(),
  };
}

export function ShowMore({ pages }: { pages: Pages<unknown> }): ReactNode {
  const say = useWords(partWords);
  if (!pages.hasMore) return null;
  return (
    <Center my="md">
      <Button variant="default" size="md" loading={pages.isReadingMore} onClick={pages.readMore}>
        {say('more')}
      </Button>
    </Center>
  );
}
