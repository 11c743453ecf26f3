// The lists of jobs; empty ones are hidden.
import { Button, Stack, Table, Title } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { kinds } from '../../app/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { NothingOfMine } from '../../parts/nothing-of-mine.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { blocksOf, useBlock } from '../../parts/blocks.ts';
import { ListTable, RowBlock, SortHeading } from '../../parts/list-table.tsx';
import { type Pages, usePages } from '../../parts/pages.ts';
import { ShowMore } from '../../parts/show-more.tsx';
import { useIsNarrow } from '../../parts/screen-width.ts';
import { SortSelect } from '../../parts/sort-select.tsx';
import { useFormat } from '../../words/format.ts';
import { useMinute } from '../../words/use-minute.ts';
import { useWords } from '../../words/words.ts';
import { JobCard, JobRow } from './job-row.tsx';
import { type JobFilter, type JobList, jobOrder, listsOf } from './job-lists.ts';
import { jobsWords } from './jobs-words.ts';

const blockSize = 20;
// Estimates, until the rows are rendered.
const rowPx = 68;
const cardPx = 110;

interface JobSectionsProps {
  filter: JobFilter;
  onAdd: () => void;
}

export function JobSections({ filter, onAdd }: JobSectionsProps): ReactNode {
  const { timeZone } = useFormat();
  // After midnight the lists are those of the next day.
  useMinute();
  const lists = listsOf(filter, jobOrder.use(), Date.now(), timeZone);
  // Keyed by view: each has its own number of lists, and so of hooks.
  return <Sections key={filter.view} lists={lists} filter={filter} onAdd={onAdd} />;
}

function Sections({ lists, filter, onAdd }: JobSectionsProps & { lists: JobList[] }): ReactNode {
  const isNarrow = useIsNarrow();
  const read: Read[] = lists.map((list) => ({ list, pages: useJobs(list) }));
  const failed = read.find(({ pages }) => pages.error !== null && !pages.data)?.pages;
  if (failed) return <ErrorNote error={failed.error} onRetry={failed.refetch} />;
  const unread = read.find(({ pages }) => !pages.data)?.pages;
  if (unread) return <Loaded query={unread}>{() => null}</Loaded>;
  if (read.every(({ pages }) => pages.data!.length === 0)) {
    return <Nothing filter={filter} onAdd={onAdd} />;
  }
  const shown = read.filter(({ pages }) => pages.data!.length > 0);
  return isNarrow ? (
    <>
      <SortSelect order={jobOrder} />
      <Stack gap="lg">
        {shown.map(({ list, pages }) => (
          <Section key={list.name} list={list} pages={pages} />
        ))}
      </Stack>
    </>
  ) : (
    <Rows shown={shown} />
  );
}

interface Read {
  list: JobList;
  pages: Pages<ListedWorkItem>;
}

/** One table, so that the headings stand once. */
function Rows({ shown }: { shown: Read[] }): ReactNode {
  const say = useWords(jobsWords);
  const columns = 7;
  return (
    <ListTable>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{say('job')}</Table.Th>
          <Table.Th w="24%">{say('customer')}</Table.Th>
          <SortHeading
            width="9.5rem"
            order={jobOrder}
            sorts={['scheduledStart', '-scheduledStart', 'usual']}
          >
            {say('scheduled')}
          </SortHeading>
          <Table.Th w="4rem">{say('who')}</Table.Th>
          <SortHeading width="7.25rem" order={jobOrder} sorts={['-urgency', 'urgency', 'usual']}>
            {say('priority')}
          </SortHeading>
          <Table.Th w="6.75rem" className="list-amount">
            {say('amount')}
          </Table.Th>
          <SortHeading
            width="7.25rem"
            className="list-wide"
            order={jobOrder}
            sorts={['-updatedAt', 'updatedAt', 'usual']}
          >
            {say('changed')}
          </SortHeading>
        </Table.Tr>
      </Table.Thead>
      {shown.map(({ list, pages }) => (
        <Fragment key={list.name}>
          <Table.Tbody aria-labelledby={`jobs-${list.name}`}>
            <Table.Tr className="list-part">
              <Table.Th colSpan={columns} scope="rowgroup">
                <Heading name={list.name} />
              </Table.Th>
            </Table.Tr>
          </Table.Tbody>
          {blocksOf(pages.data!, blockSize).map((block, index) => (
            <RowBlock key={index} estimatedPx={index === 0 ? 0 : block.length * rowPx}>
              {() => block.map((job) => <JobRow key={job.id} job={job} list={list.name} />)}
            </RowBlock>
          ))}
          {pages.hasMore && (
            <Table.Tbody>
              <Table.Tr className="list-part">
                <Table.Td colSpan={columns}>
                  <ShowMore pages={pages} label={say(list.name)} isAutomatic />
                </Table.Td>
              </Table.Tr>
            </Table.Tbody>
          )}
        </Fragment>
      ))}
    </ListTable>
  );
}

function Heading({ name }: Pick<JobList, 'name'>): ReactNode {
  const say = useWords(jobsWords);
  return (
    <Title order={2} size="h4" id={`jobs-${name}`}>
      {say(name)}
    </Title>
  );
}

function useJobs({ query }: JobList): Pages<ListedWorkItem> {
  return usePages([kinds.workItems, 'jobs', query], () => client.workItems.list(query));
}

function Section({ list, pages }: Read): ReactNode {
  const say = useWords(jobsWords);
  return (
    <section aria-labelledby={`jobs-${list.name}`}>
      <Heading name={list.name} />
      {blocksOf(pages.data!, blockSize).map((block, index) => (
        <CardBlock key={index} estimatedPx={index === 0 ? 0 : block.length * cardPx}>
          {() => block.map((job) => <JobCard key={job.id} job={job} list={list.name} />)}
        </CardBlock>
      ))}
      <ShowMore pages={pages} label={say(list.name)} isAutomatic />
    </section>
  );
}

function CardBlock(props: { estimatedPx: number; children: () => ReactNode }): ReactNode {
  const { ref, emptyPx } = useBlock<HTMLUListElement>(props.estimatedPx);
  return (
    <ul ref={ref} className="jobs-list" style={{ height: emptyPx ?? undefined }}>
      {emptyPx === null && props.children()}
    </ul>
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
