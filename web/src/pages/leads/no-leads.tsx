// Shown instead of an empty board: for an owner the ways to get leads in.
import { Anchor, Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useMember } from '../../app/session.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useWords } from '../../words/words.ts';
import { leadWords } from './leads-words.ts';

export function NoLeads({ onNew }: { onNew: () => void }): ReactNode {
  const say = useWords(leadWords);
  const isOwner = useMember().role === 'owner';
  return (
    <div className="no-leads">
      <EmptyState
        icon="inbox"
        title={say('noLeads')}
        hint={say(isOwner ? 'noLeadsOwner' : 'noLeadsMember')}
        action={
          <>
            <Group justify="center">
              <Button leftSection={<Icon name="plus" />} onClick={onNew}>
                {say('new')}
              </Button>
              {isOwner && (
                <>
                  <Button
                    component={Link}
                    href="/settings/channels/new"
                    variant="default"
                    leftSection={<Icon name="link" />}
                  >
                    {say('connect')}
                  </Button>
                  <Button
                    component={Link}
                    href="/settings/import"
                    variant="default"
                    leftSection={<Icon name="upload" />}
                  >
                    {say('toImport')}
                  </Button>
                </>
              )}
            </Group>
            {isOwner && (
              <Anchor href="/docs/guide" size="sm" className="tall-link">
                {say('guide')}
              </Anchor>
            )}
          </>
        }
      />
    </div>
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
