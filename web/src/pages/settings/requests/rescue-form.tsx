// Corrects a refused lead and accepts it.
import type { ReactNode } from 'react';
import { readErrorDetails } from '../../../../../sdk/src/error-details.ts';
import type { LoggedRequest } from '../../../../../sdk/src/index.ts';
import { client } from '../../../api/client.ts';
import { kinds, invalidate } from '../../../app/queries.ts';
import { CorrectLead } from '../../../parts/correct-lead.tsx';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import { requestsWords } from './requests-words.ts';

export function RescueForm({ request }: { request: LoggedRequest }): ReactNode {
  const say = useWords(requestsWords);
  return (
    <Section title={say('rescue')} hint={say('rescueHint')}>
      <CorrectLead
        name={`request ${request.id}`}
        body={request.body ?? ''}
        details={readErrorDetails(request.errorDetails)}
        accept={async (corrections) => {
          await client.requests.rescue(request.id, corrections);
          await invalidate(kinds.requests);
        }}
      />
    </Section>
  );
}
