// The providers around the pages: theme, language, queries, session.
import { Center, Loader, MantineProvider } from '@mantine/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { setSession } from '../api/session-store.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { i18n } from '../words/words.ts';
import type { Prefetched } from './prefetch.ts';
import { PageOfAddress } from './pages.tsx';
import { queries } from './queries.ts';
import { styleNonce } from './style-nonce.ts';
import { readableColors, theme } from './theme.ts';
import { fetchSession } from './fetch-session.ts';

const Notices = lazy(() => import('./notices.tsx'));

// The scroll lock behind dialogs reads its nonce from here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });

export function App({ first }: { first: Prefetched }): ReactNode {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={readableColors}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <Suspense>
        <Notices />
      </Suspense>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queries}>
          <WithSession first={first} />
        </QueryClientProvider>
      </I18nProvider>
    </MantineProvider>
  );
}

function WithSession({ first }: { first: Prefetched }): ReactNode {
  const [isKnown, setIsKnown] = useState(first.isSessionKnown());
  const [error, setError] = useState<unknown>(null);
  const wait = (session: Promise<void>) => session.then(() => setIsKnown(true), setError);
  const retry = () => {
    setError(null);
    void wait(fetchSession().then(setSession));
  };
  useEffect(() => void wait(first.session), [first]);
  if (isKnown) return <PageOfAddress />;
  return (
    <Center h="100dvh" p="md" component="main">
      {error === null ? <Loader /> : <ErrorNote error={error} onRetry={retry} />}
    </Center>
  );
}
