// The providers around the pages: theme, language, queries, session.
import { Center, Loader, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { setSession } from '../api/session-store.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { useIsPhone } from '../parts/screen-width.ts';
import { i18n } from '../words/words.ts';
import type { Prefetched } from './prefetch.ts';
import { PageOfAddress } from './pages.tsx';
import { queries } from './queries.ts';
import { styleNonce } from './style-nonce.ts';
import { readableColors, theme } from './theme.ts';
import { fetchSession } from './fetch-session.ts';

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
      <Toasts />
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queries}>
          <WithSession first={first} />
        </QueryClientProvider>
      </I18nProvider>
    </MantineProvider>
  );
}

/** Out of the way of forms: in a corner, or over a phone's header. */
function Toasts(): ReactNode {
  const isPhone = useIsPhone();
  return (
    <Notifications
      position={isPhone ? 'top-center' : 'bottom-right'}
      notificationMaxHeight="80dvh"
    />
  );
}

function WithSession({ first }: { first: Prefetched }): ReactNode {
  const [isKnown, setIsKnown] = useState(first.isSessionKnown);
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
