// Gives a lead or job to another customer, or to a new one made from the submission.
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { WorkItem } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { kinds } from '../../app/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { showUndo } from '../../parts/show-undo.tsx';
import { useWords } from '../../words/words.ts';
import { giveBack, giveToCustomer } from './give-to-customer.ts';
import { useSubmission } from './item-data.ts';
import { itemWords } from './item-words.ts';

const foundMax = 8;
const debounceMs = 200;

interface ChooseCustomerProps {
  item: WorkItem;
  onClose: () => void;
}

export default function ChooseCustomer({ item, onClose }: ChooseCustomerProps): ReactNode {
  const say = useWords(itemWords);
  const [typed, setTyped] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [q] = useDebouncedValue(typed.trim(), debounceMs);
  const submission = useSubmission(item.id);
  const query = useQuery({
    queryKey: [kinds.customers, 'other', q],
    queryFn: () => client.customers.list({ q: q || undefined, limit: foundMax + 1 }).page(),
  });
  const give = async (customerId: string | null) => {
    setIsBusy(true);
    setError(null);
    try {
      const { customerId: now } = await giveToCustomer(item.id, customerId);
      onClose();
      if (now === item.customerId) return;
      showUndo(say('customerChanged'), () => giveBack(item, customerId === null ? now : null));
    } catch (problem) {
      setError(problem);
      setIsBusy(false);
    }
  };
  return (
    <Dialog onClose={onClose} title={say('chooseCustomer')}>
      <Stack>
        {submission.data && (
          <div>
            <Button variant="default" disabled={isBusy} onClick={() => void give(null)}>
              {say('newCustomer')}
            </Button>
            <Text size="sm" mt={4}>
              {say('newCustomerHint')}
            </Text>
          </div>
        )}
        <TextInput
          type="search"
          size="md"
          label={say('searchCustomers')}
          leftSection={<Icon name="search" />}
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
          data-autofocus
        />
        {error !== null && <ErrorNote error={error} />}
        <Loaded query={query}>
          {({ data }) => {
            const others = data.filter(({ id }) => id !== item.customerId).slice(0, foundMax);
            if (others.length === 0) return <Text>{say('noCustomerFound')}</Text>;
            return (
              <Stack
                component="ul"
                gap="xs"
                className="item-customers"
                aria-label={say('customers')}
              >
                {others.map(({ id, name, phone, email }) => (
                  <li key={id}>
                    <Button
                      variant="default"
                      fullWidth
                      h="auto"
                      mih={44}
                      py={6}
                      justify="flex-start"
                      disabled={isBusy}
                      onClick={() => void give(id)}
                    >
                      <span className="item-customer">
                        {name}
                        <Text span size="sm">
                          {[phone, email].filter(Boolean).join(' · ')}
                        </Text>
                      </span>
                    </Button>
                  </li>
                ))}
              </Stack>
            );
          }}
        </Loaded>
      </Stack>
    </Dialog>
  );
}
