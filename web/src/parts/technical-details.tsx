// The server's own messages, collapsed: they are in English, for support.
import { List } from '@mantine/core';
import type { ReactNode } from 'react';

interface TechnicalDetailsProps {
  /** A prop, since notifications are rendered outside the language provider. */
  title: string;
  of: readonly string[];
}

export function TechnicalDetails({ title, of }: TechnicalDetailsProps): ReactNode {
  if (of.length === 0) return null;
  return (
    <details className="technical-details">
      <summary>{title}</summary>
      <List size="xs" lang="en">
        {of.map((message) => (
          <List.Item key={message}>{message}</List.Item>
        ))}
      </List>
    </details>
  );
}
