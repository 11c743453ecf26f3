// A row of a list: name, details and actions.
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface NamedRowProps {
  name: string;
  about: ReactNode;
  children: ReactNode;
}

export function NamedRow({ name, about, children }: NamedRowProps): ReactNode {
  return (
    <Group justify="space-between" className="side-by-side">
      <div className="settings-wrap">
        <Text fw={600}>{name}</Text>
        <Text size="sm">{about}</Text>
      </div>
      {children}
    </Group>
  );
}
