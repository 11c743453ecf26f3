// The list of customers, with search as you type.
import { Button, Group, SegmentedControl, Table } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { searchTextLengthMax } from '../../../../contract/limits.ts';
import type { Customer, ListCustomersQuery } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { kinds } from '../../app/queries.ts';
import { useMember } from '../../app/session.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { blocksOf, useBlock } from '../../parts/blocks.ts';
import { ListTable, RowBlock, SortHeading } from '../../parts/list-table.tsx';
import { usePages } from '../../parts/pages.ts';
import { ShowMore } from '../../parts/show-more.tsx';
import { remembered } from '../../parts/remembered.ts';
import { useIsNarrow } from '../../parts/screen-width.ts';
import { SortSelect } from '../../parts/sort-select.tsx';
import { DebouncedField } from '../../parts/debounced-field.tsx';
import { useWords } from '../../words/words.ts';
import { CustomerCard, CustomerRow } from './customer-row.tsx';
import { customerWords } from './customer-words.ts';
import './customers.css';

const NewCustomer = lazy(() => import('./new-customer.tsx'));
const blockSize = 20;
const cardPx = 68;
const rowPx = 48;

type Archived = NonNullable<ListCustomersQuery['archived']>;

const customerOrder = remembered('customer-order', [
  '-createdAt',
  'createdAt',
  '-updatedAt',
  'updatedAt',
]);

const choices: readonly Archived[] = ['exclude', 'only', 'include'];

export function Page(): ReactNode {
  const say = useWords(customerWords);
  const { q, archived, change } = useFilter();
  const [isAdding, setIsAdding] = useState(false);
  const isNarrow = useIsNarrow();
  const sort = customerOrder.use();
  const pages = usePages([kinds.customers, 'list', q, archived, sort], () =>
    client.customers.list({ q: q || undefined, archived, sort }),
  );

  return (
    <>
      <PageTitle title={say('title')}>
        <Button
          component={Link}
          href="/customers/duplicates"
          variant="default"
          leftSection={<Icon name="copy" size={16} />}
        >
          {say('duplicates')}
        </Button>
        <Button leftSection={<Icon name="plus" />} onClick={() => setIsAdding(true)}>
          {say('newCustomer')}
        </Button>
      </PageTitle>
      {isAdding && (
        <Suspense>
          <NewCustomer onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
      <Group mb="md" gap="sm">
        <DebouncedField
          className="customers-search"
          size="md"
          label={say('search')}
          placeholder={say('searchHint')}
          value={q}
          lengthMax={searchTextLengthMax}
          icon="search"
          onChange={(q) => change({ q })}
        />
        <SegmentedControl
          aria-label={say('which')}
          size="md"
          value={archived}
          onChange={(value) => change({ archived: value as Archived })}
          data={choices.map((value) => ({ value, label: say(value) }))}
        />
      </Group>
      <Loaded query={pages}>
        {(customers) =>
          customers.length === 0 ? (
            <Nobody q={q} archived={archived} change={change} />
          ) : (
            <>
              {isNarrow && <SortSelect order={customerOrder} />}
              <div role="region" aria-label={say('list')}>
                {isNarrow ? <Cards customers={customers} /> : <Rows customers={customers} />}
              </div>
              <ShowMore pages={pages} isAutomatic />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function Rows({ customers }: { customers: Customer[] }): ReactNode {
  const say = useWords(customerWords);
  return (
    <ListTable>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{say('name')}</Table.Th>
          <Table.Th w="9rem">{say('phone')}</Table.Th>
          <Table.Th w="30%">{say('email')}</Table.Th>
          <SortHeading width="9rem" order={customerOrder} sorts={['-createdAt', 'createdAt']}>
            {say('added')}
          </SortHeading>
          <SortHeading
            width="9rem"
            className="list-wide"
            order={customerOrder}
            sorts={['-updatedAt', 'updatedAt']}
          >
            {say('changed')}
          </SortHeading>
        </Table.Tr>
      </Table.Thead>
      {blocksOf(customers, blockSize).map((block, index) => (
        <RowBlock key={index} estimatedPx={index === 0 ? 0 : block.length * rowPx}>
          {() => block.map((customer) => <CustomerRow key={customer.id} customer={customer} />)}
        </RowBlock>
      ))}
    </ListTable>
  );
}

function Cards({ customers }: { customers: Customer[] }): ReactNode {
  return (
    <div className="customers-list">
      {blocksOf(customers, blockSize).map((block, index) => (
        <CardBlock key={index} customers={block} isFirst={index === 0} />
      ))}
    </div>
  );
}

function CardBlock(props: { customers: Customer[]; isFirst: boolean }): ReactNode {
  const { customers, isFirst } = props;
  const { ref, emptyPx } = useBlock<HTMLUListElement>(isFirst ? 0 : customers.length * cardPx);
  return (
    <ul ref={ref} style={{ height: emptyPx ?? undefined }}>
      {emptyPx === null &&
        customers.map((customer) => <CustomerCard key={customer.id} customer={customer} />)}
    </ul>
  );
}

function Nobody({ q, archived, change }: ReturnType<typeof useFilter>): ReactNode {
  const say = useWords(customerWords);
  const isOwner = useMember().role === 'owner';
  if (q) {
    return (
      <EmptyState
        icon="search"
        title={say('noneFound')}
        hint={say(archived === 'exclude' ? 'noneFoundHint' : 'noneFoundAtAll')}
        action={
          <Group justify="center">
            <Button variant="default" onClick={() => change({ q: '' })}>
              {say('clearSearch')}
            </Button>
            {archived !== 'include' && (
              <Button variant="default" onClick={() => change({ archived: 'include' })}>
                {say(archived === 'only' ? 'searchEverybody' : 'searchAll')}
              </Button>
            )}
          </Group>
        }
      />
    );
  }
  if (archived === 'only') {
    return (
      <EmptyState
        icon="archive"
        title={say('noneArchived')}
        hint={say('noneArchivedHint')}
        action={
          <Button variant="default" onClick={() => change({ archived: 'exclude' })}>
            {say('toCustomers')}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon="people"
      title={say('none')}
      hint={say('noneHint')}
      action={
        <Button component={Link} href={isOwner ? '/settings/import?makes=customers' : '/leads'}>
          {say(isOwner ? 'toImport' : 'toLeads')}
        </Button>
      }
    />
  );
}

interface Filter {
  q: string;
  archived: Archived;
}

/** In the URL, so that the Back button returns to the same list. */
function useFilter(): Filter & { change: (changes: Partial<Filter>) => void } {
  const [parameters, setParameters] = useSearchParams();
  const q = (parameters.get('q') ?? '').trim();
  const archived = choices.find((one) => one === parameters.get('archived')) ?? 'exclude';
  const change = (changes: Partial<Filter>) =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === '' || value === 'exclude') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  return { q, archived, change };
}
