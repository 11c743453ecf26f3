// Shows a new key once, with a curl command to try it.
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyText } from '../../../parts/copy-text.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { useWords } from '../../../words/words.ts';
import type { IssuedKey } from './api-key.ts';
import { keysWords } from './keys-words.ts';

interface IssuedKeyNoteProps {
  issued: IssuedKey;
  onDone: () => void;
}

export function IssuedKeyNote({ issued, onDone }: IssuedKeyNoteProps): ReactNode {
  const say = useWords(keysWords);
  return (
    <>
      <PageTitle title={say('readyTitle')} />
      <Stack>
        <Alert color="yellow" role="status">
          <Text size="sm">{say('once')}</Text>
        </Alert>
        <Text fw={600}>{issued.name}</Text>
        {!issued.personalData && (
          <Text size="sm">
            {say('withoutPersonalData')}: {say('withoutPersonalDataHint')}
          </Text>
        )}
        <CopyText text={issued.key} label={say('theKey')} />
        <Title order={2} size="h5">
          {say('tryIt')}
        </Title>
        <CopyText text={curlFor(issued)} label={say('tryIt')} />
        <Group>
          <Button onClick={onDone}>{say('done')}</Button>
        </Group>
      </Stack>
    </>
  );
}

function curlFor({ key, scopes, personalData }: IssuedKey): string {
  const api = `${location.origin}/v1/api`;
  const canCreate = scopes.some((scope) => scope === 'leads:write' || scope === 'full');
  if (!canCreate || !personalData) {
    return `curl ${api}/key -H 'X-API-Key: ${key}'`;
  }
  const lead = JSON.stringify({ customerName: 'Jan Jansen', title: 'Test' });
  return [
    `curl -X POST ${api}/leads \\`,
    `  -H 'X-API-Key: ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${lead}'`,
  ].join('\n');
}
