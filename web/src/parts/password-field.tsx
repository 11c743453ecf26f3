// A password, which can be looked at while it is typed.
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import { partWords } from './part-words.ts';

export function PasswordField(props: PasswordInputProps): ReactNode {
  const say = useWords(partWords);
  return (
    <PasswordInput
      // By itself the eye has an English name, and the keyboard passes it by.
      visibilityToggleButtonProps={{ 'aria-label': say('showTyped') }}
      visibilityToggleFocusable
      withAsterisk={false}
      {...props}
    />
  );
}
