// A delivery's payload and attempts.
import { Button, Code, Group, Paper, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListedWebhookDelivery } from '../../../../../sdk/src/index.ts';
import { client } from '../../../api/client.ts';
import { kinds, invalidate } from '../../../app/queries.ts';
import { Loaded } from '../../../parts/loaded.tsx';
import { showDone, showError } from '../../../parts/show-error.tsx';
import { useFormat } from '../../../words/format.ts';
import { useWords } from '../../../words/words.ts';
import { useReason } from './delivery-reason.ts';
import { webhooksWords } from './webhooks-words.ts';

export function DeliveryDetails({
  delivery: { id, webhookId },
}: {
  delivery: Pick<ListedWebhookDelivery, 'id' | 'webhookId'>;
}): ReactNode {
  const say = useWords(webhooksWords);
  const format = useFormat();
  const reasonOf = useReason();
  const details = useQuery({
    queryKey: [kinds.webhooks, webhookId, 'deliveries', 'one', id],
    queryFn: () => client.webhooks.delivery(webhookId, id),
  });
  const replay = useMutation({
    mutationFn: () => client.webhooks.replayDelivery(webhookId, id),
    onSuccess: async () => {
      await invalidate(kinds.webhooks);
      showDone(say('replayBegun'));
    },
    onError: (error) => showError(error),
  });
  return (
    <Paper withBorder p="sm">
      <Loaded query={details}>
        {({ payload, attempts }) => (
          <Stack gap="xs">
            {attempts.map((attempt) => (
              <div key={attempt.number}>
                <Text size="sm">
                  {say('attempt', {
                    number: attempt.number,
                    date: format.dateAndTime(attempt.attemptedAt),
                    outcome: reasonOf(attempt),
                    ms: Math.round(attempt.durationMs),
                  })}
                </Text>
                {attempt.responseStart && (
                  <Code
                    block
                    tabIndex={0}
                    role="group"
                    className="pre-wrap settings-tall"
                    aria-label={say('answer', { number: attempt.number })}
                  >
                    {attempt.responseStart}
                  </Code>
                )}
              </div>
            ))}
            <Text size="sm" fw={600}>
              {say('payload')}
            </Text>
            <Code
              block
              tabIndex={0}
              role="group"
              className="pre-wrap settings-tall"
              aria-label={say('payload')}
            >
              {JSON.stringify(payload, null, 2)}
            </Code>
            <Group>
              <Button variant="default" onClick={() => replay.mutate()} loading={replay.isPending}>
                {say('replay')}
              </Button>
            </Group>
          </Stack>
        )}
      </Loaded>
    </Paper>
  );
}
