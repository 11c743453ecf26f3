import type { ReactNode } from 'react';
import type { ListedRequest } from '../../../../../sdk/src/index.ts';
import { useWords } from '../../../words/words.ts';
import { StateBadge } from '../state-badge.tsx';
import { requestsWords } from './requests-words.ts';

export function StatusBadge({ status }: { status: number }): ReactNode {
  const tone = status < 400 ? 'good' : status < 500 ? 'waiting' : 'bad';
  return <StateBadge tone={tone}>{String(status)}</StateBadge>;
}

export function RescueBadge({ request }: { request: ListedRequest }): ReactNode {
  const say = useWords(requestsWords);
  if (request.rescuedAs) return <StateBadge tone="good">{say('rescued')}</StateBadge>;
  if (!request.hasBody) return null;
  return <StateBadge tone="bad">{say('rescuable')}</StateBadge>;
}
