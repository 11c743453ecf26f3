// Alerts owners to disabled webhooks. Other members may not see webhooks.
import { Alert, Anchor, List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { client } from '../../api/client.ts';
import { kinds } from '../../app/queries.ts';
import { useMember } from '../../app/session.ts';
import { useWords } from '../../words/words.ts';
import { disabledWebhooksWords } from './disabled-webhooks-words.ts';

export function DisabledWebhooks(): ReactNode {
  const say = useWords(disabledWebhooksWords);
  const isOwner = useMember().role === 'owner';
  const webhooks = useQuery({
    queryKey: [kinds.webhooks],
    queryFn: async () => (await client.webhooks.list().page()).data,
    enabled: isOwner,
  });
  const stopped = (isOwner && webhooks.data?.filter(({ state }) => state === 'disabled')) || [];
  if (stopped.length === 0) return null;
  return (
    <Alert color="red" role="status" mb="lg" title={say('title', { count: stopped.length })}>
      {say('hint')}
      <List mt="xs">
        {stopped.map(({ id, url, description }) => (
          <List.Item key={id}>
            <Anchor
              component={Link}
              href={`/settings/webhooks/${id}`}
              underline="always"
              className="tall-link"
            >
              {description ?? URL.parse(url)?.host ?? url}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
