// The target of links for the first owner, invitations and password resets.
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { NotFoundError } from '../../../../sdk/src/index.ts';
import { app } from '../../api/client.ts';
import type { Session } from '../../api/session.ts';
import { setSession } from '../../api/session-store.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { fieldErrors } from '../../parts/describe-error.ts';
import { useLanguage, useWords } from '../../words/words.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { signInWords } from './sign-in-words.ts';

interface WelcomeLink {
  purpose: 'invitation' | 'password' | 'owner';
  email: string | null;
  brandName: string | null;
  hasAccount: boolean;
  needsPassword: boolean;
}

export function Page(): ReactNode {
  const { token } = useParams<{ token: string }>();
  const say = useWords(signInWords);
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => app.get<WelcomeLink>(`/links/${encodeURIComponent(token)}`),
    staleTime: Infinity,
  });
  return (
    <SignInFrame title={say('welcome')}>
      <Loaded query={link} known={{ 404: say('linkGone') }}>
        {(found) => <WelcomeForm link={found} token={token} />}
      </Loaded>
      {link.error instanceof NotFoundError && <OtherWays />}
    </SignInFrame>
  );
}

/** Shown when the link no longer works. */
function OtherWays(): ReactNode {
  const say = useWords(signInWords);
  return (
    <>
      <Button component={Link} href="/forgot" variant="default">
        {say('toForgot')}
      </Button>
      <Button component={Link} href="/sign-in" variant="default">
        {say('toSignIn')}
      </Button>
    </>
  );
}

function WelcomeForm({ link, token }: { link: WelcomeLink; token: string }): ReactNode {
  const say = useWords(signInWords);
  const language = useLanguage();
  const [, go] = useLocation();
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { purpose, email, hasAccount, needsPassword } = link;
  const brand = link.brandName ?? 'Vakwerk';
  const isNew = !hasAccount;
  const wrong = fieldErrors(error);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = { ...Object.fromEntries(new FormData(event.currentTarget)), language };
    setIsBusy(true);
    setError(null);
    try {
      setSession(await app.once<Session>(`/links/${encodeURIComponent(token)}`, typed));
      go('/leads', { replace: true });
    } catch (problem) {
      setError(problem);
      setIsBusy(false);
    }
  };

  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">
          {purpose === 'owner' && say('welcomeOwner', { brand })}
          {purpose === 'invitation' && say('welcomeInvitation', { brand })}
          {purpose === 'password' && say('welcomePassword')}
        </Text>
        {email !== null ? (
          <TextInput label={say('email')} value={email} readOnly autoComplete="username" />
        ) : (
          <TextInput
            label={say('email')}
            name="email"
            type="email"
            error={wrong['email']}
            autoComplete="username"
            required
            withAsterisk={false}
          />
        )}
        {isNew && (
          <TextInput label={say('name')} name="name" autoComplete="name" error={wrong['name']} />
        )}
        {needsPassword && (
          <PasswordField
            label={say(isNew || purpose === 'password' ? 'newPassword' : 'password')}
            description={isNew || purpose === 'password' ? say('passwordHint') : say('existing')}
            name="password"
            error={wrong['password']}
            autoComplete={isNew || purpose === 'password' ? 'new-password' : 'current-password'}
            required
          />
        )}
        {error !== null && (
          <ErrorNote
            error={error}
            known={{ 401: say('wrongOwnPassword'), 403: say('noBrand'), 404: say('linkGone') }}
            fields={['email', 'name', 'password']}
          />
        )}
        {error instanceof NotFoundError ? (
          <OtherWays />
        ) : (
          <Button type="submit" loading={isBusy}>
            {say('start')}
          </Button>
        )}
      </Stack>
    </form>
  );
}
