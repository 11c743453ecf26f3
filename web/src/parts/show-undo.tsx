// A notification of something done, with a button that undoes it.
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { showError } from './show-error.tsx';

const shownMs = 10_000;

interface UndoWords {
  done: string;
  undo: string;
  close: string;
}

export function showUndo({ done, undo, close }: UndoWords, onUndo: () => Promise<void>): void {
  const notice = notifications.show({
    autoClose: shownMs,
    closeButtonProps: { 'aria-label': close },
    message: (
      <Group justify="space-between">
        {done}
        <Button
          variant="default"
          onClick={() => {
            notifications.hide(notice);
            onUndo().catch(showError);
          }}
        >
          {undo}
        </Button>
      </Group>
    ),
  });
}
