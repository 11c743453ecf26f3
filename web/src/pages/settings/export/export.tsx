// The brand's records as files.
import { Button, Card, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { app } from '../../../api/client.ts';
import { useMember } from '../../../app/session.ts';
import { Icon } from '../../../parts/icon.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { showError } from '../../../parts/show-error.tsx';
import { type Language, useLanguage, useWords } from '../../../words/words.ts';
import { exportWords } from './export-words.ts';

// What spreadsheets of people of the language split cells by: where a comma is part of numbers, it is another one.
const separators: Record<Language, string> = { en: 'comma', nl: 'semicolon' };

const files = ['leads', 'jobs', 'customers'] as const;

export default function Export(): ReactNode {
  const say = useWords(exportWords);
  const { brand } = useMember();
  const separator = separators[useLanguage()];
  // A link carries no headers, so it names the brand that this window shows.
  const asked = new URLSearchParams({ brand: brand.id, separator });
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
              href={`/v1/app/export/${file}.csv?${asked}`}
              download
              onClick={(event) => {
                event.preventDefault();
                follow(event.currentTarget.href).catch(showError);
              }}
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

/** A link cannot say why it failed. So whoever is signed out, or in another brand by now, hears it before. */
async function follow(href: string): Promise<void> {
  await app.get('/session');
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}
