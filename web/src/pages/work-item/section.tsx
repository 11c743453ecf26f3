// A part of the page under a heading of its own.
import { Group, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  title: string;
  /** What can be done with it, at the end of its heading. */
  action?: ReactNode;
  children: ReactNode;
}

export function Section({ title, action, children }: SectionProps): ReactNode {
  return (
    <Paper withBorder p="md" component="section">
      <Group justify="space-between" mb="xs" mih={36}>
        <Title order={2} size="h4">
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </Paper>
  );
}
