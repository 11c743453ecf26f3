// Pairs of customers that may be one person: merge them, or say that they are not.
import { Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { app } from '../../api/client.ts';
import { invalidate, kinds } from '../../app/queries.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { showUndo } from '../../parts/show-undo.tsx';
import { useWords } from '../../words/words.ts';
import { DuplicatePair, type Duplicate } from './duplicate-pair.tsx';
import { MergeDone, type Merged } from './merge-done.tsx';
import { mergeWords } from './merge-words.ts';
import './customers.css';

interface DuplicateListProps {
  query: UseQueryResult<Duplicate[]>;
  /** Shown when there are none. */
  none: ReactNode;
}

export function DuplicateList({ query, none }: DuplicateListProps): ReactNode {
  const say = useWords(mergeWords);
  const [merged, setMerged] = useState<Merged[]>([]);
  // Hides merged customers until the list is refetched.
  const gone = new Set(merged.map(({ otherId }) => otherId));
  const tellApart = async (pair: Duplicate) => {
    await sayWhether(pair, 'distinct');
    showUndo(say('apart'), () => sayWhether(pair, 'not-distinct'));
  };
  return (
    <Stack gap="lg">
      {merged.map((one) => (
        <MergeDone
          key={one.mergeId}
          merged={one}
          onUndone={() => setMerged((before) => before.filter((other) => other !== one))}
        />
      ))}
      <Loaded query={query}>
        {(pairs) => {
          const open = pairs.filter(({ customers }) => !customers.some(({ id }) => gone.has(id)));
          if (open.length === 0) return merged.length > 0 ? null : none;
          return open.map((pair) => (
            <DuplicatePair
              key={pair.customers.map(({ id }) => id).join()}
              pair={pair}
              onMerged={(one) => setMerged((before) => [...before, one])}
              onTellApart={pair.reason === 'chosen' ? null : () => tellApart(pair)}
            />
          ));
        }}
      </Loaded>
    </Stack>
  );
}

export async function findDuplicates(): Promise<Duplicate[]> {
  return (await app.get<{ data: Duplicate[] }>('/duplicates')).data;
}

/** Customers that were told apart are not suggested again. */
async function sayWhether({ customers }: Duplicate, route: 'distinct' | 'not-distinct') {
  await app.once(`/duplicates/${route}`, { customerIds: customers.map(({ id }) => id) });
  await Promise.all([invalidate(kinds.customers), invalidate(kinds.tray)]);
}
