// Name, looks, country, language and times of the brand.
import { Card } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '../../../parts/loaded.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { useWords } from '../../../words/words.ts';
import { BrandForm, brandQuery } from './brand-form.tsx';
import { brandWords } from './brand-words.ts';

export default function Brand(): ReactNode {
  const say = useWords(brandWords);
  const brand = useQuery(brandQuery);
  return (
    <>
      <PageTitle title={say('title')} />
      <Loaded query={brand}>
        {(found) => (
          <Card withBorder padding="md">
            <BrandForm brand={found} />
          </Card>
        )}
      </Loaded>
    </>
  );
}
