// Erases a customer permanently, after the name was typed to confirm.
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { Customer } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { clearOfflineCache } from '../../app/offline.ts';
import { queries } from '../../app/queries.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { showDone } from '../../parts/show-error.tsx';
import { LocalizedError } from '../../parts/describe-error.ts';
import { useWords } from '../../words/words.ts';
import { eraseWords } from './erase-words.ts';

interface EraseCustomerProps {
  customer: Customer;
  onClose: () => void;
}

export default function EraseCustomer({ customer, onClose }: EraseCustomerProps): ReactNode {
  const say = useWords(eraseWords);
  const [, go] = useLocation();
  const [typed, setTyped] = useState('');
  const { id, name } = customer;
  const erase = async () => {
    if (!isSameName(typed, name)) throw new LocalizedError(say('wrong'));
    const rest = await client.customers.erase(id);
    clearOfflineCache();
    showDone(say(rest ? 'inProgress' : 'done'));
    go('/customers', { replace: true });
    queries.clear();
  };
  return (
    <Confirm
      title={say('title', { name })}
      text={say('text')}
      action={say('action')}
      onConfirm={erase}
      onClose={onClose}
    >
      <TextInput
        label={say('type', { name })}
        autoComplete="off"
        size="md"
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
        data-autofocus
      />
    </Confirm>
  );
}

function isSameName(typed: string, name: string): boolean {
  const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ');
  return plain(typed) === plain(name);
}
