// The original form submission, loaded when it is expanded.
import { Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { NotFoundError } from '../../../../sdk/src/index.ts';
import { app } from '../../api/client.ts';
import { kinds } from '../../app/queries.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { useFormat } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { Folded } from './folded.tsx';
import { itemWords } from './item-words.ts';

interface SubmissionBody {
  receivedAt: string;
  body: unknown;
}

export default function Submission({ id }: { id: string }): ReactNode {
  const say = useWords(itemWords);
  const format = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  const query = useQuery({
    queryKey: [kinds.workItems, 'submission', id],
    queryFn: () => readSubmission(id),
    enabled: isOpen,
  });
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
                {textOf(submission.body)}
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

async function readSubmission(id: string): Promise<SubmissionBody | null> {
  try {
    return await app.get<SubmissionBody>(`/work-items/${encodeURIComponent(id)}/submission`);
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

function textOf(body: unknown): string {
  try {
    const value: unknown = typeof body === 'string' ? JSON.parse(body) : body;
    return JSON.stringify(value, null, 2);
  } catch {
    return String(body);
  }
}
