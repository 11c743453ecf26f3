// A list that is read page by page, and the button that reads the next one.
import { Button, Center } from '@mantine/core';
import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { List, Page } from '../../../sdk/src/index.ts';
import { useWords } from '../words/words.ts';
import { partWords } from './part-words.ts';

type NextPage<T> = Page<T>['next'];

export interface Pages<T> {
  /** All records that were read so far; undefined before the first page. */
  data: T[] | undefined;
  /** They are still what was asked for before. */
  isEarlier: boolean;
  error: unknown;
  refetch: () => void;
  hasMore: boolean;
  isReadingMore: boolean;
  readMore: () => void;
}

/** What reads a list page by page: for `usePagesOf`, or to read the first page ahead. */
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

/** While other records are asked for, those from before stay: a search does not flicker. */
export function usePagesOf<T>(asked: PagesQuery<T>, isWanted = true): Pages<T> {
  const query = useInfiniteQuery({
    ...asked,
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
