// Pairs of possible duplicates.
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { Customer } from '../../../../sdk/src/index.ts';
import { app, client } from '../../api/client.ts';
import { kinds } from '../../app/queries.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useWords } from '../../words/words.ts';
import { customerWords } from './customer-words.ts';
import { DuplicatePair, type Duplicate } from './duplicate-pair.tsx';
import { MergeDone, type Merged } from './merge-done.tsx';
import { mergeWords } from './merge-words.ts';
import './customers.css';

export function Page(): ReactNode {
  const say = useWords(mergeWords);
  const sayCustomer = useWords(customerWords);
  const [parameters] = useSearchParams();
  const two = (parameters.get('two') ?? '').split(',').filter(Boolean);
  const [merged, setMerged] = useState<Merged[]>([]);
  const query = useQuery({
    queryKey: [kinds.customers, 'duplicates', ...two],
    queryFn: () => (two.length === 2 ? chosen(two) : found()),
  });
  // Hides merged customers until the list is refetched.
  const gone = new Set(merged.map(({ otherId }) => otherId));
  return (
    <>
      <BackLink href="/customers">{sayCustomer('back')}</BackLink>
      <PageTitle title={say(two.length === 2 ? 'titleTwo' : 'title')} />
      <Text mb="md" maw={720}>
        {say('intro')}
      </Text>
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
            if (open.length === 0 && merged.length > 0) return null;
            if (open.length === 0) {
              return (
                <EmptyState
                  icon="check"
                  title={say('none')}
                  hint={say('noneHint')}
                  action={
                    <Button component={Link} href="/customers" variant="default">
                      {sayCustomer('toCustomers')}
                    </Button>
                  }
                />
              );
            }
            return open.map((pair) => (
              <DuplicatePair
                key={pair.customers.map(({ id }) => id).join()}
                pair={pair}
                onMerged={(one) => setMerged((before) => [...before, one])}
              />
            ));
          }}
        </Loaded>
      </Stack>
    </>
  );
}

async function found(): Promise<Duplicate[]> {
  return (await app.get<{ data: Duplicate[] }>('/duplicates')).data;
}

async function chosen(ids: string[]): Promise<Duplicate[]> {
  const customers = await Promise.all(ids.map((id) => client.customers.get(id)));
  return [{ customers: customers as [Customer, Customer], reason: 'chosen' }];
}
