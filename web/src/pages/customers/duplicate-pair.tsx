// Two customers side by side, with their differences highlighted, to choose which one to keep.
import { Anchor, Badge, Button, Card, Group, Table, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Address, Customer } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { kinds } from '../../app/queries.ts';
import { showError } from '../../parts/show-error.tsx';
import { type Format, useFormat } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { refreshCustomers } from './customer-merges.tsx';
import type { Merged } from './merge-done.tsx';
import { mergeWords } from './merge-words.ts';

export interface Duplicate {
  customers: [Customer, Customer];
  reason: 'phone' | 'name_and_address' | 'email_look_alike' | 'chosen';
}

interface DuplicatePairProps {
  pair: Duplicate;
  onMerged: (merged: Merged) => void;
  /** Null for a pair that the member chose. */
  onTellApart: (() => Promise<void>) | null;
}

export function DuplicatePair({ pair, onMerged, onTellApart }: DuplicatePairProps): ReactNode {
  const say = useWords(mergeWords);
  const format = useFormat();
  const { customers, reason } = pair;
  const addresses = [useAddress(customers[0]), useAddress(customers[1])];
  const rows = rowsOf(customers, addresses, format);
  const merge = useMutation({
    mutationFn: async (keptIndex: number) => {
      const [kept, other] = [customers[keptIndex]!, customers[1 - keptIndex]!];
      const { mergeId } = await client.customers.merge(kept.id, other.id);
      onMerged({
        mergeId,
        keptId: kept.id,
        keptName: kept.name,
        otherId: other.id,
      });
      await refreshCustomers();
    },
    onError: (error) => showError(error),
  });
  const apart = useMutation({
    mutationFn: () => onTellApart?.() ?? Promise.resolve(),
    onError: (error) => showError(error),
  });
  return (
    <Card withBorder component="section" p="sm">
      <div>
        <Badge variant="default" tt="none" size="lg" mb="xs">
          {say(reason)}
        </Badge>
      </div>
      <Table className="customers-pair" layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" w="6.25rem">
              <VisuallyHidden>{say('field')}</VisuallyHidden>
            </Table.Th>
            {customers.map(({ id, name }) => (
              <Table.Th key={id} scope="col">
                <Anchor
                  component={Link}
                  href={`/customers/${id}`}
                  underline="always"
                  className="customers-details tall-link"
                >
                  {name}
                </Anchor>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ field, texts }) => (
            <Table.Tr key={field} data-different={texts[0] !== texts[1] || undefined}>
              <Table.Th scope="row">
                {say(field)}
                {texts[0] !== texts[1] && (
                  <>
                    {'\u00a0'}
                    <span aria-hidden="true">≠</span>
                    <VisuallyHidden> {say('different')}</VisuallyHidden>
                  </>
                )}
              </Table.Th>
              {texts.map((text, index) => (
                <Table.Td key={customers[index]!.id} className="pre-wrap">
                  {text || '–'}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Td />
            {customers.map(({ id, name }, index) => (
              <Table.Td key={id}>
                <Button
                  px={4}
                  fullWidth
                  variant="default"
                  disabled={merge.isPending}
                  onClick={() => merge.mutate(index)}
                  aria-label={say('keepNamed', { name, which: say(index ? 'second' : 'first') })}
                >
                  {say('keep')}
                </Button>
              </Table.Td>
            ))}
          </Table.Tr>
        </Table.Tbody>
      </Table>
      {onTellApart && (
        <Group justify="flex-end" mt="xs">
          <Button
            variant="default"
            loading={apart.isPending}
            disabled={merge.isPending}
            onClick={() => apart.mutate()}
            aria-label={say('notSameNamed', { one: customers[0].name, other: customers[1].name })}
          >
            {say('notSame')}
          </Button>
        </Group>
      )}
    </Card>
  );
}

function useAddress({ addressId }: Customer): Address | undefined {
  const query = useQuery({
    queryKey: [kinds.customers, 'address', addressId],
    queryFn: () => client.addresses.get(addressId),
    enabled: addressId !== '',
  });
  return query.data;
}

type Field =
  | 'companyName'
  | 'phoneNumber'
  | 'secondaryPhone'
  | 'email'
  | 'address'
  | 'notes'
  | 'tags'
  | 'created';

interface Row {
  field: Field;
  texts: string[];
}

/** Omits fields that are empty in both. */
function rowsOf(customers: Customer[], addresses: (Address | undefined)[], format: Format): Row[] {
  const of = (field: Field, read: (customer: Customer, index: number) => string | null): Row => ({
    field,
    texts: customers.map((customer, index) => read(customer, index) ?? ''),
  });
  return [
    of('companyName', ({ companyName }) => companyName),
    of('phoneNumber', ({ phone }) => phone),
    of('secondaryPhone', ({ secondaryPhone }) => secondaryPhone),
    of('email', ({ email }) => email),
    of('address', (_, index) => addressText(addresses[index])),
    of('notes', ({ notes }) => notes),
    of('tags', ({ tags }) => tags?.join(', ') ?? ''),
    of('created', ({ createdAt }) => format.date(createdAt)),
  ].filter(({ texts }) => texts.some((text) => text !== ''));
}

function addressText(address: Address | undefined): string {
  if (!address) return '';
  const { street, streetNumber, streetNumberAddition, postalCode, city } = address;
  return [street, streetNumber, streetNumberAddition, postalCode, city].filter(Boolean).join(' ');
}
