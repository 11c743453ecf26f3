// Everything that stands around the pages.
import { Center, Loader, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { keepSession } from '../api/session-store.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { i18n } from '../words/words.ts';
import type { FirstAnswers } from './first-answers.ts';
import { PageOfAddress } from './pages.tsx';
import { queries } from './queries.ts';
import { styleNonce } from './style-nonce.ts';
import { readableColors, theme } from './theme.ts';
import { readWho } from './who.ts';

// Where what keeps the page still behind a dialog looks for it.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });

export function App({ first }: { first: FirstAnswers }): ReactNode {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={readableColors}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <Notifications position="top-center" notificationMaxHeight="80dvh" />
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queries}>
          <WithSession first={first} />
        </QueryClientProvider>
      </I18nProvider>
    </MantineProvider>
  );
}

function WithSession({ first }: { first: FirstAnswers }): ReactNode {
  const [isKnown, setIsKnown] = useState(first.isWhoKnown);
  const [error, setError] = useState<unknown>(null);
  const wait = (who: Promise<void>) => who.then(() => setIsKnown(true), setError);
  const retry = () => {
    setError(null);
    void wait(readWho().then(keepSession));
  };
  useEffect(() => void wait(first.who), [first]);
  if (isKnown) return <PageOfAddress />;
  return (
    <Center h="100dvh" p="md" component="main">
      {error === null ? <Loader /> : <ErrorNote error={error} onRetry={retry} />}
    </Center>
  );
}
