// Pairs of possible duplicates.
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { Customer } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { kinds } from '../../app/queries.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useWords } from '../../words/words.ts';
import { customerWords } from './customer-words.ts';
import { DuplicateList, findDuplicates } from './duplicate-list.tsx';
import type { Duplicate } from './duplicate-pair.tsx';
import { mergeWords } from './merge-words.ts';

export function Page(): ReactNode {
  const say = useWords(mergeWords);
  const sayCustomer = useWords(customerWords);
  const [parameters] = useSearchParams();
  const two = (parameters.get('two') ?? '').split(',').filter(Boolean);
  const query = useQuery({
    queryKey: [kinds.customers, 'duplicates', ...two],
    queryFn: () => (two.length === 2 ? chosen(two) : findDuplicates()),
  });
  return (
    <>
      <BackLink href="/customers">{sayCustomer('back')}</BackLink>
      <PageTitle title={say(two.length === 2 ? 'titleTwo' : 'title')} />
      <Text mb="md" maw={720}>
        {say('intro')}
      </Text>
      <DuplicateList
        query={query}
        none={
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
        }
      />
    </>
  );
}

async function chosen(ids: string[]): Promise<Duplicate[]> {
  const customers = await Promise.all(ids.map((id) => client.customers.get(id)));
  return [{ customers: customers as [Customer, Customer], reason: 'chosen' }];
}
