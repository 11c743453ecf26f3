// Takes the refused intakes of a channel in again, after its map was mended.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readErrorDetails } from '../../../../../sdk/src/error-details.ts';
import type { ListedIntake } from '../../../../../sdk/src/index.ts';
import { app, client } from '../../../api/client.ts';
import { invalidate, kinds } from '../../../app/queries.ts';
import { describeDetails } from '../../../parts/describe-error.ts';
import { ErrorNote } from '../../../parts/error-note.tsx';
import { useFormat } from '../../../words/format.ts';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import { type Channel, type Preview, previewIntake, saveChannel } from './channel.ts';
import { type Draft, draftOf, isOther, mapOf } from './map-draft.ts';
import { mapWords } from './map-words.ts';

const countedMax = 200;
const previewedMax = 20;
const rerunMsMax = 60_000;

interface Rerun {
  created: number;
  refused: number;
  left: boolean;
}

interface Outcome {
  intake: ListedIntake;
  preview: Preview;
}

interface RerunProps {
  channel: Channel;
  /** The map on the screen, saved or not. */
  draft: Draft;
}

export function RerunRefused({ channel, draft }: RerunProps): ReactNode {
  const say = useWords(mapWords);
  const { id } = channel;
  const refused = useQuery({
    queryKey: [kinds.tray, 'refused', id],
    queryFn: () =>
      client.intakes.list({ channelId: id, state: 'refused', limit: countedMax }).page(),
  });
  const intakes = refused.data?.data ?? [];
  const preview = useMutation({
    mutationFn: async (seen: Draft) => ({
      seen,
      outcomes: await previewAll({ ...channel, map: mapOf(seen) }, intakes.slice(0, previewedMax)),
    }),
  });
  const isUnsaved = isOther(draft, draftOf(channel.map));
  const rerun = useMutation({
    mutationFn: async () => {
      if (isUnsaved) await saveChannel(id, { map: mapOf(draft) });
      return rerunAll(id);
    },
    onSettled: () =>
      Promise.all([
        invalidate(kinds.tray),
        invalidate(kinds.channels),
        invalidate(kinds.workItems),
      ]),
  });
  if (intakes.length === 0 && !rerun.data) return null;
  const count = `${intakes.length}${refused.data?.next ? '+' : ''}`;
  // The outcomes of another map would mislead.
  const shown = preview.data && !isOther(preview.data.seen, draft) ? preview.data.outcomes : null;
  return (
    <Section
      title={say('refused')}
      {...(intakes.length > 0 && { hint: say('refusedHint', { count: intakes.length }) })}
    >
      {rerun.data && (
        <Alert color={rerun.data.created > 0 ? 'green' : 'yellow'} role="status">
          {say('rerunDone', { created: rerun.data.created })}{' '}
          {rerun.data.refused > 0 && say('rerunLeft', { refused: rerun.data.refused })}
        </Alert>
      )}
      {shown && !rerun.data && <Outcomes outcomes={shown} />}
      {isUnsaved && intakes.length > 0 && <Text size="sm">{say('unsaved')}</Text>}
      {preview.error && <ErrorNote error={preview.error} />}
      {rerun.error && <ErrorNote error={rerun.error} />}
      {intakes.length > 0 && (
        <Group>
          <Button
            variant="default"
            loading={preview.isPending}
            onClick={() => {
              rerun.reset();
              preview.mutate(draft);
            }}
          >
            {say('seeOutcome')}
          </Button>
          <Button loading={rerun.isPending} onClick={() => rerun.mutate()}>
            {say(isUnsaved ? 'saveAndRerun' : 'rerun', { count })}
          </Button>
        </Group>
      )}
    </Section>
  );
}

function Outcomes({ outcomes }: { outcomes: readonly Outcome[] }): ReactNode {
  const say = useWords(mapWords);
  const format = useFormat();
  const good = outcomes.filter(({ preview }) => preview.errorDetails === '');
  return (
    <Stack gap="xs">
      <Text fw={600} role="status">
        {say('outcome', { count: outcomes.length, good: good.length })}
      </Text>
      <ul className="channel-fields">
        {outcomes.map(({ intake, preview: { lead, errorDetails } }) => {
          const { customerName, title } = lead;
          const wrong = describeDetails(readErrorDetails(errorDetails));
          return (
            <li key={intake.id} className="settings-wrap">
              <Text>{[customerName, title].filter(Boolean).join(': ') || say('noName')}</Text>
              <Text size="sm">{format.dateAndTime(intake.receivedAt)}</Text>
              {wrong.map((text) => (
                <Text key={text} size="sm" className="channel-found-error">
                  {text}
                </Text>
              ))}
            </li>
          );
        })}
      </ul>
    </Stack>
  );
}

function previewAll(
  { type, map, portal }: Channel,
  intakes: readonly ListedIntake[],
): Promise<Outcome[]> {
  return Promise.all(
    intakes.map(async (intake) => ({
      intake,
      preview: await previewIntake({ type, map, portal, intakeId: intake.id }),
    })),
  );
}

/** One request takes a part of them. Those that stay refused come back in the next. */
async function rerunAll(id: string): Promise<Rerun> {
  const total: Rerun = { created: 0, refused: 0, left: true };
  while (total.left) {
    const done = await app.once<Rerun>(`/channels/${id}/rerun`, {}, rerunMsMax);
    total.created += done.created;
    total.refused = done.refused;
    total.left = done.left && done.created > 0;
  }
  return total;
}
