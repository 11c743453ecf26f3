// From one record back to the list it is in.
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Icon } from '../../parts/icon.tsx';

export function BackLink({ href, children }: { href: string; children: string }): ReactNode {
  return (
    <Anchor component={Link} href={href} className="settings-back">
      <Icon name="left" size={18} />
      {children}
    </Anchor>
  );
}
