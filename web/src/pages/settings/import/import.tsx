// Imports leads from a CSV file.
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { PageTitle } from '../../../parts/page-title.tsx';
import { useWords } from '../../../words/words.ts';
import { EarlierImports } from './earlier-imports.tsx';
import { ImportPage } from './import-page.tsx';
import { importWords } from './import-words.ts';
import { NewImport } from './new-import.tsx';

export default function Import(): ReactNode {
  const { id } = useParams<{ id?: string }>();
  const say = useWords(importWords);
  if (id) return <ImportPage id={id} />;
  return (
    <>
      <PageTitle title={say('title')} />
      <Stack>
        <Text>{say('hint')}</Text>
        <NewImport />
        <EarlierImports />
      </Stack>
    </>
  );
}
