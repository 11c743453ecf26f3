// A text to be taken along, with a button that does it.
import { Button, Code, CopyButton, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import { Icon } from './icon.tsx';
import { partWords } from './part-words.ts';

export function CopyText({ text, label }: { text: string; label: string }): ReactNode {
  const say = useWords(partWords);
  return (
    <Group align="flex-start" gap="xs">
      <Code
        block
        className="pre-wrap"
        flex="1 1 16rem"
        role="group"
        aria-label={label}
        tabIndex={0}
      >
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy} leftSection={<Icon name="copy" size={16} />}>
            {copied ? say('copied') : say('copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
