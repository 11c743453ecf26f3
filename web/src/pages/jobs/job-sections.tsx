// The lists of jobs; empty ones are hidden.
import { Button, Stack, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { kinds } from '../../app/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { NothingOfMine } from '../../parts/nothing-of-mine.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { type Pages, usePages } from '../../parts/pages.ts';
import { ShowMore } from '../../parts/show-more.tsx';
import { useFormat } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { JobRow } from './job-row.tsx';
import { type JobFilter, type JobList, listsOf } from './job-lists.ts';
import { jobsWords } from './jobs-words.ts';

interface JobSectionsProps {
  filter: JobFilter;
  onAdd: () => void;
}

export function JobSections({ filter, onAdd }: JobSectionsProps): ReactNode {
  const { timeZone } = useFormat();
  const [openedAt] = useState(Date.now);
  const lists = listsOf(filter, openedAt, timeZone);
  // Keyed by view: each has its own number of lists, and so of hooks.
  return <Sections key={filter.view} lists={lists} filter={filter} onAdd={onAdd} />;
}

function Sections({ lists, filter, onAdd }: JobSectionsProps & { lists: JobList[] }): ReactNode {
  const read = lists.map((list) => ({ list, pages: useJobs(list) }));
  const failed = read.find(({ pages }) => pages.error !== null && !pages.data)?.pages;
  if (failed) return <ErrorNote error={failed.error} onRetry={failed.refetch} />;
  const unread = read.find(({ pages }) => !pages.data)?.pages;
  if (unread) return <Loaded query={unread}>{() => null}</Loaded>;
  if (read.every(({ pages }) => pages.data!.length === 0)) {
    return <Nothing filter={filter} onAdd={onAdd} />;
  }
  return (
    <Stack gap="lg">
      {read.map(({ list, pages }) => (
        <Section key={list.name} list={list} pages={pages} />
      ))}
    </Stack>
  );
}

function useJobs({ query }: JobList): Pages<ListedWorkItem> {
  return usePages([kinds.workItems, 'jobs', query], () => client.workItems.list(query));
}

function Section({ list, pages }: { list: JobList; pages: Pages<ListedWorkItem> }): ReactNode {
  const say = useWords(jobsWords);
  if (!pages.data?.length) return null;
  return (
    <section aria-labelledby={`jobs-${list.name}`}>
      <Title order={2} size="h4" mb="xs" id={`jobs-${list.name}`}>
        {say(list.name)}
      </Title>
      <ul className="jobs-list">
        {pages.data.map((job) => (
          <JobRow key={job.id} job={job} list={list.name} />
        ))}
      </ul>
      <ShowMore pages={pages} />
    </section>
  );
}

function Nothing({ filter, onAdd }: JobSectionsProps): ReactNode {
  const say = useWords(jobsWords);
  const { view } = filter;
  if (filter.q !== '' || filter.priority !== null) {
    return (
      <EmptyState
        icon="search"
        title={say('noneTitle')}
        hint={say('noneHint')}
        action={
          <Button variant="default" component={Link} href={`/jobs?view=${view}`}>
            {say('clearFilters')}
          </Button>
        }
      />
    );
  }
  if (filter.whose === 'mine') return <NothingOfMine />;
  if (view !== 'open') {
    return (
      <EmptyState
        icon={view === 'archived' ? 'archive' : 'hammer'}
        title={say(`${view}Title`)}
        hint={say(`${view}Hint`)}
        action={
          <Button variant="default" component={Link} href="/jobs">
            {say('toOpen')}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon="hammer"
      title={say('emptyTitle')}
      hint={say('emptyHint')}
      action={
        <>
          <Button mih={44} component={Link} href="/leads">
            {say('toLeads')}
          </Button>
          <Button mih={44} variant="default" onClick={onAdd}>
            {say('newJob')}
          </Button>
        </>
      }
    />
  );
}
