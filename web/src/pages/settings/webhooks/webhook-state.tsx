import type { ReactNode } from 'react';
import type { Webhook } from '../../../../../sdk/src/index.ts';
import { useWords } from '../../../words/words.ts';
import { StateBadge } from '../state-badge.tsx';
import { webhooksWords } from './webhooks-words.ts';

const tones = { active: 'good', paused: 'ended', disabled: 'bad' } as const;

export function WebhookState({ webhook }: { webhook: Webhook }): ReactNode {
  const say = useWords(webhooksWords);
  return <StateBadge tone={tones[webhook.state]}>{say(webhook.state)}</StateBadge>;
}
