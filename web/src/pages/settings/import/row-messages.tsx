// The errors of a row, one per line.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { readErrorDetails } from '../../../../../sdk/src/error-details.ts';
import { fieldRule } from '../../../parts/field-rules.ts';
import { useWords } from '../../../words/words.ts';
import { fieldWords } from '../../../parts/lead-fields.ts';
import type { RowRefusal } from './import-record.ts';
import { rowMessage } from './row-message.ts';

export function RowMessages({ details, messages }: RowRefusal): ReactNode {
  const sayField = useWords(fieldWords);
  return readErrorDetails(details).map((detail, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Text key={index} size="sm">
      {rowMessage(detail, sayField)}
      {fieldRule(detail) === null && messages[index] !== undefined && (
        <>
          {' '}
          (<span lang="en">{messages[index]}</span>)
        </>
      )}
    </Text>
  ));
}
