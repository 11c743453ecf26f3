// Confirms a merge, with undo.
import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { client } from '../../api/client.ts';
import { showDone, showError } from '../../parts/show-error.tsx';
import { useWords } from '../../words/words.ts';
import { refreshCustomers } from './customer-merges.tsx';
import { mergeWords } from './merge-words.ts';

export interface Merged {
  mergeId: string;
  keptId: string;
  keptName: string;
  otherId: string;
}

interface MergeDoneProps {
  merged: Merged;
  onUndone: () => void;
}

export function MergeDone({ merged, onUndone }: MergeDoneProps): ReactNode {
  const say = useWords(mergeWords);
  const { mergeId, keptId, keptName } = merged;
  const undo = useMutation({
    mutationFn: () => client.customers.undoMerge(keptId, mergeId),
    onSuccess: async () => {
      showDone(say('undone'));
      await refreshCustomers();
      onUndone();
    },
    onError: (error) => showError(error),
  });
  return (
    <Alert color="green" role="status">
      <Group justify="space-between" gap="xs">
        <Text>{say('done')}</Text>
        <Group gap="xs">
          <Button component={Link} href={`/customers/${keptId}`} variant="default">
            {say('show', { name: keptName })}
          </Button>
          <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
            {say('undo')}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
