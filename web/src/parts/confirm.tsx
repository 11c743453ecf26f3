// A dialog that asks for confirmation.
import { Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { ErrorNote } from './error-note.tsx';
import { FormButtons } from './form-buttons.tsx';

interface ConfirmProps {
  title: string;
  text: string;
  action: string;
  /** Nothing is lost: the button is not red. */
  isHarmless?: boolean;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}

export function Confirm(props: ConfirmProps): ReactNode {
  const { title, text, action, isHarmless, onConfirm, onClose, children } = props;
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async () => {
    setIsBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch (problem) {
      setError(problem);
      setIsBusy(false);
    }
  };
  return (
    <Dialog onClose={onClose} title={title} centered>
      <Stack>
        <Text>{text}</Text>
        {children}
        {error !== null && <ErrorNote error={error} />}
        <FormButtons
          action={action}
          {...(!isHarmless && { color: 'red' })}
          isBusy={isBusy}
          onAction={() => void confirm()}
          onCancel={onClose}
        />
      </Stack>
    </Dialog>
  );
}
