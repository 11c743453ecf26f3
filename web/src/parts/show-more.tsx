// The button that loads the next page of a list.
import { Button, Center } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useWords } from '../words/words.ts';
import { onNearScreen } from './blocks.ts';
import type { Pages } from './pages.ts';
import { partWords } from './part-words.ts';

interface ShowMoreProps {
  pages: Pages<unknown>;
  /** Also read the next page when the button comes near the screen. */
  isAutomatic?: boolean;
  /** For screen readers, where there are several lists. */
  label?: string;
}

export function ShowMore({ pages, isAutomatic = false, label }: ShowMoreProps): ReactNode {
  const say = useWords(partWords);
  const ref = useRef<HTMLDivElement>(null);
  const { hasMore, isReadingMore, hasFailed, isEarlier, data } = pages;
  const isWaiting = isAutomatic && hasMore && !isReadingMore && !hasFailed && !isEarlier;
  useEffect(() => {
    if (!isWaiting || !ref.current) return;
    return onNearScreen(ref.current, (isNear) => isNear && pages.readMore());
    // Observed again after each page: it may still be near.
  }, [isWaiting, data?.length]);
  if (!hasMore) return null;
  return (
    <Center my="md" ref={ref}>
      <Button
        variant="default"
        loading={isReadingMore}
        onClick={pages.readMore}
        aria-label={label && `${say('more')}: ${label}`}
      >
        {say('more')}
      </Button>
    </Center>
  );
}
