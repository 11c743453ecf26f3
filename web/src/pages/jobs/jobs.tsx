// The jobs page.
import { Button, Group, NativeSelect, SegmentedControl } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSearchParams } from 'wouter';
import { searchTextLengthMax } from '../../../../contract/limits.ts';
import { priorities } from '../../../../contract/work-item-lists.ts';
import type { Priority } from '../../../../sdk/src/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { DebouncedField } from '../../parts/debounced-field.tsx';
import { WhoseSwitch } from '../../parts/whose-switch.tsx';
import { useWhose } from '../../parts/whose-work.ts';
import { priorityWords } from '../../parts/work-item-words.ts';
import { useWords } from '../../words/words.ts';
import { JobSections } from './job-sections.tsx';
import { jobsWords } from './jobs-words.ts';
import { isView, type JobFilter, views } from './job-lists.ts';
import './jobs.css';

const NewJobDialog = lazy(() => import('./new-job.tsx'));

export function Page(): ReactNode {
  const say = useWords(jobsWords);
  const [isAdding, setIsAdding] = useState(false);
  const { filter, change } = useFilter();
  return (
    <>
      <PageTitle title={say('title')}>
        <WhoseSwitch />
        <Button mih={44} leftSection={<Icon name="plus" />} onClick={() => setIsAdding(true)}>
          {say('newJob')}
        </Button>
      </PageTitle>
      <div className="jobs-filters">
        <SegmentedControl
          aria-label={say('show')}
          value={filter.view}
          onChange={(view) => change({ view })}
          data={views.map((value) => ({ value, label: say(value) }))}
        />
        <Group gap="xs" wrap="nowrap">
          <DebouncedField
            flex={1}
            label={say('search')}
            value={filter.q}
            lengthMax={searchTextLengthMax}
            icon="search"
            onChange={(q) => change({ q })}
          />
          <PrioritySelect
            priority={filter.priority}
            onChange={(priority) => change({ priority })}
          />
        </Group>
      </div>
      <JobSections filter={filter} onAdd={() => setIsAdding(true)} />
      {isAdding && (
        <Suspense>
          <NewJobDialog onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

/** In the URL, so that the Back button returns to the same list. */
function useFilter(): { filter: JobFilter; change: (change: Record<string, string>) => void } {
  const [parameters, setParameters] = useSearchParams();
  const view = parameters.get('view') ?? '';
  const priority = priorities.find((one) => one === parameters.get('priority')) ?? null;
  const change = (next: Record<string, string>) =>
    setParameters(
      (old) => {
        const entries = Object.entries({ ...Object.fromEntries(old), ...next });
        return new URLSearchParams(entries.filter(([, value]) => value !== ''));
      },
      { replace: true },
    );
  const filter = {
    view: isView(view) ? view : 'open',
    q: parameters.get('q')?.trim() ?? '',
    priority,
    whose: useWhose()[0],
  };
  return { filter, change };
}

interface PrioritySelectProps {
  priority: Priority | null;
  onChange: (priority: string) => void;
}

function PrioritySelect({ priority, onChange }: PrioritySelectProps): ReactNode {
  const say = useWords(jobsWords);
  const sayPriority = useWords(priorityWords);
  return (
    <NativeSelect
      aria-label={say('priority')}
      value={priority ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: say('anyPriority') },
        ...priorities.toReversed().map((value) => ({ value, label: sayPriority(value) })),
      ]}
    />
  );
}
