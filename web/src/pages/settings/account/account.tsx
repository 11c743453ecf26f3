import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageTitle } from '../../../parts/page-title.tsx';
import { useWords } from '../../../words/words.ts';
import { AboutYou } from './about-you.tsx';
import { accountWords } from './account-words.ts';
import { ColourScheme } from './colour-scheme.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { Sessions } from './sessions.tsx';

export default function Account(): ReactNode {
  const say = useWords(accountWords);
  return (
    <>
      <PageTitle title={say('title')} />
      <Stack>
        <AboutYou />
        <ColourScheme />
        <PasswordForm />
        <Passkeys />
        <Sessions />
      </Stack>
    </>
  );
}
