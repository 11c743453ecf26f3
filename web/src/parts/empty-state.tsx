// Shown instead of an empty list: explains what to do next.
import { Center, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface EmptyStateProps {
  icon: IconName;
  title: string;
  hint: string;
  /** A button or link to the next step. */
  action?: ReactNode;
}

export function EmptyState({ icon, title, hint, action }: EmptyStateProps): ReactNode {
  return (
    <Center py="xl">
      <Stack align="center" gap="sm" maw={420} ta="center">
        <Icon name={icon} size={48} />
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text>{hint}</Text>
        {action}
      </Stack>
    </Center>
  );
}
