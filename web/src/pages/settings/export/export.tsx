// The brand's records as files.
import { Button, Card, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../../parts/icon.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { useWords } from '../../../words/words.ts';
import { exportWords } from './export-words.ts';

const files = ['leads', 'jobs', 'customers'] as const;

export default function Export(): ReactNode {
  const say = useWords(exportWords);
  return (
    <>
      <PageTitle title={say('title')} />
      <Card withBorder padding="md">
        <Stack align="flex-start">
          <Text>{say('hint')}</Text>
          {files.map((file) => (
            <Button
              key={file}
              component="a"
              href={`/v1/app/export/${file}.csv`}
              download
              variant="default"
              leftSection={<Icon name="download" />}
            >
              {say(file)}
            </Button>
          ))}
          <Text size="sm">{say('careful')}</Text>
        </Stack>
      </Card>
    </>
  );
}
