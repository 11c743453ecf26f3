// The list of API keys.
import { Alert, Button, Stack, Switch, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'wouter';
import { useMember } from '../../../app/session.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { useWords } from '../../../words/words.ts';
import { Page as NotFound } from '../../not-found.tsx';
import { type ApiKey, type IssuedKey, stateOf, useKeys } from './api-key.ts';
import { IssuedKeyNote } from './issued-key-note.tsx';
import { KeyCard } from './key-card.tsx';
import { keysWords } from './keys-words.ts';
import { NewKey } from './new-key.tsx';

export default function Keys(): ReactNode {
  const { id } = useParams<{ id?: string }>();
  const say = useWords(keysWords);
  const { isTest } = useMember().brand;
  if (id !== undefined && id !== 'new') return <NotFound />;
  return (
    <>
      {isTest && (
        <Alert color="orange" mb="md">
          {say('testKeys')}
        </Alert>
      )}
      {id === undefined ? <KeyList /> : <NewKey />}
    </>
  );
}

function KeyList(): ReactNode {
  const say = useWords(keysWords);
  const keys = useKeys();
  const [replaced, setReplaced] = useState<IssuedKey | null>(null);
  if (replaced) return <IssuedKeyNote issued={replaced} onDone={() => setReplaced(null)} />;
  const create = (
    <Button component={Link} href="/settings/keys/new" leftSection={<Icon name="plus" />}>
      {say('create')}
    </Button>
  );
  return (
    <>
      <PageTitle title={say('title')}>{keys.data?.length !== 0 && create}</PageTitle>
      <Text mb="md">{say('hint')}</Text>
      <Loaded query={keys}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState
              icon="key"
              title={say('emptyTitle')}
              hint={say('emptyHint')}
              action={create}
            />
          ) : (
            <KeyCards keys={found} onReplaced={setReplaced} />
          )
        }
      </Loaded>
    </>
  );
}

interface KeyCardsProps {
  keys: ApiKey[];
  onReplaced: (issued: IssuedKey) => void;
}

function KeyCards({ keys, onReplaced }: KeyCardsProps): ReactNode {
  const say = useWords(keysWords);
  const [isEndedShown, setIsEndedShown] = useState(false);
  const valid = keys.filter((key) => ['active', 'ending'].includes(stateOf(key)));
  const shown = isEndedShown ? keys : valid;
  return (
    <Stack>
      {valid.length < keys.length && (
        <Switch
          label={say('showEnded')}
          checked={isEndedShown}
          onChange={(event) => setIsEndedShown(event.currentTarget.checked)}
        />
      )}
      {shown.map((key) => (
        <KeyCard key={key.id} apiKey={key} onReplaced={onReplaced} />
      ))}
    </Stack>
  );
}
