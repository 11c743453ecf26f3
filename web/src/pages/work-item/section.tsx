// A section of the page.
import { Group, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  title: string;
  /** Shown at the end of the heading. */
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
