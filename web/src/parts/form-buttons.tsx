// The buttons of a dialog: cancel and the action.
import { Button, type ButtonProps, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import { partWords } from './part-words.ts';

interface FormButtonsProps extends Pick<ButtonProps, 'color'> {
  action: string;
  isBusy: boolean;
  isDisabled?: boolean;
  /** Without it the action submits the form. */
  onAction?: () => void;
  onCancel: () => void;
  /** More buttons. */
  children?: ReactNode;
}

export function FormButtons(props: FormButtonsProps): ReactNode {
  const { action, isBusy, isDisabled, onAction, onCancel, color, children } = props;
  const say = useWords(partWords);
  return (
    <Group justify="flex-end" gap="xs" className="form-buttons">
      <Button variant="default" onClick={onCancel}>
        {say('cancel')}
      </Button>
      {children}
      <Button
        type={onAction ? 'button' : 'submit'}
        color={color}
        loading={isBusy}
        disabled={isDisabled}
        onClick={onAction}
      >
        {action}
      </Button>
    </Group>
  );
}
