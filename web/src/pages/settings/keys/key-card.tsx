// A key: its scopes, creator and last use, with buttons to rotate and revoke it.
import { Button, Card, Code, Group, List, Stack, Text, Title } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { app } from '../../../api/client.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { useFormat } from '../../../words/format.ts';
import { useWords } from '../../../words/words.ts';
import { StateBadge, type Tone } from '../state-badge.tsx';
import { type ApiKey, type IssuedKey, invalidateKeys, type KeyState, stateOf } from './api-key.ts';
import { keysWords } from './keys-words.ts';

const RotateKey = lazy(() => import('./rotate-key.tsx'));

const weekMs = 7 * 24 * 60 * 60 * 1000;

const tones: Record<KeyState, Tone> = {
  active: 'good',
  ending: 'waiting',
  expired: 'ended',
  revoked: 'ended',
};

interface KeyCardProps {
  apiKey: ApiKey;
  onReplaced: (issued: IssuedKey) => void;
}

export function KeyCard({ apiKey, onReplaced }: KeyCardProps): ReactNode {
  const say = useWords(keysWords);
  const [isRotating, setIsRotating] = useState(false);
  const state = stateOf(apiKey);
  const isValid = state === 'active' || state === 'ending';
  const revoke = async () => {
    await app.change('DELETE', `/keys/${apiKey.id}`);
    await invalidateKeys();
  };
  return (
    <Card withBorder padding="md" component="article" aria-label={apiKey.name}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} size="h5" className="settings-wrap">
            {apiKey.name}
          </Title>
          <StateBadge tone={tones[state]}>{say(state)}</StateBadge>
        </Group>
        <Code w="fit-content">{apiKey.start}…</Code>
        <List size="sm" aria-label={say('mayDo')}>
          {apiKey.scopes.map((scope) => (
            <List.Item key={scope}>
              {say(scope)} <Code>{scope}</Code>
            </List.Item>
          ))}
        </List>
        {!apiKey.personalData && (
          <Text size="sm" fw={600}>
            {say('withoutPersonalDataRights')}
          </Text>
        )}
        <Life apiKey={apiKey} isValid={isValid} />
        {isValid && (
          <Group gap="xs">
            {state === 'active' && (
              <Button variant="default" onClick={() => setIsRotating(true)}>
                {say('rotate')}
              </Button>
            )}
            <ConfirmButton
              label={say('revoke')}
              title={say('revokeTitle', { name: apiKey.name })}
              text={say('revokeText')}
              onConfirm={revoke}
            />
          </Group>
        )}
      </Stack>
      <Suspense>
        {isRotating && (
          <RotateKey apiKey={apiKey} onReplaced={onReplaced} onClose={() => setIsRotating(false)} />
        )}
      </Suspense>
    </Card>
  );
}

function Life({ apiKey, isValid }: { apiKey: ApiKey; isValid: boolean }): ReactNode {
  const say = useWords(keysWords);
  const format = useFormat();
  const { createdAt, createdBy, lastUsedAt, expiresAt, revokedAt } = apiKey;
  const end = revokedAt ?? expiresAt;
  const made = format.date(createdAt);
  return (
    <Text size="sm">
      {createdBy
        ? say(createdBy.hasLeft ? 'madeByLeft' : 'madeBy', {
            date: made,
            name: createdBy.name || say('somebody'),
          })
        : say('made', { date: made })}
      {' · '}
      {lastUsedAt ? say('used', { ago: format.ago(lastUsedAt) }) : say('neverUsed')}
      {' · '}
      {end
        ? say(isValid ? 'ends' : 'ended', {
            date: isNear(end) ? format.dateAndTime(end) : format.date(end),
          })
        : say('endsNever')}
    </Text>
  );
}

/** Within a week the time of day matters, and the year does not. */
function isNear(time: string): boolean {
  return Math.abs(new Date(time).getTime() - Date.now()) < weekMs;
}
