// CSV exports.
import { Button, Card, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { app } from '../../../api/client.ts';
import { useMember } from '../../../app/session.ts';
import { Icon } from '../../../parts/icon.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { showError } from '../../../parts/show-error.tsx';
import { type Language, useLanguage, useWords } from '../../../words/words.ts';
import { exportWords } from './export-words.ts';

// Spreadsheets expect a semicolon in locales with a decimal comma.
const separators: Record<Language, string> = { en: 'comma', nl: 'semicolon' };

const files = ['leads', 'jobs', 'customers'] as const;

export default function Export(): ReactNode {
  const say = useWords(exportWords);
  const { brand } = useMember();
  const separator = separators[useLanguage()];
  // A download link sends no brand header, so the brand is in the query.
  const query = new URLSearchParams({ brand: brand.id, separator });
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
              href={`/v1/app/export/${file}.csv?${query}`}
              download
              onClick={(event) => {
                event.preventDefault();
                download(event.currentTarget.href).catch(showError);
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

/** A download link cannot show errors: check the session and brand first. */
async function download(href: string): Promise<void> {
  await app.get('/session');
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}
