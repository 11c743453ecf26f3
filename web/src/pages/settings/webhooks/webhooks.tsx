// The list of webhooks.
import { Button, Card, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import type { Webhook } from '../../../../../sdk/src/index.ts';
import { client } from '../../../api/client.ts';
import { kinds } from '../../../app/queries.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { useWords } from '../../../words/words.ts';
import { NewWebhook } from './new-webhook.tsx';
import { WebhookPage } from './webhook-page.tsx';
import { WebhookState } from './webhook-state.tsx';
import { webhooksWords } from './webhooks-words.ts';

export default function Webhooks(): ReactNode {
  const { id } = useParams<{ id?: string }>();
  if (id === 'new') return <NewWebhook />;
  return id ? <WebhookPage id={id} /> : <WebhookList />;
}

function WebhookList(): ReactNode {
  const say = useWords(webhooksWords);
  const webhooks = useQuery({
    queryKey: [kinds.webhooks],
    queryFn: async () => (await client.webhooks.list().page()).data,
  });
  const create = (
    <Button component={Link} href="/settings/webhooks/new" leftSection={<Icon name="plus" />}>
      {say('create')}
    </Button>
  );
  return (
    <>
      <PageTitle title={say('title')}>{webhooks.data?.length !== 0 && create}</PageTitle>
      <Text mb="md">{say('hint')}</Text>
      <Loaded query={webhooks}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState
              icon="bell"
              title={say('emptyTitle')}
              hint={say('emptyHint')}
              action={create}
            />
          ) : (
            <Stack>
              {found.map((webhook) => (
                <WebhookCard key={webhook.id} webhook={webhook} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </>
  );
}

function WebhookCard({ webhook }: { webhook: Webhook }): ReactNode {
  const say = useWords(webhooksWords);
  const { id, url, description, eventTypes, personalData } = webhook;
  return (
    <Card
      withBorder
      padding="md"
      component={Link}
      href={`/settings/webhooks/${id}`}
      className="settings-card-link"
    >
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} size="h5" className="settings-wrap">
            {description ?? url}
          </Title>
          <WebhookState webhook={webhook} />
        </Group>
        {description && <Code className="settings-wrap">{url}</Code>}
        <Text size="sm">
          {eventTypes ? say('someEvents', { count: eventTypes.length }) : say('allEvents')}
          {!personalData && ` · ${say('withoutPersonalData')}`}
        </Text>
      </Stack>
    </Card>
  );
}
