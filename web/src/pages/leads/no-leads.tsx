// Shown instead of an empty board.
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useMember } from '../../app/session.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { useWords } from '../../words/words.ts';
import { leadWords } from './leads-words.ts';

export function NoLeads({ onNew }: { onNew: () => void }): ReactNode {
  const say = useWords(leadWords);
  const isOwner = useMember().role === 'owner';
  return (
    <EmptyState
      icon="inbox"
      title={say('noLeads')}
      hint={say(isOwner ? 'noLeadsOwner' : 'noLeadsMember')}
      action={
        <Group justify="center">
          {isOwner && (
            <Button component={Link} href="/settings/keys/new">
              {say('makeKey')}
            </Button>
          )}
          <Button variant={isOwner ? 'default' : 'filled'} onClick={onNew}>
            {say('new')}
          </Button>
          {isOwner && (
            <Button component="a" href="/docs/guide" variant="default">
              {say('guide')}
            </Button>
          )}
        </Group>
      }
    />
  );
}

export function NothingFound({ onClear }: { onClear: () => void }): ReactNode {
  const say = useWords(leadWords);
  return (
    <EmptyState
      icon="search"
      title={say('nothingFound')}
      hint={say('nothingFoundHint')}
      action={
        <Button variant="default" onClick={onClear}>
          {say('clear')}
        </Button>
      }
    />
  );
}
