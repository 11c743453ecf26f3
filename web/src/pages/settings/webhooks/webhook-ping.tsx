// Sends a test message, or replays events.
import { Alert, Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { client } from '../../../api/client.ts';
import { kinds, invalidate } from '../../../app/queries.ts';
import { ErrorNote } from '../../../parts/error-note.tsx';
import { planWords } from '../../../parts/plan-words.ts';
import { useFormat } from '../../../words/format.ts';
import { momentOf } from '../../../words/wall-time.ts';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import { useReason } from './delivery-reason.ts';
import { webhooksWords } from './webhooks-words.ts';

// The server waits up to 15 seconds for the receiver.
const pingTimeoutMs = 30_000;

export function WebhookPing({ webhookId }: { webhookId: string }): ReactNode {
  const say = useWords(webhooksWords);
  const reasonOf = useReason();
  const sayPlan = useWords(planWords);
  const { timeZone } = useFormat();
  const [since, setSince] = useState('');
  const refresh = () => invalidate(kinds.webhooks);
  const ping = useMutation({
    mutationFn: () => client.webhooks.ping(webhookId, { timeoutMs: pingTimeoutMs }),
    onSuccess: refresh,
  });
  const replay = useMutation({
    mutationFn: () => client.webhooks.replay(webhookId, { since: momentOf(since, timeZone) }),
    onSuccess: refresh,
  });
  const replayAll = (event: FormEvent) => {
    event.preventDefault();
    replay.mutate();
  };
  const last = ping.data?.attempts.at(-1);
  return (
    <Section title={say('try')}>
      <Group>
        <Button onClick={() => ping.mutate()} loading={ping.isPending}>
          {say('ping')}
        </Button>
      </Group>
      {last && !ping.isPending && (
        <Alert role="status" color={last.error ? 'red' : 'teal'}>
          {last.error
            ? say('pingFailed', { reason: reasonOf(last) })
            : say('pingDelivered', { status: last.responseStatus ?? 0 })}
        </Alert>
      )}
      {ping.error && <ErrorNote error={ping.error} />}
      <form onSubmit={replayAll}>
        <Group align="flex-end">
          <TextInput
            type="datetime-local"
            label={say('replaySince')}
            description={`${say('replayHint')} ${sayPlan('zone', { timeZone })}`}
            flex="1 1 16rem"
            value={since}
            onChange={(event) => setSince(event.currentTarget.value)}
            required
            withAsterisk={false}
            classNames={{ description: 'settings-clear' }}
          />
          <Button type="submit" variant="default" loading={replay.isPending}>
            {say('replayStart')}
          </Button>
        </Group>
      </form>
      {replay.data && (
        <Alert role="status">
          {say(replay.data.upToEventId === null ? 'replayNone' : 'replayBegun')}
        </Alert>
      )}
      {replay.error && <ErrorNote error={replay.error} />}
    </Section>
  );
}
