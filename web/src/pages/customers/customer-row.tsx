// A customer in a list: a row of a table, or a card where it does not fit. All of it is a link.
import { Badge, Group, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Customer } from '../../../../sdk/src/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { TimeCell } from '../../parts/list-table.tsx';
import { useWords } from '../../words/words.ts';
import { customerWords } from './customer-words.ts';

export function CustomerRow({ customer }: { customer: Customer }): ReactNode {
  const { id, name, companyName, email, phone, createdAt, updatedAt } = customer;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Link href={`/customers/${id}`} className="row-link">
            {name}
          </Link>
          {companyName !== name && (
            <Text span size="sm" c="dimmed">
              {companyName}
            </Text>
          )}
          <Badges customer={customer} />
        </Group>
      </Table.Td>
      <Table.Td>{phone}</Table.Td>
      <Table.Td>{email}</Table.Td>
      <TimeCell time={createdAt} />
      <TimeCell time={updatedAt} className="list-wide" />
    </Table.Tr>
  );
}

export function CustomerCard({ customer }: { customer: Customer }): ReactNode {
  const { id, name, companyName, email, phone } = customer;
  const details = [companyName === name ? '' : companyName, phone, email].filter(Boolean);
  return (
    <li>
      <Link href={`/customers/${id}`} className="customers-row">
        <div className="customers-row-text">
          <Group gap="xs">
            <Text component="span" fw={600} className="customers-details">
              {name}
            </Text>
            <Badges customer={customer} />
          </Group>
          <Text size="sm" c="dimmed" className="customers-details">
            {details.join(' · ')}
          </Text>
        </div>
        <Icon name="right" />
      </Link>
    </li>
  );
}

function Badges({ customer: { status, tags } }: { customer: Customer }): ReactNode {
  const say = useWords(customerWords);
  return (
    <>
      {status === 'archived' && (
        <Badge variant="default" tt="none">
          {say('archived')}
        </Badge>
      )}
      {tags?.map((tag) => (
        <Badge key={tag} variant="default" tt="none" fw={500}>
          {tag}
        </Badge>
      ))}
    </>
  );
}
