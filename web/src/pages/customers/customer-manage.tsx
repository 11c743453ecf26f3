// Merge, archive, export and erase a customer.
import { Button, Group, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Customer } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { useMember } from '../../app/session.ts';
import { Icon } from '../../parts/icon.tsx';
import { showError } from '../../parts/show-error.tsx';
import { showUndo } from '../../parts/show-undo.tsx';
import { useWords } from '../../words/words.ts';
import { refreshCustomers } from './customer-merges.tsx';
import { customerWords } from './customer-words.ts';

const EraseCustomer = lazy(() => import('./erase-customer.tsx'));
const FindOther = lazy(() => import('./find-other.tsx'));
// An export can be large.
const exportTimeoutMs = 120_000;

export function CustomerManage({ customer }: { customer: Customer }): ReactNode {
  const say = useWords(customerWords);
  const isOwner = useMember().role === 'owner';
  const [dialog, setDialog] = useState<'erase' | 'merge' | null>(null);
  const isArchived = customer.status === 'archived';
  const setArchived = async (isWanted: boolean) => {
    await client.customers[isWanted ? 'archive' : 'unarchive'](customer.id);
    void refreshCustomers();
  };
  const archive = useMutation({
    mutationFn: () => setArchived(!isArchived),
    onSuccess: () =>
      showUndo(say(isArchived ? 'unarchiveDone' : 'archiveDone'), () => setArchived(isArchived)),
    onError: (error) => showError(error),
  });
  const exporting = useMutation({
    mutationFn: () => client.customers.export(customer.id, { timeoutMs: exportTimeoutMs }),
    onSuccess: (all) => download(`customer-${customer.id}.json`, JSON.stringify(all, null, 2)),
    onError: (error) => showError(error),
  });
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {say('manage')}
      </Title>
      <Group gap="xs">
        {!isArchived && (
          <Button
            variant="default"
            leftSection={<Icon name="people" />}
            onClick={() => setDialog('merge')}
          >
            {say('mergeWith')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<Icon name="archive" />}
          loading={archive.isPending}
          onClick={() => archive.mutate()}
        >
          {say(isArchived ? 'unarchive' : 'archive')}
        </Button>
        {isOwner && (
          <>
            <Button
              variant="default"
              leftSection={<Icon name="download" />}
              loading={exporting.isPending}
              onClick={() => exporting.mutate()}
            >
              {say('export')}
            </Button>
            <Button
              variant="default"
              className="customers-erase"
              leftSection={<Icon name="trash" />}
              onClick={() => setDialog('erase')}
            >
              {say('erase')}
            </Button>
          </>
        )}
      </Group>
      <Suspense>
        {dialog === 'erase' && (
          <EraseCustomer customer={customer} onClose={() => setDialog(null)} />
        )}
        {dialog === 'merge' && <FindOther customer={customer} onClose={() => setDialog(null)} />}
      </Suspense>
    </section>
  );
}

function download(fileName: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
