// The page of a customer.
import { Badge, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useParams } from 'wouter';
import { type Customer, NotFoundError, responseOf } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { kinds } from '../../app/queries.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { ContactLinks } from '../../parts/contact-links.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useFormat } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { CustomerAddresses } from './customer-addresses.tsx';
import { CustomerItems, useCustomerItems } from './customer-items.tsx';
import { CustomerManage } from './customer-manage.tsx';
import { CustomerMerges } from './customer-merges.tsx';
import { customerWords } from './customer-words.ts';
import './customers.css';

const CustomerForm = lazy(() => import('./customer-form.tsx'));

export function Page(): ReactNode {
  const { id = '' } = useParams();
  const say = useWords(customerWords);
  const query = useQuery({
    queryKey: [kinds.customers, 'one', id],
    queryFn: async () => {
      const customer = await client.customers.get(id);
      // Stored separately: `responseOf` does not work on copies of the record.
      return { customer, etag: responseOf(customer)?.etag ?? '' };
    },
  });
  return (
    <>
      <BackLink href="/customers">{say('back')}</BackLink>
      {query.error instanceof NotFoundError ? (
        <Gone error={query.error} />
      ) : (
        <Loaded query={query}>
          {({ customer, etag }) => <Known key={id} customer={customer} etag={etag} />}
        </Loaded>
      )}
    </>
  );
}

function Known({ customer, etag }: { customer: Customer; etag: string }): ReactNode {
  const say = useWords(customerWords);
  const format = useFormat();
  const [isEdited, setIsEdited] = useState(false);
  const items = useCustomerItems(customer.id);
  return (
    <>
      <PageTitle title={customer.name}>
        <Button
          variant="default"
          leftSection={<Icon name="pen" />}
          onClick={() => setIsEdited(true)}
        >
          {say('edit')}
        </Button>
      </PageTitle>
      <Group gap="xs" mb="md">
        {customer.status === 'archived' && (
          <Badge variant="default" tt="none" size="lg">
            {say('archived')}
          </Badge>
        )}
        {customer.companyName && customer.companyName !== customer.name && (
          <Text fw={600}>{customer.companyName}</Text>
        )}
        <Text>{say('since', { date: format.date(customer.createdAt) })}</Text>
        {customer.tags?.map((tag) => (
          <Badge key={tag} variant="default" tt="none" size="lg">
            {tag}
          </Badge>
        ))}
      </Group>
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <CardSection title={say('contact')}>
            {customer.phone || customer.email || customer.secondaryPhone ? (
              <ContactLinks
                phone={customer.phone}
                secondaryPhone={customer.secondaryPhone}
                email={customer.email}
              />
            ) : (
              <>
                <Text mb="sm">{say('noContact')}</Text>
                <Button variant="default" w="fit-content" onClick={() => setIsEdited(true)}>
                  {say('addContact')}
                </Button>
              </>
            )}
            {customer.notes && (
              <>
                <Title order={3} size="h5" mt="md">
                  {say('notes')}
                </Title>
                <Text className="pre-wrap">{customer.notes}</Text>
              </>
            )}
          </CardSection>
          <CardSection title={say('addresses')}>
            <CustomerAddresses customer={customer} items={items} />
          </CardSection>
        </SimpleGrid>
        <CustomerItems customer={customer} items={items} />
        <CustomerMerges customerId={customer.id} />
        <CustomerManage customer={customer} />
      </Stack>
      {isEdited && (
        <Suspense>
          <CustomerForm customer={customer} etag={etag} onClose={() => setIsEdited(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The details of a merged customer's 404 name the customer it was merged into. */
function Gone({ error }: { error: NotFoundError }): ReactNode {
  const say = useWords(customerWords);
  const mergedInto = error.code === 'customer_merged' && error.details[0]?.values['id'];
  return (
    <>
      <PageTitle title={say('gone')} />
      <EmptyState
        icon="people"
        title={say(mergedInto ? 'merged' : 'notKnown')}
        hint={say(mergedInto ? 'mergedHint' : 'goneHint')}
        action={
          <Button component={Link} href={mergedInto ? `/customers/${mergedInto}` : '/customers'}>
            {say(mergedInto ? 'toMerged' : 'toCustomers')}
          </Button>
        }
      />
    </>
  );
}
