import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { app } from '../../../api/client.ts';
import type { NotificationSettings } from '../../../app/notification-settings.ts';
import { notificationWords } from '../../../parts/notification-words.ts';
import { showError } from '../../../parts/show-error.tsx';
import { useFormat } from '../../../words/format.ts';
import { useWords } from '../../../words/words.ts';
import { browserOf } from '../account/browser-of.ts';
import { NamedRow } from '../named-row.tsx';
import { Section } from '../section.tsx';
import { StateBadge } from '../state-badge.tsx';

interface BrowsersProps {
  browsers: NotificationSettings['browsers'];
  onChange: () => void;
}

export function Browsers({ browsers, onChange }: BrowsersProps): ReactNode {
  const say = useWords(notificationWords);
  const format = useFormat();
  const remove = useMutation({
    mutationFn: (id: string) => app.change('DELETE', `/push-subscriptions/${id}`),
    onSuccess: onChange,
    onError: (error) => showError(error),
  });
  if (browsers.length === 0) return null;
  const nameOf = (userAgent: string) => {
    const { browser, system } = browserOf(userAgent);
    const known = browser && system ? say('browserOn', { browser, system }) : (browser ?? system);
    return known ?? say('unknownBrowser');
  };
  return (
    <Section title={say('browsers')}>
      <Stack gap="md">
        {browsers.map(({ id, isCurrent, userAgent, createdAt }) => (
          <NamedRow
            key={id}
            name={nameOf(userAgent)}
            about={say('since', { date: format.date(createdAt) })}
          >
            {isCurrent ? (
              <StateBadge tone="good">{say('thisOne')}</StateBadge>
            ) : (
              <Button
                variant="default"
                aria-label={say('removeWhich', { name: nameOf(userAgent) })}
                onClick={() => remove.mutate(id)}
              >
                {say('remove')}
              </Button>
            )}
          </NamedRow>
        ))}
      </Stack>
    </Section>
  );
}
