import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { client } from '../../../api/client.ts';
import { CopyText } from '../../../parts/copy-text.tsx';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import { webhooksWords } from './webhooks-words.ts';

const Confirm = lazy(async () => ({
  default: (await import('../../../parts/confirm.tsx')).Confirm,
}));

export function SecretNote({ secret }: { secret: string }): ReactNode {
  const say = useWords(webhooksWords);
  return (
    <Stack>
      <Alert color="yellow" role="status">
        <Text size="sm">
          {say('secretOnce')} {say('secretHint')}
        </Text>
      </Alert>
      <CopyText text={secret} label={say('secret')} />
    </Stack>
  );
}

export function WebhookSecret({ webhookId }: { webhookId: string }): ReactNode {
  const say = useWords(webhooksWords);
  const [secret, setSecret] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const rotate = async () => {
    const changed = await client.webhooks.rotateSecret(webhookId);
    setSecret(changed.secret);
  };
  return (
    <Section title={say('secret')} hint={say('secretHint')}>
      {secret && <SecretNote secret={secret} />}
      <Group>
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {say('newSecret')}
        </Button>
      </Group>
      {isAsking && (
        <Suspense>
          <Confirm
            title={say('newSecretTitle')}
            text={say('newSecretText')}
            action={say('newSecret')}
            onConfirm={rotate}
            onClose={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </Section>
  );
}
