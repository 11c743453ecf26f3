// A link back to the list.
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Icon } from './icon.tsx';

export function BackLink({ href, children }: { href: string; children: string }): ReactNode {
  return (
    <Anchor component={Link} href={href} className="tall-link">
      <Icon name="left" size={16} />
      {children}
    </Anchor>
  );
}
