// The leads and jobs of a customer, including archived ones.
import { Badge, Button, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { Customer, ListedWorkItem } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { useAsChanged } from '../../app/outbox/use-outbox.ts';
import { kinds } from '../../app/queries.ts';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { type Pages, usePages } from '../../parts/pages.ts';
import { ShowMore } from '../../parts/show-more.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { WaitingMark } from '../../parts/waiting-mark.tsx';
import { useFormat } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { customerWords } from './customer-words.ts';

const NewJob = lazy(() => import('../jobs/new-job.tsx'));

const pageSize = 20;

interface Items {
  leads: Pages<ListedWorkItem>;
  jobs: Pages<ListedWorkItem>;
}

export function useCustomerItems(customerId: string): Items {
  const query = { customerId, archived: 'include', limit: pageSize } as const;
  return {
    leads: usePages([kinds.workItems, 'leads-of', customerId], () => client.leads.list(query)),
    jobs: usePages([kinds.workItems, 'jobs-of', customerId], () => client.workItems.list(query)),
  };
}

export function CustomerItems({
  customer,
  items,
}: {
  customer: Customer;
  items: Items;
}): ReactNode {
  const say = useWords(customerWords);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <ItemList
        title={say('leads')}
        empty={<Text>{say('noLeads')}</Text>}
        place="/leads"
        pages={items.leads}
      />
      <ItemList
        title={say('jobs')}
        empty={<NoJobs customer={customer} />}
        place="/jobs"
        pages={items.jobs}
      />
    </SimpleGrid>
  );
}

function NoJobs({ customer }: { customer: Customer }): ReactNode {
  const say = useWords(customerWords);
  const [isEntering, setIsEntering] = useState(false);
  return (
    <>
      <Text mb="sm">{say('noJobs')}</Text>
      {customer.status !== 'archived' && (
        <Button variant="default" onClick={() => setIsEntering(true)}>
          {say('newJob')}
        </Button>
      )}
      {isEntering && (
        <Suspense>
          <NewJob customer={customer} onClose={() => setIsEntering(false)} />
        </Suspense>
      )}
    </>
  );
}

interface ItemListProps {
  title: string;
  empty: ReactNode;
  place: string;
  pages: Pages<ListedWorkItem>;
}

function ItemList({ title, empty, place, pages }: ItemListProps): ReactNode {
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      <Loaded query={pages}>
        {(items) =>
          items.length === 0 ? (
            empty
          ) : (
            <>
              <ul className="customers-list" aria-label={title}>
                {items.map((item) => (
                  <Item key={item.id} item={item} place={place} />
                ))}
              </ul>
              <ShowMore pages={pages} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function Item({ item: stored, place }: { item: ListedWorkItem; place: string }): ReactNode {
  const item = useAsChanged(stored);
  const say = useWords(customerWords);
  const format = useFormat();
  const { id, title, status, scheduledStart, receivedAt, archivedAt } = item;
  const date = format.date(scheduledStart ?? receivedAt);
  return (
    <li>
      <Link href={`${place}/${id}`} className="customers-row">
        <div className="customers-row-text">
          <Text fw={600} className="customers-details">
            {title}
          </Text>
          <Group gap="xs" mt={4}>
            <StatusBadge status={status} />
            {archivedAt && (
              <Badge variant="default" tt="none">
                {say('archived')}
              </Badge>
            )}
            <WaitingMark id={id} />
            <Text size="sm">{say(scheduledStart ? 'planned' : 'received', { date })}</Text>
          </Group>
        </div>
        <Icon name="right" />
      </Link>
    </li>
  );
}
