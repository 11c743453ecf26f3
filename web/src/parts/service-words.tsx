// What the service said itself, folded away: it is in English, and for who helps.
import { List } from '@mantine/core';
import type { ReactNode } from 'react';

interface ServiceWordsProps {
  /** Passing messages stand outside of what knows the language. */
  title: string;
  of: readonly string[];
}

export function ServiceWords({ title, of }: ServiceWordsProps): ReactNode {
  if (of.length === 0) return null;
  return (
    <details className="service-words">
      <summary>{title}</summary>
      <List size="xs" lang="en">
        {of.map((message) => (
          <List.Item key={message}>{message}</List.Item>
        ))}
      </List>
    </details>
  );
}
