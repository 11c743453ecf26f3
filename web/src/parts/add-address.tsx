// The address of a lead, job or customer, or a button to add one.
import { Button, Stack } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { app } from '../api/client.ts';
import { useWords } from '../words/words.ts';
import { addressWords } from './address-words.ts';
import { Icon } from './icon.tsx';

const AddressDialog = lazy(() => import('./address-dialog.tsx'));

interface AddAddressProps {
  /** The record's path, such as `/customers/…`. */
  path: string;
  hasNone: boolean;
  /** Shown when there is no address. */
  none: ReactNode;
  children: ReactNode;
}

export function AddAddress({ path, hasNone, none, children }: AddAddressProps): ReactNode {
  const say = useWords(addressWords);
  const [isAdding, setIsAdding] = useState(false);
  const [isAdded, setIsAdded] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => {
    if (isAdded) container.current?.focus();
  }, [isAdded]);
  return (
    <div ref={container} tabIndex={-1}>
      {hasNone ? (
        <Stack gap="xs" align="flex-start">
          {none}
          <Button
            variant="default"
            mih={44}
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => setIsAdding(true)}
          >
            {say('add')}
          </Button>
        </Stack>
      ) : (
        children
      )}
      {/* Outside the condition: half-typed input survives when somebody else adds an address. */}
      {isAdding && (
        <Suspense>
          <AddressDialog
            title={say('add')}
            address={null}
            draftName={path}
            onSave={(parts) => app.once(`${path}/address`, parts)}
            onSaved={() => setIsAdded(true)}
            onClose={() => setIsAdding(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
