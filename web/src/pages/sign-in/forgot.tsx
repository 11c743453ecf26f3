// Requests a link to set a new password.
import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { app } from '../../api/client.ts';
import { kinds } from '../../app/queries.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { fieldErrors } from '../../parts/describe-error.ts';
import { useWords } from '../../words/words.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { signInWords } from './sign-in-words.ts';

export function Page(): ReactNode {
  const say = useWords(signInWords);
  const { data } = useQuery({
    queryKey: [kinds.settings, 'password-reset'],
    queryFn: () => app.get<{ canMail: boolean }>('/password-reset'),
  });
  return (
    <SignInFrame title={say('forgotTitle')}>
      {data?.canMail === false ? (
        <Stack>
          <Alert title={say('cannotMail')}>{say('cannotMailHint')}</Alert>
          <BackToSignIn />
        </Stack>
      ) : (
        <LinkForm />
      )}
    </SignInFrame>
  );
}

function LinkForm(): ReactNode {
  const say = useWords(signInWords);
  const [error, setError] = useState<unknown>(null);
  const [isSent, setIsSent] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = new FormData(event.currentTarget).get('email');
    setIsBusy(true);
    setError(null);
    try {
      await app.once('/password-reset', { email });
      setIsSent(true);
    } catch (problem) {
      setError(problem);
    }
    setIsBusy(false);
  };

  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{say('forgotHint')}</Text>
        <TextInput
          label={say('email')}
          name="email"
          type="email"
          error={fieldErrors(error)['email']}
          autoComplete="username"
          required
          withAsterisk={false}
        />
        {error !== null && <ErrorNote error={error} fields={['email']} />}
        {isSent && <Alert role="status">{say('sent')}</Alert>}
        <Button type="submit" loading={isBusy}>
          {say('send')}
        </Button>
        <BackToSignIn />
      </Stack>
    </form>
  );
}

function BackToSignIn(): ReactNode {
  const say = useWords(signInWords);
  return (
    <Anchor component={Link} href="/sign-in" size="sm" className="tall-link">
      {say('back')}
    </Anchor>
  );
}
