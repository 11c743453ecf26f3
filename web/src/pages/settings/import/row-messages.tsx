// The errors of a row, one per line.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../../words/words.ts';
import { fieldWords } from '../lead-fields.ts';
import { importWords } from './import-words.ts';
import { isWithoutWords, rowMessage } from './row-message.ts';

export function RowMessages({ of }: { of: readonly string[] }): ReactNode {
  const say = useWords(importWords);
  const sayField = useWords(fieldWords);
  return [...new Set(of)].map((message) => (
    <Text key={message} size="sm">
      {rowMessage(message, say, sayField)}
      {isWithoutWords(message) && (
        <>
          {' '}
          (<span lang="en">{message}</span>)
        </>
      )}
    </Text>
  ));
}
