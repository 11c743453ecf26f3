// The test side: switching to it, and emptying it.
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { app } from '../../../api/client.ts';
import { invalidate } from '../../../app/queries.ts';
import { useMember } from '../../../app/session.ts';
import { switchSide } from '../../../app/switch-side.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { showDone } from '../../../parts/show-error.tsx';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import { testSideWords } from './test-side-words.ts';

export default function TestSide(): ReactNode {
  const { isTest } = useMember().brand;
  const say = useWords(testSideWords);
  const empty = async () => {
    const { isEmpty } = await app.once<{ isEmpty: boolean }>('/test-side/empty');
    await invalidate();
    showDone(say(isEmpty ? 'emptied' : 'emptying'));
  };
  return (
    <>
      <PageTitle title={say('title')} />
      <Stack>
        <Section title={say('about')}>
          <Text>{say('what')}</Text>
          <Text size="sm">{say('kept')}</Text>
          <Group>
            <Button onClick={() => void switchSide({ isTest: !isTest })}>
              {say(isTest ? 'toLive' : 'toTest')}
            </Button>
          </Group>
        </Section>
        <Section title={say('empty')} hint={say('emptyHint')}>
          <Group>
            <ConfirmButton
              label={say('empty')}
              title={say('reallyEmpty')}
              text={say('emptyText')}
              onConfirm={empty}
            />
          </Group>
        </Section>
      </Stack>
    </>
  );
}
