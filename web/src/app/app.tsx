// Everything that stands around the pages.
import { Center, Loader, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { keepSession } from '../api/session-store.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { browserLanguage } from '../words/browser-language.ts';
import { speak } from '../words/speak.ts';
import { i18n } from '../words/words.ts';
import { PageOfAddress } from './pages.tsx';
import { queries } from './queries.ts';
import { useSession } from './session.ts';
import { styleNonce } from './style-nonce.ts';
import { readableColors, theme } from './theme.ts';
import { readWho } from './who.ts';

speak(browserLanguage());
// Where what keeps the page still behind a dialog looks for it.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });

export function App(): ReactNode {
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
          <WithSession />
        </QueryClientProvider>
      </I18nProvider>
    </MantineProvider>
  );
}

function WithSession(): ReactNode {
  const [isAsked, setIsAsked] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const session = useSession();
  const ask = async () => {
    setError(null);
    try {
      keepSession(await readWho());
      setIsAsked(true);
    } catch (problem) {
      setError(problem);
    }
  };
  useEffect(() => void ask(), []);
  const language = session?.account.language;
  useEffect(() => speak(language ?? browserLanguage()), [language]);
  if (isAsked) return <PageOfAddress />;
  return (
    <Center h="100dvh" p="md" component="main">
      {error === null ? <Loader /> : <ErrorNote error={error} onRetry={() => void ask()} />}
    </Center>
  );
}
