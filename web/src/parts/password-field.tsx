// A password input with a button that shows the password.
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import { partWords } from './part-words.ts';

export function PasswordField(props: PasswordInputProps): ReactNode {
  const say = useWords(partWords);
  return (
    <PasswordInput
      // By default the toggle has an English label and is not focusable.
      visibilityToggleButtonProps={{ 'aria-label': say('showPassword') }}
      visibilityToggleFocusable
      withAsterisk={false}
      {...props}
    />
  );
}
