// The page of a webhook: settings, test, deliveries and secret.
import { Alert, Group, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { Webhook, WebhookPatch } from '../../../../../sdk/src/index.ts';
import { client } from '../../../api/client.ts';
import { kinds, queries, invalidate } from '../../../app/queries.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { ErrorNote } from '../../../parts/error-note.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { showDone } from '../../../parts/show-error.tsx';
import { useFormat } from '../../../words/format.ts';
import { useWords } from '../../../words/words.ts';
import { BackLink } from '../../../parts/back-link.tsx';
import { Section } from '../section.tsx';
import { Deliveries } from './deliveries.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookPing } from './webhook-ping.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { WebhookState } from './webhook-state.tsx';
import { webhooksWords } from './webhooks-words.ts';

export function WebhookPage({ id }: { id: string }): ReactNode {
  const say = useWords(webhooksWords);
  const webhook = useQuery({
    queryKey: [kinds.webhooks, id],
    queryFn: () => client.webhooks.get(id),
  });
  return (
    <>
      <BackLink href="/settings/webhooks">{say('back')}</BackLink>
      {webhook.error && !webhook.data && <PageTitle title={say('notThere')} />}
      <Loaded query={webhook}>{(found) => <OneWebhook webhook={found} />}</Loaded>
    </>
  );
}

function OneWebhook({ webhook }: { webhook: Webhook }): ReactNode {
  const say = useWords(webhooksWords);
  const { id, url, description } = webhook;
  return (
    <>
      <PageTitle title={description ?? hostOf(url)}>
        <WebhookState webhook={webhook} />
      </PageTitle>
      <Stack>
        <FailureNote webhook={webhook} />
        <Settings webhook={webhook} />
        <WebhookPing webhookId={id} />
        <Deliveries webhookId={id} />
        <WebhookSecret webhookId={id} />
        <Removal webhook={webhook} label={say('remove')} />
      </Stack>
    </>
  );
}

function FailureNote({ webhook }: { webhook: Webhook }): ReactNode {
  const say = useWords(webhooksWords);
  const format = useFormat();
  const { disabledReason, failingSince } = webhook;
  if (!disabledReason && !failingSince) return null;
  return (
    <Alert color="red" role="status">
      {disabledReason
        ? say(disabledReason)
        : say('failingSince', { date: format.dateAndTime(failingSince!) })}
    </Alert>
  );
}

function Settings({ webhook }: { webhook: Webhook }): ReactNode {
  const say = useWords(webhooksWords);
  const { id, state, personalData } = webhook;
  const save = useMutation({
    mutationFn: (patch: WebhookPatch) => client.webhooks.update(id, patch),
    onSuccess: async () => {
      await invalidate(kinds.webhooks);
      showDone(say('saved'));
    },
  });
  // Optimistic: the switch moves immediately, and back on an error.
  const wanted = save.isPending ? save.variables.state : undefined;
  return (
    <Section title={say('settings')}>
      <Switch
        label={say('isOn')}
        description={say('isOnHint')}
        checked={(wanted ?? state) === 'active'}
        onChange={(event) =>
          save.mutate({ state: event.currentTarget.checked ? 'active' : 'paused' })
        }
        classNames={{ description: 'settings-clear' }}
      />
      <Text size="sm">{say(personalData ? 'sendsPersonalData' : 'sendsNoPersonalData')}</Text>
      <WebhookForm
        first={webhook}
        action={say('save')}
        isBusy={save.isPending}
        name={`webhook ${id}`}
        onSubmit={save.mutateAsync}
      />
      {save.error && <ErrorNote error={save.error} />}
    </Section>
  );
}

function Removal({ webhook, label }: { webhook: Webhook; label: string }): ReactNode {
  const say = useWords(webhooksWords);
  const [, go] = useLocation();
  const remove = async () => {
    await client.webhooks.delete(webhook.id);
    go('/settings/webhooks');
    queries.removeQueries({ queryKey: [kinds.webhooks, webhook.id] });
    await invalidate(kinds.webhooks);
  };
  return (
    <Group>
      <ConfirmButton
        label={label}
        title={say('removeTitle')}
        text={say('removeText', { url: webhook.url })}
        onConfirm={remove}
      />
    </Group>
  );
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
