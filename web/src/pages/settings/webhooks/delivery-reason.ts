import type { ListedWebhookDelivery } from '../../../../../sdk/src/index.ts';
import { useWords } from '../../../words/words.ts';
import { webhooksWords } from './webhooks-words.ts';

type Attempt = NonNullable<ListedWebhookDelivery['lastAttempt']>;

/** Describes the outcome of an attempt. */
export function useReason(): (attempt: Pick<Attempt, 'error' | 'responseStatus'>) => string {
  const say = useWords(webhooksWords);
  return ({ error, responseStatus }) => say(error ?? 'ok', { status: responseStatus ?? '–' });
}
