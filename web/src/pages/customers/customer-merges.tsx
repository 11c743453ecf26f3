// The merges into this customer, with undo.
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CustomerMerge } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { kinds, invalidate } from '../../app/queries.ts';
import { Icon } from '../../parts/icon.tsx';
import { usePages } from '../../parts/pages.ts';
import { ShowMore } from '../../parts/show-more.tsx';
import { showDone, showError } from '../../parts/show-error.tsx';
import { useFormat } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { customerWords } from './customer-words.ts';

export function CustomerMerges({ customerId }: { customerId: string }): ReactNode {
  const say = useWords(customerWords);
  const merges = usePages([kinds.customers, 'merges', customerId], () =>
    client.customers.merges(customerId),
  );
  if (!merges.data || merges.data.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {say('merges')}
      </Title>
      <Stack gap="sm">
        {merges.data.map((merge) => (
          <Merge key={merge.id} merge={merge} />
        ))}
      </Stack>
      <ShowMore pages={merges} />
    </section>
  );
}

function Merge({ merge }: { merge: CustomerMerge }): ReactNode {
  const say = useWords(customerWords);
  const format = useFormat();
  const { id, customerId, createdAt, undoableUntil, undoneAt } = merge;
  const undo = useMutation({
    mutationFn: () => client.customers.undoMerge(customerId, id),
    onSuccess: () => {
      showDone(say('undoDone'));
      return refreshCustomers();
    },
    onError: (error) => showError(error),
  });
  const isUndoable = undoneAt === null && new Date(undoableUntil) > new Date();
  return (
    <Group justify="space-between" gap="xs">
      <div>
        <Text>{say('mergedOn', { date: format.dateAndTime(createdAt) })}</Text>
        <Text size="sm">
          {undoneAt
            ? say('undone', { date: format.dateAndTime(undoneAt) })
            : say('undoUntil', { date: format.date(undoableUntil) })}
        </Text>
      </div>
      {isUndoable && (
        <Button
          variant="default"
          leftSection={<Icon name="repeat" />}
          loading={undo.isPending}
          onClick={() => undo.mutate()}
        >
          {say('undo')}
        </Button>
      )}
    </Group>
  );
}

/** Leads and jobs embed their customer. */
export async function refreshCustomers(): Promise<void> {
  await Promise.all([kinds.customers, kinds.workItems].map((kind) => invalidate(kind)));
}
