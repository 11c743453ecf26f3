import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { app } from '../../../api/client.ts';
import { addPasskey, type Passkey } from '../../../api/passkeys.ts';
import { kinds, queries } from '../../../app/queries.ts';
import { useMember } from '../../../app/session.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { PasskeyError } from '../../../parts/passkey-error.tsx';
import { PasswordField } from '../../../parts/password-field.tsx';
import { useFormat } from '../../../words/format.ts';
import { useWords } from '../../../words/words.ts';
import { NamedRow } from '../named-row.tsx';
import { Section } from '../section.tsx';
import { accountWords } from './account-words.ts';

export const passkeysKey = [kinds.settings, 'passkeys'];

export function usePasskeys() {
  return useQuery({
    queryKey: passkeysKey,
    queryFn: async () => (await app.get<{ data: Passkey[] }>('/passkeys')).data,
  });
}

export function Passkeys(): ReactNode {
  const say = useWords(accountWords);
  const passkeys = usePasskeys();
  return (
    <Section title={say('passkeys')} hint={say('passkeysHint')}>
      <Loaded query={passkeys}>
        {(found) => (
          <Stack gap="md">
            {found.length === 0 && <Text>{say('noPasskeys')}</Text>}
            {found.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </Stack>
        )}
      </Loaded>
      {browserSupportsWebAuthn() ? <NewPasskey /> : <Text>{say('noWebAuthn')}</Text>}
    </Section>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }): ReactNode {
  const { id, name, createdAt, lastUsedAt } = passkey;
  const say = useWords(accountWords);
  const format = useFormat();
  const made = say('made', { date: format.date(createdAt) });
  const used = lastUsedAt ? say('used', { ago: format.ago(lastUsedAt) }) : say('neverUsed');
  const remove = async () => {
    await app.change('DELETE', `/passkeys/${id}`);
    await queries.invalidateQueries({ queryKey: passkeysKey });
  };
  return (
    <NamedRow name={name} about={`${made} · ${used}`}>
      <ConfirmButton
        label={say('remove')}
        fullLabel={say('removeWhich', { name })}
        title={say('removeTitle', { name })}
        text={say('removeText')}
        onConfirm={remove}
      />
    </NamedRow>
  );
}

function NewPasskey(): ReactNode {
  const say = useWords(accountWords);
  const { account } = useMember();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const add = useMutation({
    mutationFn: () => addPasskey(name, account.hasPassword ? password : undefined),
    onSuccess: () => {
      setName('');
      setPassword('');
      return queries.invalidateQueries({ queryKey: passkeysKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end">
        <TextInput
          label={say('passkeyName')}
          placeholder={say('passkeyExample')}
          flex="1 1 14rem"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={200}
          required
          withAsterisk={false}
        />
        {account.hasPassword && (
          <PasswordField
            label={say('yourPassword')}
            autoComplete="current-password"
            flex="1 1 14rem"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            required
          />
        )}
        <Button type="submit" variant="default" loading={add.isPending}>
          {say('addPasskey')}
        </Button>
      </Group>
      {add.error && (
        <PasskeyError
          error={add.error}
          words={{
            NotAllowedError: say('passkeyStopped'),
            AbortError: say('passkeyStopped'),
            InvalidStateError: say('passkeyExists'),
          }}
          known={{ 403: say('wrongPassword') }}
        />
      )}
    </form>
  );
}
