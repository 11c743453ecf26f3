// The deliveries of a webhook.
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type { ListedWebhookDelivery } from '../../../../../sdk/src/index.ts';
import { client } from '../../../api/client.ts';
import { kinds, queries } from '../../../app/queries.ts';
import { Loaded } from '../../../parts/loaded.tsx';
import { usePages } from '../../../parts/pages.ts';
import { ShowMore } from '../../../parts/show-more.tsx';
import { useFormat } from '../../../words/format.ts';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import { StateBadge } from '../state-badge.tsx';
import { DeliveryDetails } from './delivery-details.tsx';
import { useReason } from './delivery-reason.ts';
import { eventWords, webhooksWords } from './webhooks-words.ts';

const statuses = ['delivered', 'pending', 'failed'] as const;
type Status = (typeof statuses)[number];
const tones = { delivered: 'good', pending: 'waiting', failed: 'bad' } as const;
const pageSize = 20;
// Polling: there is no event for a delivery.
const pollMs = 3_000;

export function Deliveries({ webhookId }: { webhookId: string }): ReactNode {
  const say = useWords(webhooksWords);
  const [status, setStatus] = useState<Status | ''>('');
  const queryKey = [kinds.webhooks, webhookId, 'deliveries', status];
  const pages = usePages(queryKey, () =>
    client.webhooks.deliveries(webhookId, { status: status || undefined, limit: pageSize }),
  );
  const poll = () => {
    if (document.visibilityState === 'visible') void queries.invalidateQueries({ queryKey });
  };
  useInterval(poll, pollMs, { autoInvoke: true });
  return (
    <Section title={say('deliveries')}>
      <NativeSelect
        label={say('status')}
        w="fit-content"
        value={status}
        onChange={(event) => setStatus(event.currentTarget.value as Status | '')}
        data={[
          { value: '', label: say('anyStatus') },
          ...statuses.map((one) => ({ value: one, label: say(one) })),
        ]}
      />
      <Loaded query={pages}>
        {(found) => (
          <Stack gap="md">
            {found.length === 0 && (
              <Text>{say(status === '' ? 'noDeliveries' : 'noneOfStatus')}</Text>
            )}
            {found.length === 0 && status !== '' && (
              <Group>
                <Button variant="default" onClick={() => setStatus('')}>
                  {say('showAll')}
                </Button>
              </Group>
            )}
            {found.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} />
            ))}
          </Stack>
        )}
      </Loaded>
      <ShowMore pages={pages} />
    </Section>
  );
}

function DeliveryRow({ delivery }: { delivery: ListedWebhookDelivery }): ReactNode {
  const say = useWords(webhooksWords);
  const sayEvent = useWords(eventWords);
  const format = useFormat();
  const reasonOf = useReason();
  const [isOpen, setIsOpen] = useState(false);
  const { status, eventType, createdAt, attemptCount, nextAttemptAt, lastAttempt } = delivery;
  const type = sayEvent(eventType);
  const date = format.dateAndTime(createdAt);
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <div className="settings-wrap">
          <Group gap="xs">
            <Text fw={600}>{type}</Text>
            <StateBadge tone={tones[status]}>{say(status)}</StateBadge>
          </Group>
          <Text size="sm">
            {[
              date,
              say('attempts', { count: attemptCount }),
              ...(lastAttempt?.error ? [reasonOf(lastAttempt)] : []),
              ...(nextAttemptAt
                ? [say('nextAt', { date: format.dateAndTime(nextAttemptAt) })]
                : []),
            ].join(' · ')}
          </Text>
        </div>
        <Button
          variant="default"
          aria-expanded={isOpen}
          aria-label={say(isOpen ? 'hideOf' : 'detailsOf', { type, date })}
          onClick={() => setIsOpen(!isOpen)}
        >
          {say(isOpen ? 'hide' : 'details')}
        </Button>
      </Group>
      {isOpen && <DeliveryDetails delivery={delivery} />}
    </Stack>
  );
}
