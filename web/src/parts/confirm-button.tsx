// A button for what cannot be taken back: it asks first. The question is loaded when it is put.
import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';

const Confirm = lazy(async () => ({ default: (await import('./confirm.tsx')).Confirm }));

interface ConfirmButtonProps {
  label: string;
  /** For those who do not see what it stands beside. */
  fullLabel?: string;
  title: string;
  text: string;
  onConfirm: () => Promise<unknown>;
}

export function ConfirmButton(props: ConfirmButtonProps): ReactNode {
  const { label, fullLabel, title, text, onConfirm } = props;
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="default" aria-label={fullLabel} onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <Suspense>
          <Confirm
            title={title}
            text={text}
            action={label}
            onConfirm={onConfirm}
            onClose={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
