// A text with a button that copies it.
import { Box, Button, Code, Group, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useWords } from '../words/words.ts';
import { Icon } from './icon.tsx';
import { partWords } from './part-words.ts';

const shownMs = 2_000;

export function CopyText({ text, label }: { text: string; label: string }): ReactNode {
  const say = useWords(partWords);
  const shown = useRef<HTMLPreElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const copy = async () => {
    clearTimeout(timer.current);
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
      // Again: two clicks may have been awaiting the clipboard.
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setOutcome(null), shownMs);
    } catch {
      // Without https or permission: select the text, to be copied by hand.
      clearTimeout(timer.current);
      setOutcome('refused');
      if (shown.current) selectAll(shown.current);
    }
  };
  return (
    <Box>
      <Group align="flex-start" gap="xs">
        <Code
          block
          ref={shown}
          className="pre-wrap"
          flex="1 1 16rem"
          role="group"
          aria-label={label}
          tabIndex={0}
        >
          {text}
        </Code>
        <Button
          variant="default"
          onClick={() => void copy()}
          leftSection={<Icon name="copy" size={16} />}
        >
          {outcome === 'copied' ? say('copied') : say('copy')}
        </Button>
      </Group>
      {/* Always rendered: screen readers announce only changes of an existing status element. */}
      <Text role="status" size="sm" mt={outcome === 'refused' ? 'xs' : 0}>
        {outcome === 'refused' && say('copyByHand')}
      </Text>
    </Box>
  );
}

function selectAll(element: HTMLElement): void {
  element.focus();
  getSelection()?.selectAllChildren(element);
}
