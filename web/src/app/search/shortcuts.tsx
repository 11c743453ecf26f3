// The search over everything, a new lead and the list of keys, from any page.
import { UnstyledButton } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { PageErrors } from '../../parts/page-errors.tsx';
import { useWords } from '../../words/words.ts';
import { searchKeys, type Shortcut, useShortcutKeys } from './shortcut-keys.ts';
import { searchWords } from './search-words.ts';

const dialogs = {
  search: lazy(() => import('./search-dialog.tsx')),
  newLead: lazy(() => import('../../pages/leads/new-lead.tsx')),
  keys: lazy(() => import('./keys-dialog.tsx')),
};

export function Shortcuts(): ReactNode {
  const say = useWords(searchWords);
  const [opened, setOpened] = useState<Shortcut | null>(null);
  useShortcutKeys(setOpened);
  const Opened = opened && dialogs[opened];
  return (
    <>
      <UnstyledButton
        className="shell-search"
        aria-label={say('search')}
        title={`${say('search')} (/)`}
        onClick={() => setOpened('search')}
      >
        <Icon name="search" />
        <span className="shell-search-words" data-keys={searchKeys}>
          {say('search')}
        </span>
      </UnstyledButton>
      {Opened && (
        <PageErrors key={opened}>
          <Suspense>
            <Opened onClose={() => setOpened(null)} onOpen={setOpened} />
          </Suspense>
        </PageErrors>
      )}
    </>
  );
}
