// Which mails customers get, and what they say.
import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '../../../parts/loaded.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { useWords } from '../../../words/words.ts';
import { customerMailQuery } from './customer-mail-settings.ts';
import { customerMailWords } from './customer-mail-words.ts';
import { MailSwitches } from './mail-switches.tsx';
import { MailTexts } from './mail-texts.tsx';

export default function CustomerMails(): ReactNode {
  const say = useWords(customerMailWords);
  const settings = useQuery(customerMailQuery);
  return (
    <>
      <PageTitle title={say('title')} />
      <Loaded query={settings}>
        {(found) => (
          <Stack>
            {found.sendsMail ? (
              <MailSwitches settings={found} />
            ) : (
              <Alert color="orange">{say('noMail')}</Alert>
            )}
            <MailTexts settings={found} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}
