// Asks before something that cannot be taken back.
import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWords } from '../words/words.ts';
import { Dialog } from './dialog.tsx';
import { ErrorNote } from './error-note.tsx';
import { partWords } from './part-words.ts';

interface ConfirmProps {
  title: string;
  text: string;
  action: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}

/** Shown while it is rendered. */
export function Confirm(props: ConfirmProps): ReactNode {
  const { title, text, action, onConfirm, onClose, children } = props;
  const say = useWords(partWords);
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button color="red" onClick={confirm} loading={isBusy}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
