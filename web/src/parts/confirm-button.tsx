// A button that asks for confirmation. The dialog is loaded on the first click.
import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';

const Confirm = lazy(async () => ({ default: (await import('./confirm.tsx')).Confirm }));

interface ConfirmButtonProps {
  label: string;
  /** For screen readers, where the label alone is ambiguous. */
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
