// Everything that stands around the pages.
import { Center, Loader, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { app } from '../api/client.ts';
import type { Session } from '../api/session.ts';
import { keepSession } from '../api/session-store.ts';
import { browserLanguage, i18n, speak } from '../words/words.ts';
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
  const session = useSession();
  useEffect(() => {
    app
      .get<Session>('/session')
      .then(keepSession, () => keepSession(null))
      .finally(() => setIsAsked(true));
  }, []);
  const language = session?.account.language;
  useEffect(() => speak(language ?? browserLanguage()), [language]);
  if (isAsked) return <PageOfAddress />;
  return (
    <Center h="100dvh">
      <Loader />
    </Center>
  );
}
