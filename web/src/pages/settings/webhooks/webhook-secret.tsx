import { Alert, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { client } from '../../../api/client.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { CopyText } from '../../../parts/copy-text.tsx';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import { webhooksWords } from './webhooks-words.ts';

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
  const rotate = async () => {
    const changed = await client.webhooks.rotateSecret(webhookId);
    setSecret(changed.secret);
  };
  return (
    <Section title={say('secret')} hint={say('secretHint')}>
      {secret && <SecretNote secret={secret} />}
      <Group>
        <ConfirmButton
          label={say('newSecret')}
          title={say('newSecretTitle')}
          text={say('newSecretText')}
          onConfirm={rotate}
        />
      </Group>
    </Section>
  );
}
