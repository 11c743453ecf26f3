// Makes the map of a channel from what came in: one clicks on a value to say what it is.
import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ListedIntake } from '../../../../../sdk/src/index.ts';
import { client } from '../../../api/client.ts';
import { kinds } from '../../../app/queries.ts';
import { ErrorNote } from '../../../parts/error-note.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { showDone } from '../../../parts/show-error.tsx';
import { useFormat } from '../../../words/format.ts';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import { type Channel, type Preview, previewIntake, saveChannel } from './channel.ts';
import {
  type Draft,
  draftFromRecognised,
  draftOf,
  isOther,
  leftOut,
  mapOf,
  withChoice,
} from './map-draft.ts';
import { MapPreview } from './map-preview.tsx';
import { MapValues } from './map-values.tsx';
import { mapWords } from './map-words.ts';

const examplesMax = 10;

interface MapEditorProps {
  channel: Channel;
  draft: Draft;
  onChange: (draft: Draft) => void;
}

export function MapEditor(props: MapEditorProps): ReactNode {
  const { channel } = props;
  const say = useWords(mapWords);
  const intakes = useQuery({
    queryKey: [kinds.channels, 'examples', channel.id],
    queryFn: async () =>
      (await client.intakes.list({ channelId: channel.id, limit: examplesMax }).page()).data,
  });
  return (
    <Section title={say('title')} hint={say(channel.map === null ? 'byNames' : 'hint')}>
      <Loaded query={intakes}>
        {(found) =>
          found.length === 0 ? (
            <Text>{say('noIntakes')}</Text>
          ) : (
            <Editor {...props} intakes={found} />
          )
        }
      </Loaded>
    </Section>
  );
}

interface EditorProps extends MapEditorProps {
  intakes: readonly ListedIntake[];
}

function Editor({ channel, draft, onChange, intakes }: EditorProps): ReactNode {
  const say = useWords(mapWords);
  const { id, type, portal } = channel;
  const saved = draftOf(channel.map);
  // Stays the same when another one comes in.
  const [chosenId, setChosenId] = useState(intakes[0]!.id);
  const intakeId = intakes.find((one) => one.id === chosenId)?.id ?? intakes[0]!.id;
  const map = mapOf(draft);
  const preview = useQuery({
    queryKey: [kinds.channels, 'preview', id, portal, intakeId, JSON.stringify(map)],
    queryFn: () => previewIntake({ type, map, portal, intakeId }),
    placeholderData: keepPreviousData,
  });
  const save = useMutation({
    mutationFn: () => saveChannel(id, { map }),
    onSuccess: () => showDone(say('saved')),
  });
  const isChanged = isOther(draft, saved);
  return (
    <Stack>
      <Examples intakes={intakes} chosenId={intakeId} onChoose={setChosenId} />
      <Loaded query={preview}>
        {(found) => (
          <div className="channel-map">
            <section>
              <Title order={3} size="h5" mb="xs">
                {say('cameIn')}
              </Title>
              <MapValues
                key={intakeId}
                values={found.paths}
                draft={draft}
                onChoose={(field, path) =>
                  onChange(withChoice(startOf(channel, draft, found, path), field, path))
                }
              />
            </section>
            <MapPreview
              preview={found}
              draft={draft}
              unused={isAllThatIsRead(channel, draft) ? leftOut(draft, found.paths) : []}
              onChange={onChange}
            />
          </div>
        )}
      </Loaded>
      {save.error && <ErrorNote error={save.error} />}
      <Group>
        <Button disabled={!isChanged} loading={save.isPending} onClick={() => save.mutate()}>
          {say('save')}
        </Button>
        {isChanged && (
          <Button variant="default" onClick={() => onChange(saved)}>
            {say('undo')}
          </Button>
        )}
        {map !== null && (
          <Button variant="default" onClick={() => onChange({})}>
            {say('clear')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function startOf(channel: Channel, draft: Draft, { lead, paths }: Preview, path: string): Draft {
  if (!isEmpty(draft) || isCorrecting(channel)) return draft;
  return draftFromRecognised(lead, paths, path);
}

function isAllThatIsRead(channel: Channel, draft: Draft): boolean {
  return !isEmpty(draft) && !isCorrecting(channel);
}

/** For a mail and a known sender a map only corrects. */
function isCorrecting({ type, portal }: Channel): boolean {
  return type === 'mail' || portal !== null;
}

function isEmpty(draft: Draft): boolean {
  return Object.keys(draft).length === 0;
}

interface ExamplesProps {
  intakes: readonly ListedIntake[];
  chosenId: string;
  onChoose: (id: string) => void;
}

function Examples({ intakes, chosenId, onChoose }: ExamplesProps): ReactNode {
  const say = useWords(mapWords);
  const format = useFormat();
  const nameOf = ({ lead }: ListedIntake) => {
    const name = lead?.['customerName'];
    return typeof name === 'string' ? name : say('noName');
  };
  return (
    <NativeSelect
      label={say('example')}
      value={chosenId}
      onChange={(event) => onChoose(event.currentTarget.value)}
      data={intakes.map((intake) => ({
        value: intake.id,
        label: say('exampleOf', {
          name: nameOf(intake),
          when: format.dateAndTime(intake.receivedAt),
        }),
      }))}
    />
  );
}
