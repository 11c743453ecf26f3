// A password, which can be looked at while it is typed.
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import { partWords } from './part-words.ts';

export function PasswordField(props: PasswordInputProps): ReactNode {
  const say = useWords(partWords);
  return (
    <PasswordInput
      // Without a name of its own it is hidden from those who do not see it, in English.
      visibilityToggleButtonProps={{ 'aria-label': say('showTyped'), tabIndex: 0 }}
      withAsterisk={false}
      {...props}
    />
  );
}
