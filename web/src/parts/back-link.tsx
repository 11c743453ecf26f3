// A link back to the list, as it was left.
import { Anchor } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { isBack, leftListHref } from '../app/kept-lists.tsx';
import { Icon } from './icon.tsx';

export function BackLink({ href, children }: { href: string; children: string }): ReactNode {
  const [, go] = useLocation();
  const goBack = (event: MouseEvent) => {
    event.preventDefault();
    go(leftListHref(href), { state: isBack });
  };
  return (
    <Anchor component={Link} href={href} onClick={goBack} className="tall-link">
      <Icon name="left" size={16} />
      {children}
    </Anchor>
  );
}
