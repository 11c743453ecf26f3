// The held and refused intakes of all channels.
import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { ListedIntake, ListIntakesQuery } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { kinds } from '../../app/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { usePages } from '../../parts/pages.ts';
import { ShowMore } from '../../parts/show-more.tsx';
import { useWords } from '../../words/words.ts';
import { useChannelNames } from './intake-data.ts';
import { IntakeRow } from './intake-row.tsx';
import { trayWords } from './tray-words.ts';

const AcceptAll = lazy(() => import('./accept-all.tsx'));

const shown = {
  waiting: ['held', 'refused'],
  held: ['held'],
  refused: ['refused'],
  discarded: ['discarded'],
} as const satisfies Record<string, ListIntakesQuery['state']>;

type Shown = keyof typeof shown;

const pageSize = 50;

export function IntakeList(): ReactNode {
  const say = useWords(trayWords);
  const { state, channelId, choose } = useChoice();
  const names = useChannelNames();
  const [isAcceptingAll, setIsAcceptingAll] = useState(false);
  const pages = usePages([kinds.tray, 'list', state, channelId], () =>
    client.intakes.list({
      state: shown[state],
      channelId: channelId || undefined,
      limit: pageSize,
    }),
  );
  const acceptable = (pages.data ?? []).filter(canBeAccepted);
  return (
    <Stack>
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label={say('show')}
          value={state}
          onChange={(event) => choose({ state: event.currentTarget.value })}
          data={(Object.keys(shown) as Shown[]).map((one) => ({ value: one, label: say(one) }))}
        />
        {(Object.keys(names).length > 0 || channelId !== '') && (
          <NativeSelect
            label={say('channel')}
            value={channelId}
            onChange={(event) => choose({ channelId: event.currentTarget.value })}
            data={[
              { value: '', label: say('allChannels') },
              ...Object.entries(names).map(([value, label]) => ({ value, label })),
            ]}
          />
        )}
        {acceptable.length > 1 && (
          <Button variant="default" onClick={() => setIsAcceptingAll(true)}>
            {say('acceptAll')}
          </Button>
        )}
      </Group>
      <Loaded query={pages}>
        {(intakes) =>
          intakes.length === 0 ? (
            <EmptyState
              icon="check"
              title={say(state === 'discarded' ? 'noneDiscarded' : 'nothing')}
              hint={say(state === 'discarded' ? 'noneDiscardedHint' : 'nothingHint')}
            />
          ) : (
            <ul className="tray-list" aria-label={say('intakes')}>
              {intakes.map((intake) => (
                <IntakeRow
                  key={intake.id}
                  intake={intake}
                  channelName={names[intake.channelId ?? ''] ?? null}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ShowMore pages={pages} />
      {isAcceptingAll && (
        <Suspense>
          <AcceptAll
            intakes={acceptable}
            toCorrect={(pages.data?.length ?? 0) - acceptable.length}
            onClose={() => setIsAcceptingAll(false)}
          />
        </Suspense>
      )}
    </Stack>
  );
}

/** A refused one must be corrected first, and so must one without a name. */
function canBeAccepted({ state, lead }: ListedIntake): boolean {
  return state === 'held' && typeof lead?.['customerName'] === 'string';
}

/** In the URL, so that a channel can link to its own. */
function useChoice() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('state') ?? '';
  const state: Shown = isShown(asked) ? asked : 'waiting';
  const channelId = search.get('channel') ?? '';
  const choose = (changes: { state?: string; channelId?: string }) => {
    const next = { state, channelId, ...changes };
    setSearch(
      {
        ...(next.state !== 'waiting' && { state: next.state }),
        ...(next.channelId !== '' && { channel: next.channelId }),
      },
      { replace: true },
    );
  };
  return { state, channelId, choose };
}

function isShown(text: string): text is Shown {
  return Object.hasOwn(shown, text);
}
