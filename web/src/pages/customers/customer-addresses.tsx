// The customer's own address, and where the work is.
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Address, Customer } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { kinds } from '../../app/queries.ts';
import { AddAddress } from '../../parts/add-address.tsx';
import { AddressLines, linesOf } from '../../parts/address-lines.tsx';
import { useWords } from '../../words/words.ts';
import type { useCustomerItems } from './customer-items.tsx';
import { customerWords } from './customer-words.ts';

interface CustomerAddressesProps {
  customer: Customer;
  items: ReturnType<typeof useCustomerItems>;
}

export function CustomerAddresses({ customer, items }: CustomerAddressesProps): ReactNode {
  const { id, addressId } = customer;
  const say = useWords(customerWords);
  const own = useQuery({
    queryKey: [kinds.customers, 'address', addressId],
    queryFn: () => client.addresses.get(addressId),
    enabled: addressId !== '',
  });
  const ofWork = [...(items.leads.data ?? []), ...(items.jobs.data ?? [])].flatMap(({ address }) =>
    address && address.id !== addressId ? address : [],
  );
  const others = foldAlike(ofWork);
  const isOwnAtWork = own.data !== undefined && others.delete(textOf(own.data));
  return (
    <Stack gap="sm">
      <AddAddress
        path={`/customers/${id}`}
        hasNone={addressId === ''}
        none={others.size === 0 && <Text>{say('noAddress')}</Text>}
      >
        {own.data && <AddressLines address={own.data} />}
        {isOwnAtWork && (
          <Text size="sm" mt="xs">
            {say('keptAtWork')}
          </Text>
        )}
      </AddAddress>
      {[...others.values()].map((alike) => (
        <WorkAddress key={alike.at(-1)!.id} alike={alike} />
      ))}
    </Stack>
  );
}

/** A change is of one of them: where there are more, it is made where it is clear which. */
function WorkAddress({ alike }: { alike: Address[] }): ReactNode {
  const say = useWords(customerWords);
  const isOne = alike.length === 1;
  return (
    <div>
      <AddressLines address={alike.at(-1)!} canChange={isOne} />
      {!isOne && (
        <Text size="sm" mt="xs">
          {say('changeAtWork')}
        </Text>
      )}
    </div>
  );
}

/** By what they say: every lead brings its own, and most say the same. */
function foldAlike(addresses: Address[]): Map<string, Address[]> {
  const folded = new Map<string, Address[]>();
  for (const address of new Map(addresses.map((one) => [one.id, one])).values()) {
    const text = textOf(address);
    folded.set(text, [...(folded.get(text) ?? []), address]);
  }
  return folded;
}

function textOf(address: Address): string {
  return [...linesOf(address), address.country, address.locationNotes].join('\n').toLowerCase();
}
