import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { app } from '../../../api/client.ts';
import { queries } from '../../../app/queries.ts';
import { useMember } from '../../../app/session.ts';
import { ErrorNote } from '../../../parts/error-note.tsx';
import { showDone } from '../../../parts/show-error.tsx';
import { fieldErrors } from '../../../parts/describe-error.ts';
import { PasswordField } from '../../../parts/password-field.tsx';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import { accountWords } from './account-words.ts';
import { passkeysKey, usePasskeys } from './passkeys.tsx';
import { sessionsKey } from './sessions.tsx';

export function PasswordForm(): ReactNode {
  const say = useWords(accountWords);
  const { account } = useMember();
  const [currentPassword, setCurrentPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [removePasskeys, setRemovePasskeys] = useState(false);
  const passkeys = usePasskeys().data?.length ?? 0;
  const change = useMutation({
    mutationFn: () =>
      app.once('/account/password', { currentPassword, newPassword, removePasskeys }),
    onSuccess: async () => {
      setCurrentPassword('');
      setNewPassword('');
      setRemovePasskeys(false);
      showDone(say('passwordChanged'));
      await queries.invalidateQueries({ queryKey: passkeysKey });
      await queries.invalidateQueries({ queryKey: sessionsKey });
    },
  });
  if (!account.hasPassword) {
    return (
      <Section title={say('password')}>
        <Text>{say('noPassword')}</Text>
      </Section>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Section title={say('password')} hint={say('passwordHint')}>
      <form onSubmit={submit}>
        <Stack>
          {/* Password managers store the password under this user name. */}
          <input type="hidden" name="username" autoComplete="username" value={account.email} />
          <PasswordField
            label={say('currentPassword')}
            autoComplete="current-password"
            value={currentPassword}
            onChange={(event) => setCurrentPassword(event.currentTarget.value)}
            required
          />
          <PasswordField
            label={say('newPassword')}
            description={say('newPasswordHint')}
            error={fieldErrors(change.error)['newPassword']}
            autoComplete="new-password"
            value={newPassword}
            onChange={(event) => setNewPassword(event.currentTarget.value)}
            minLength={10}
            maxLength={200}
            required
            classNames={{ description: 'settings-clear' }}
          />
          {passkeys > 0 && (
            <Checkbox
              label={say('removePasskeys', { count: passkeys })}
              checked={removePasskeys}
              onChange={(event) => setRemovePasskeys(event.currentTarget.checked)}
            />
          )}
          {change.error && (
            <ErrorNote
              error={change.error}
              known={{ 403: say('wrongPassword') }}
              fields={['newPassword']}
            />
          )}
          <Group>
            <Button type="submit" loading={change.isPending}>
              {say('changePassword')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
