// A card with a heading.
import { Card, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export function CardSection({
  title,
  children,
}: {
  title: string;
  children: ReactNode;
}): ReactNode {
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Card>
  );
}
