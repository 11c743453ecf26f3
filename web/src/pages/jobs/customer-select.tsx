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

interface CustomerSelectProps {
  /** Preselected. */
  first: Customer | undefined;
  customerId: string | null;
  onChange: (customerId: string | null) => void;
  error: ReactNode;
}

const debounceMs = 200;
const shownMax = 20;

export function CustomerSelect(props: CustomerSelectProps): ReactNode {
  const { first, customerId, onChange, error } = props;
  const say = useWords(newJobWords);
  const [typed, setTyped] = useState(first ? nameOf(first) : '');
  const [chosen, setChosen] = useState<Customer | null>(first ?? null);
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
      value={customerId}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => {
        setChosen(shown.find((one) => one.id === id) ?? null);
        onChange(id);
      }}
      // Already filtered by the server, which searches more than the label.
      filter={({ options }) => options}
      data={shown.map((one) => ({ value: one.id, label: nameOf(one) }))}
      nothingFoundMessage={say('nobody')}
      error={error}
    />
  );
}

function nameOf({ name, phone, email }: Customer): string {
  const more = phone || email;
  return more ? `${name} · ${more}` : name;
}
