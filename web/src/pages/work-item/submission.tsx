// The original form submission, loaded when it is expanded.
import { Code, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Loaded } from '../../parts/loaded.tsx';
import { useFormat } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { Folded } from './folded.tsx';
import { useSubmission } from './item-data.ts';
import { itemWords } from './item-words.ts';

export default function Submission({ id }: { id: string }): ReactNode {
  const say = useWords(itemWords);
  const format = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  const query = useSubmission(id, isOpen);
  return (
    <Folded title={say('submission')} onOpen={() => setIsOpen(true)}>
      <Loaded query={query}>
        {(submission) =>
          submission ? (
            <>
              <Text mb="xs">
                {say('submissionHint', { time: format.dateAndTime(submission.receivedAt) })}
              </Text>
              <Code block className="pre-wrap" tabIndex={0}>
                {JSON.stringify(submission.body, null, 2)}
              </Code>
            </>
          ) : (
            <Text>{say('noSubmission')}</Text>
          )
        }
      </Loaded>
    </Folded>
  );
}
