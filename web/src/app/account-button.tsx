// Opens the account menu, which is loaded on the first click.
import { Button, UnstyledButton } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { PageErrors } from '../parts/page-errors.tsx';
import { partWords } from '../parts/part-words.ts';
import { useWords } from '../words/words.ts';
import { AccountFace } from './account-face.tsx';

const AccountMenu = lazy(() => import('./account-menu.tsx'));

export function AccountButton(): ReactNode {
  const [isOpened, setIsOpened] = useState(false);
  const closed = (
    <UnstyledButton
      className="account-button"
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setIsOpened(true)}
    >
      <AccountFace />
    </UnstyledButton>
  );
  if (!isOpened) return closed;
  return (
    <PageErrors instead={<LoadAgain />}>
      <Suspense fallback={closed}>
        <AccountMenu />
      </Suspense>
    </PageErrors>
  );
}

/** Shown when the menu could not be loaded; the header has no room for a message. */
function LoadAgain(): ReactNode {
  const say = useWords(partWords);
  return (
    <Button size="xs" variant="default" onClick={() => location.reload()}>
      {say('again')}
    </Button>
  );
}
