// A collapsed section.
import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface FoldedProps {
  title: string;
  onOpen: () => void;
  children: ReactNode;
}

export function Folded({ title, onOpen, children }: FoldedProps): ReactNode {
  return (
    <Paper withBorder component="section">
      <details onToggle={({ currentTarget }) => currentTarget.open && onOpen()}>
        <summary className="item-summary">
          <Title order={2} size="h4" component="h2">
            {title}
          </Title>
        </summary>
        <div className="item-folded">{children}</div>
      </details>
    </Paper>
  );
}
