// A notification of something done, with a button: most often one that undoes it.
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { showError } from './show-error.tsx';

const shownMs = 10_000;

interface UndoWords {
  done: string;
  undo: string;
  close: string;
}

interface ActionWords {
  done: string;
  action: string;
  close: string;
}

export function showUndo({ done, undo, close }: UndoWords, onUndo: () => Promise<void>): void {
  showAction({ done, action: undo, close }, () => void onUndo().catch(showError));
}

export function showAction({ done, action, close }: ActionWords, onAction: () => void): void {
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
            onAction();
          }}
        >
          {action}
        </Button>
      </Group>
    ),
  });
}
