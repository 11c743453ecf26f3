// A notification of something done, with a button: most often one that undoes it.
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { sayPart, showError } from './show-error.tsx';

const shownMs = 10_000;

export function showUndo(done: string, undo: () => Promise<unknown>): void {
  showAction(done, sayPart('undo'), () => void undo().catch(showError));
}

let last = '';

/** Takes the place of the one before: several would hide the page, and errors behind them. */
export function showAction(done: string, action: string, onAction: () => void): void {
  notifications.hide(last);
  const notice = notifications.show({
    autoClose: shownMs,
    closeButtonProps: { 'aria-label': sayPart('close') },
    message: (
      <Group justify="space-between">
        <Text span inherit flex="1 1 11rem">
          {done}
        </Text>
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
  last = notice;
}
