// Finds the customer to merge this one with.
import { Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { Customer } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { kinds } from '../../app/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { useWords } from '../../words/words.ts';
import { customerWords } from './customer-words.ts';
import { mergeWords } from './merge-words.ts';

const foundMax = 8;
const debounceMs = 200;

interface FindOtherProps {
  customer: Customer;
  onClose: () => void;
}

export default function FindOther({ customer, onClose }: FindOtherProps): ReactNode {
  const say = useWords(mergeWords);
  const sayCustomer = useWords(customerWords);
  const [, go] = useLocation();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), debounceMs);
  const query = useQuery({
    queryKey: [kinds.customers, 'other', q],
    queryFn: () => client.customers.list({ q: q || undefined, limit: foundMax + 1 }).page(),
  });
  return (
    <Dialog onClose={onClose} title={say('find', { name: customer.name })}>
      <Stack>
        <TextInput
          type="search"
          size="md"
          label={say('search')}
          leftSection={<Icon name="search" />}
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
          data-autofocus
        />
        <Loaded query={query}>
          {({ data }) => {
            const others = data.filter(({ id }) => id !== customer.id).slice(0, foundMax);
            if (others.length === 0) return <Text>{sayCustomer('noneFoundOther')}</Text>;
            return (
              <ul className="customers-list" aria-label={sayCustomer('list')}>
                {others.map((other) => (
                  <li key={other.id}>
                    <UnstyledButton
                      w="100%"
                      className="customers-row"
                      onClick={() => go(`/customers/duplicates?two=${customer.id},${other.id}`)}
                    >
                      <div className="customers-row-text">
                        <Text fw={600}>{other.name}</Text>
                        <Text size="sm" className="customers-details">
                          {[other.phone, other.email].filter(Boolean).join(' · ')}
                        </Text>
                      </div>
                    </UnstyledButton>
                  </li>
                ))}
              </ul>
            );
          }}
        </Loaded>
      </Stack>
    </Dialog>
  );
}
