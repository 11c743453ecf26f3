// The customer's own address, and the addresses of their leads and jobs.
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
  const workAddresses = [...(items.leads.data ?? []), ...(items.jobs.data ?? [])].flatMap(
    ({ address }) => (address && address.id !== addressId ? address : []),
  );
  const others = groupByText(workAddresses);
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
      {[...others.values()].map((group) => (
        <WorkAddress key={group.at(-1)!.id} addresses={group} />
      ))}
    </Stack>
  );
}

/** Several records with the same text cannot be changed here: it would be unclear which one is meant. */
function WorkAddress({ addresses }: { addresses: Address[] }): ReactNode {
  const say = useWords(customerWords);
  const isOne = addresses.length === 1;
  return (
    <div>
      <AddressLines address={addresses.at(-1)!} canChange={isOne} />
      {!isOne && (
        <Text size="sm" mt="xs">
          {say('changeAtWork')}
        </Text>
      )}
    </div>
  );
}

/** Every lead has its own address record, and most have the same text. */
function groupByText(addresses: Address[]): Map<string, Address[]> {
  const groups = new Map<string, Address[]>();
  for (const address of new Map(addresses.map((one) => [one.id, one])).values()) {
    const text = textOf(address);
    groups.set(text, [...(groups.get(text) ?? []), address]);
  }
  return groups;
}

function textOf(address: Address): string {
  return [...linesOf(address), address.country, address.locationNotes].join('\n').toLowerCase();
}
