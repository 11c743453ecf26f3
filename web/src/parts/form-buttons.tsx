// How a dialog ends: nothing is done, or what it is for.
import { Button, type ButtonProps, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import { partWords } from './part-words.ts';

interface FormButtonsProps extends Pick<ButtonProps, 'color' | 'size'> {
  action: string;
  isBusy: boolean;
  /** Where there is no form to be submitted. */
  onAction?: () => void;
  onCancel: () => void;
  /** What else can be done. */
  children?: ReactNode;
}

export function FormButtons(props: FormButtonsProps): ReactNode {
  const { action, isBusy, onAction, onCancel, color, size, children } = props;
  const say = useWords(partWords);
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" size={size} onClick={onCancel}>
        {say('cancel')}
      </Button>
      {children}
      <Button
        type={onAction ? 'button' : 'submit'}
        color={color}
        size={size}
        loading={isBusy}
        onClick={onAction}
      >
        {action}
      </Button>
    </Group>
  );
}
