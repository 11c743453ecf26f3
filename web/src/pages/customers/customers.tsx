// All customers of the brand, found while you type.
import { Button, Group, SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import { searchTextLengthMax } from '../../../../contract/limits.ts';
import type { ListCustomersQuery } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { kinds } from '../../app/queries.ts';
import { useMember } from '../../app/session.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { ShowMore, usePages } from '../../parts/pages.tsx';
import { TypedText } from '../../parts/typed-text.tsx';
import { useWords } from '../../words/words.ts';
import { CustomerRow } from './customer-row.tsx';
import { customerWords } from './customer-words.ts';
import './customers.css';

type Archived = NonNullable<ListCustomersQuery['archived']>;

const choices: readonly Archived[] = ['exclude', 'only', 'include'];

export function Page(): ReactNode {
  const say = useWords(customerWords);
  const { q, archived, ask } = useAsked();
  const pages = usePages([kinds.customers, 'list', q, archived], () =>
    client.customers.list({ q: q || undefined, archived }),
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
      </PageTitle>
      <Group mb="md" gap="sm">
        <TypedText
          className="customers-search"
          size="md"
          label={say('search')}
          placeholder={say('searchHint')}
          value={q}
          lengthMax={searchTextLengthMax}
          icon="search"
          onTyped={(q) => ask({ q })}
        />
        <SegmentedControl
          aria-label={say('which')}
          size="md"
          value={archived}
          onChange={(value) => ask({ archived: value as Archived })}
          data={choices.map((value) => ({ value, label: say(value) }))}
        />
      </Group>
      <Loaded query={pages}>
        {(customers) =>
          customers.length === 0 ? (
            <Nobody q={q} archived={archived} ask={ask} />
          ) : (
            <>
              <ul className="customers-list" aria-label={say('list')}>
                {customers.map((customer) => (
                  <CustomerRow key={customer.id} customer={customer} />
                ))}
              </ul>
              <ShowMore pages={pages} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function Nobody({ q, archived, ask }: ReturnType<typeof useAsked>): ReactNode {
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
            <Button variant="default" onClick={() => ask({ q: '' })}>
              {say('clearSearch')}
            </Button>
            {archived !== 'include' && (
              <Button variant="default" onClick={() => ask({ archived: 'include' })}>
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
          <Button variant="default" onClick={() => ask({ archived: 'exclude' })}>
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
        <Button component={Link} href={isOwner ? '/settings/import' : '/leads'} size="md">
          {say(isOwner ? 'toImport' : 'toLeads')}
        </Button>
      }
    />
  );
}

interface Asked {
  q: string;
  archived: Archived;
}

/** What is looked for stands in the address, so that the way back leads to the same list. */
function useAsked(): Asked & { ask: (change: Partial<Asked>) => void } {
  const [parameters, setParameters] = useSearchParams();
  const q = (parameters.get('q') ?? '').trim();
  const archived = choices.find((one) => one === parameters.get('archived')) ?? 'exclude';
  const ask = (change: Partial<Asked>) =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change)) {
          if (value === '' || value === 'exclude') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  return { q, archived, ask };
}
