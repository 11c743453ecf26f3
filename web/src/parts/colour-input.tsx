import { Button, Group, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import { looksWords } from './looks-words.ts';

interface ColourInputProps {
  colour: string | null;
  /** Shown when none is chosen. */
  usual?: string | null;
  onChange: (colour: string | null) => void;
}

// Of forms and mails without a colour.
const usualColour = '#1f5fa8';

export function ColourInput({ colour, usual, onChange }: ColourInputProps): ReactNode {
  const say = useWords(looksWords);
  return (
    <Group align="flex-end" gap="sm">
      <TextInput
        type="color"
        w={120}
        label={say('colour')}
        value={colour ?? usual ?? usualColour}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {colour !== null && (
        <Button variant="default" onClick={() => onChange(null)}>
          {say('usualColour')}
        </Button>
      )}
    </Group>
  );
}
