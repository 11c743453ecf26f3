// The order of a list where there are no headings to click.
import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords, type Words } from '../words/words.ts';
import type { Remembered } from './remembered.ts';
import { sortWords } from './sort-words.ts';

type SortName = typeof sortWords extends Words<infer Key> ? Key : never;

export function SortSelect<Sort extends SortName>({
  order,
}: {
  order: Remembered<Sort>;
}): ReactNode {
  const say = useWords(sortWords);
  return (
    <NativeSelect
      aria-label={say('order')}
      mb="sm"
      value={order.use()}
      onChange={({ currentTarget }) => order.choose(currentTarget.value as Sort)}
      data={order.values.map((value) => ({ value, label: say(value) }))}
    />
  );
}
