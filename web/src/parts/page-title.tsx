// A page's heading with its actions.
import { Group, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface PageTitleProps {
  title: string;
  children?: ReactNode;
}

export function PageTitle({ title, children }: PageTitleProps): ReactNode {
  useDocumentTitle(`${title} · Vakwerk`);
  return (
    <Group justify="space-between" mb="md" gap="sm" className="side-by-side">
      <Title order={1} size="h2">
        {title}
      </Title>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  );
}
