// The leads page: a board or a list, with shared filters.
import { Button, Group } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { brandNameDefault } from '../../../../contract/account-lists.ts';
import { useMember } from '../../app/session.ts';
import { Icon } from '../../parts/icon.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { WhoseSwitch } from '../../parts/whose-switch.tsx';
import { useWords } from '../../words/words.ts';
import { Board } from './board.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useLeadSearch, type View } from './lead-filters.ts';
import { leadWords } from './leads-words.ts';
import './leads.css';
import { NoLeads, NothingFound } from './no-leads.tsx';

// Tables are large, and most people use the board.
const LeadList = lazy(() => import('./lead-list.tsx'));
const NewLead = lazy(() => import('./new-lead.tsx'));
const SetUp = lazy(() => import('./set-up.tsx'));

export function Page(): ReactNode {
  const say = useWords(leadWords);
  const search = useLeadSearch();
  const [isEntering, setIsEntering] = useState(false);
  const { filters, isFiltered, view, change, clear } = search;
  const { role, brand } = useMember();
  // The first start made the business without asking anybody; leads may be there already.
  const isUnnamed = role === 'owner' && brand.name === brandNameDefault && !brand.isTest;
  const noLeads = isUnnamed ? (
    <div className="no-leads" />
  ) : (
    <NoLeads onNew={() => setIsEntering(true)} />
  );
  const nothing = isFiltered ? <NothingFound onClear={clear} /> : noLeads;
  return (
    <>
      <PageTitle title={say('title')}>
        <WhoseSwitch />
        <ViewSwitch view={view} onChange={(chosen) => change({ view: chosen })} />
        <Button
          leftSection={<Icon name="plus" size={18} />}
          className="new-lead-button"
          aria-label={say('new')}
          onClick={() => setIsEntering(true)}
        >
          <span className="new-lead-words">{say('new')}</span>
        </Button>
      </PageTitle>
      {isUnnamed && (
        <Suspense>
          <SetUp />
        </Suspense>
      )}
      <FilterBar search={search} />
      {view === 'list' ? (
        <Suspense>
          <LeadList filters={filters} nothing={nothing} />
        </Suspense>
      ) : (
        <Board filters={filters} isFiltered={isFiltered} nothing={nothing} />
      )}
      {isEntering && (
        <Suspense>
          <NewLead onClose={() => setIsEntering(false)} />
        </Suspense>
      )}
    </>
  );
}

const views = [
  { view: 'board', icon: 'board' },
  { view: 'list', icon: 'list' },
] as const;

function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }): ReactNode {
  const say = useWords(leadWords);
  return (
    <Group gap={4} wrap="nowrap" role="group" aria-label={say('view')}>
      {views.map((one) => (
        <Button
          key={one.view}
          variant={one.view === view ? 'light' : 'default'}
          px="sm"
          className="view-button"
          aria-pressed={one.view === view}
          aria-label={say(one.view)}
          title={say(one.view)}
          onClick={() => onChange(one.view)}
        >
          <Icon name={one.icon} />
        </Button>
      ))}
    </Group>
  );
}
