// A section of a settings page.
import { Card, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  title: string;
  hint?: string;
  children: ReactNode;
}

export function Section({ title, hint, children }: SectionProps): ReactNode {
  return (
    <Card withBorder padding="md" component="section" aria-label={title}>
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          {hint && <Text size="sm">{hint}</Text>}
        </div>
        {children}
      </Stack>
    </Card>
  );
}
