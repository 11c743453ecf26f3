// The address of a lead, job or customer, or a way to add one where there is none.
import { Button, Stack } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { app } from '../api/client.ts';
import { useWords } from '../words/words.ts';
import { addressWords } from './address-words.ts';
import { Icon } from './icon.tsx';

const AddressDialog = lazy(() => import('./address-dialog.tsx'));

interface AddAddressProps {
  /** What it would be added to, such as `/customers/…`. */
  path: string;
  hasNone: boolean;
  /** Said where there is none. */
  none: ReactNode;
  /** The address, where there is one. */
  children: ReactNode;
}

export function AddAddress({ path, hasNone, none, children }: AddAddressProps): ReactNode {
  const say = useWords(addressWords);
  const [isAdding, setIsAdding] = useState(false);
  const [isAdded, setIsAdded] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  // The button that had the keyboard is gone.
  useEffect(() => {
    if (isAdded) place.current?.focus();
  }, [isAdded]);
  return (
    <div ref={place} tabIndex={-1}>
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
      {/* Stays with what is typed in it when somebody else adds one. */}
      {isAdding && (
        <Suspense>
          <AddressDialog
            title={say('add')}
            address={null}
            onSave={(parts) => app.once(`${path}/address`, parts)}
            onSaved={() => setIsAdded(true)}
            onClose={() => setIsAdding(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
