// Finds an existing customer as you type.
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Customer } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { kinds } from '../../app/queries.ts';
import { useWords } from '../../words/words.ts';
import { newJobWords } from './new-job-words.ts';

export type KnownCustomer = Pick<Customer, 'id' | 'name' | 'phone' | 'email'>;

interface CustomerSelectProps {
  /** Preselected. */
  first: KnownCustomer | null;
  onChange: (customer: KnownCustomer | null) => void;
  error: ReactNode;
}

const debounceMs = 200;
const shownMax = 20;

export function CustomerSelect(props: CustomerSelectProps): ReactNode {
  const { first, onChange, error } = props;
  const say = useWords(newJobWords);
  const [typed, setTyped] = useState(first ? nameOf(first) : '');
  const [chosen, setChosen] = useState<KnownCustomer | null>(first);
  const [q] = useDebouncedValue(typed.trim(), debounceMs);
  const isChosen = chosen !== null && q === nameOf(chosen);
  const { data = [] } = useQuery({
    queryKey: [kinds.customers, 'select', q],
    queryFn: async () =>
      (await client.customers.list({ q: q || undefined, limit: shownMax }).page()).data,
    placeholderData: keepPreviousData,
    enabled: !isChosen,
  });
  const shown = chosen && !data.some(({ id }) => id === chosen.id) ? [chosen, ...data] : data;
  return (
    <Select
      label={say('find')}
      description={say('whoHint')}
      searchable
      comboboxProps={{ withinPortal: false }}
      clearable
      value={chosen?.id ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => {
        const next = shown.find((one) => one.id === id) ?? null;
        setChosen(next);
        onChange(next);
      }}
      // Already filtered by the server, which searches more than the label.
      filter={({ options }) => options}
      data={shown.map((one) => ({ value: one.id, label: nameOf(one) }))}
      nothingFoundMessage={say('nobody')}
      error={error}
    />
  );
}

function nameOf({ name, phone, email }: KnownCustomer): string {
  const more = phone || email;
  return more ? `${name} · ${more}` : name;
}
