// The first start made a brand without asking anybody: its owner names it here, before anything else.
import { Card, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '../../parts/loaded.tsx';
import { useWords } from '../../words/words.ts';
import { BrandForm, brandQuery } from '../settings/brand/brand-form.tsx';
import { leadWords } from './leads-words.ts';

export default function SetUp(): ReactNode {
  const say = useWords(leadWords);
  const brand = useQuery(brandQuery);
  return (
    <Card withBorder maw={560} mx="auto" mt="md">
      <Title order={2} size="h4">
        {say('setUp')}
      </Title>
      <Text mb="md">{say('setUpHint')}</Text>
      <Loaded query={brand}>
        {(found) => <BrandForm brand={{ ...found, name: '' }} isShort />}
      </Loaded>
    </Card>
  );
}
