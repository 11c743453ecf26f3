// The way to the account menu. What the menu needs is loaded when somebody asks for it.
import { Button, UnstyledButton } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { PageErrors } from '../parts/page-errors.tsx';
import { partWords } from '../parts/part-words.ts';
import { useWords } from '../words/words.ts';
import { AccountFace } from './account-face.tsx';

const AccountMenu = lazy(() => import('./account-menu.tsx'));

export function AccountButton(): ReactNode {
  const [isAsked, setIsAsked] = useState(false);
  const closed = (
    <UnstyledButton
      className="account-button"
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setIsAsked(true)}
    >
      <AccountFace />
    </UnstyledButton>
  );
  if (!isAsked) return closed;
  return (
    <PageErrors instead={<LoadAgain />}>
      <Suspense fallback={closed}>
        <AccountMenu />
      </Suspense>
    </PageErrors>
  );
}

/** In place of what could not be loaded, where there is no room for words. */
function LoadAgain(): ReactNode {
  const say = useWords(partWords);
  return (
    <Button size="xs" variant="default" onClick={() => location.reload()}>
      {say('again')}
    </Button>
  );
}
