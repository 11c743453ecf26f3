// Everything that stands around the pages.
import { Center, Loader, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { AuthenticationError, ScopeError } from '../../../sdk/src/index.ts';
import { app } from '../api/client.ts';
import type { Session } from '../api/session.ts';
import { keepSession } from '../api/session-store.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { browserLanguage, speak } from '../words/speak.ts';
import { i18n } from '../words/words.ts';
import { PageOfAddress } from './pages.tsx';
import { queries } from './queries.ts';
import { useSession } from './session.ts';
import { readableColors, theme } from './theme.ts';

speak(browserLanguage());
// The content security policy lets styles in that carry what the page was sent with.
const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
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
      <Notifications position="top-center" />
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

/** Nobody is signed in when the service says so, not when it says nothing. */
async function readWho(): Promise<Session | null> {
  try {
    return await app.get<Session>('/session');
  } catch (error) {
    if (error instanceof AuthenticationError || error instanceof ScopeError) return null;
    throw error;
  }
}
