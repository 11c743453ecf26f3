// The customer, their contact details and the address.
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { WorkItem } from '../../../../sdk/src/index.ts';
import { AddAddress } from '../../parts/add-address.tsx';
import { AddressLines } from '../../parts/address-lines.tsx';
import { CallOnArrival } from '../../parts/call-on-arrival.tsx';
import { ContactLinks } from '../../parts/contact-links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { OnMyWay } from '../../parts/on-my-way.tsx';
import { useWords } from '../../words/words.ts';
import { useAddressOf, useCustomerOf } from './item-data.ts';
import { itemWords } from './item-words.ts';
import { Section } from './section.tsx';

const ChooseCustomer = lazy(() => import('./choose-customer.tsx'));

export function CustomerCard({ item }: { item: WorkItem }): ReactNode {
  const say = useWords(itemWords);
  const customer = useCustomerOf(item);
  const address = useAddressOf(item);
  const [isChoosing, setIsChoosing] = useState(false);
  const choose = (
    <Button variant="default" onClick={() => setIsChoosing(true)}>
      {say('otherCustomer')}
    </Button>
  );
  return (
    <>
      {isChoosing && (
        <Suspense>
          <ChooseCustomer item={item} onClose={() => setIsChoosing(false)} />
        </Suspense>
      )}
      <Section title={say('customer')} action={choose}>
        <Loaded query={customer}>
          {({ id, name, firstName, companyName, phone, secondaryPhone, email }) => (
            <Stack gap="xs">
              <div>
                <Anchor
                  component={Link}
                  href={`/customers/${id}`}
                  fw={600}
                  underline="always"
                  className="tall-link"
                >
                  {name}
                </Anchor>
                {companyName && companyName !== name && <Text>{companyName}</Text>}
              </div>
              <CallOnArrival name={name} phone={phone} />
              <ContactLinks phone={phone} secondaryPhone={secondaryPhone} email={email} />
              {item.status === 'scheduled' && (
                <OnMyWay customer={{ name, firstName, phone }} title={item.title} />
              )}
            </Stack>
          )}
        </Loaded>
      </Section>
      <Section title={say('place')}>
        <AddAddress
          path={`/work-items/${item.id}`}
          hasNone={item.addressId === null}
          none={<Text>{say('noPlace')}</Text>}
        >
          <Loaded query={address}>{(place) => place && <AddressLines address={place} />}</Loaded>
        </AddAddress>
      </Section>
    </>
  );
}
