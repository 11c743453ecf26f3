// Sign-in with a password or a passkey.
import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { app } from '../../api/client.ts';
import { signInWithPasskey } from '../../api/passkeys.ts';
import type { Session } from '../../api/session.ts';
import { setSession } from '../../api/session-store.ts';
import { Icon } from '../../parts/icon.tsx';
import { PasskeyError } from '../../parts/passkey-error.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { useWords } from '../../words/words.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { signInWords } from './sign-in-words.ts';

export function Page(): ReactNode {
  const say = useWords(signInWords);
  const [error, setError] = useState<unknown>(null);
  const [isByPasskey, setIsByPasskey] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

  const enter = async (signIn: () => Promise<Session>) => {
    setIsBusy(true);
    setError(null);
    try {
      setSession(await signIn());
    } catch (problem) {
      setError(problem);
      setIsBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { email, password } = Object.fromEntries(new FormData(event.currentTarget));
    setIsByPasskey(false);
    void enter(() => app.once<Session>('/sign-in', { email, password }));
  };

  return (
    <SignInFrame title={say('title')}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={say('email')}
            name="email"
            type="email"
            autoComplete="username webauthn"
            required
            withAsterisk={false}
          />
          <PasswordField
            label={say('password')}
            name="password"
            autoComplete="current-password"
            required
          />
          {error !== null && (
            <PasskeyError
              error={error}
              words={{ NotAllowedError: say('passkeyStopped'), AbortError: say('passkeyStopped') }}
              known={{
                400: isByPasskey ? say('passkeyWrong') : undefined,
                401: say(isByPasskey ? 'passkeyWrong' : 'wrongPassword'),
                403: say('noBrand'),
              }}
            />
          )}
          <Button type="submit" loading={isBusy}>
            {say('submit')}
          </Button>
          {browserSupportsWebAuthn() && (
            <Button
              variant="default"
              leftSection={<Icon name="key" />}
              onClick={() => {
                setIsByPasskey(true);
                void enter(signInWithPasskey);
              }}
            >
              {say('passkey')}
            </Button>
          )}
          <Anchor component={Link} href="/forgot" size="sm" className="tall-link">
            {say('forgot')}
          </Anchor>
        </Stack>
      </form>
    </SignInFrame>
  );
}
