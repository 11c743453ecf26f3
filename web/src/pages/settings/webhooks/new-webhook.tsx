import { Button, Card, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { NewWebhook as Wanted } from '../../../../../sdk/src/index.ts';
import { client } from '../../../api/client.ts';
import { kinds, invalidate } from '../../../app/queries.ts';
import { ErrorNote } from '../../../parts/error-note.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { useWords } from '../../../words/words.ts';
import { BackLink } from '../../../parts/back-link.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { SecretNote } from './webhook-secret.tsx';
import { webhooksWords } from './webhooks-words.ts';

export function NewWebhook(): ReactNode {
  const say = useWords(webhooksWords);
  const make = useMutation({
    mutationFn: (wanted: Wanted) => client.webhooks.create(wanted),
    onSuccess: () => invalidate(kinds.webhooks),
  });
  return (
    <>
      <BackLink href="/settings/webhooks">{say('back')}</BackLink>
      <PageTitle title={say('create')} />
      <Card withBorder padding="md">
        {make.data ? (
          <Stack>
            <SecretNote secret={make.data.secret} />
            <Group>
              <Button component={Link} href={`/settings/webhooks/${make.data.id}`}>
                {say('settings')}
              </Button>
            </Group>
          </Stack>
        ) : (
          <Stack>
            <WebhookForm
              first={{ url: '', description: null, eventTypes: null }}
              isNew
              action={say('make')}
              isBusy={make.isPending}
              name="new webhook"
              onSubmit={make.mutateAsync}
            />
            {make.error && <ErrorNote error={make.error} />}
          </Stack>
        )}
      </Card>
    </>
  );
}
