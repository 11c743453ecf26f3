// A customer in a list; the whole row is a link.
import { Badge, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Customer } from '../../../../sdk/src/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { useWords } from '../../words/words.ts';
import { customerWords } from './customer-words.ts';

export function CustomerRow({ customer }: { customer: Customer }): ReactNode {
  const say = useWords(customerWords);
  const { id, name, companyName, email, phone, status, tags } = customer;
  const details = [companyName === name ? '' : companyName, phone, email].filter(Boolean);
  return (
    <li>
      <Link href={`/customers/${id}`} className="customers-row">
        <div className="customers-row-text">
          <Group gap="xs">
            <Text component="span" fw={600} className="customers-details">
              {name}
            </Text>
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
          </Group>
          <Text size="sm" className="customers-details">
            {details.join(' · ')}
          </Text>
        </div>
        <Icon name="right" />
      </Link>
    </li>
  );
}
