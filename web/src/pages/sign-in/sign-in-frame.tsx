// The frame of the pages without a session.
import { Card, Center, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useWords } from '../../words/words.ts';
import { signInWords } from './sign-in-words.ts';

export function SignInFrame({
  title,
  children,
}: {
  title: string;
  children: ReactNode;
}): ReactNode {
  const say = useWords(signInWords);
  useDocumentTitle(`${title} · Vakwerk`);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={400}>
        <Stack gap={0} align="center">
          <img src="/icon.svg" alt="" width={56} height={56} />
          <Text fw={700} size="xl">
            Vakwerk
          </Text>
          <Text size="sm">{say('tagline')}</Text>
        </Stack>
        <Card withBorder padding="lg">
          <Stack>
            <Title order={1} size="h3">
              {title}
            </Title>
            {children}
          </Stack>
        </Card>
      </Stack>
    </Center>
  );
}
