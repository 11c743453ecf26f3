// Notes for the business, edited where they stand.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { longTextLengthMax } from '../../../../contract/limits.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { partWords } from '../../parts/part-words.ts';
import { useWords } from '../../words/words.ts';
import { ConflictNote } from './conflict-note.tsx';
import type { ReadItem } from './item-data.ts';
import { itemWords } from './item-words.ts';
import { useSaving } from './saving.ts';
import { Section } from './section.tsx';

export function Notes({ read }: { read: ReadItem }): ReactNode {
  const say = useWords(itemWords);
  const { notes } = read.item;
  const [opened, setOpened] = useState<ReadItem | null>(null);
  if (opened) {
    return (
      <Section title={say('notes')}>
        <NotesForm opened={opened} onClose={() => setOpened(null)} />
      </Section>
    );
  }
  const edit = (
    <Button
      variant="default"
      leftSection={<Icon name="pen" size={16} />}
      onClick={() => setOpened(read)}
    >
      {say('editNotes')}
    </Button>
  );
  return (
    <Section title={say('notes')} action={edit}>
      <Text className="pre-wrap">{notes || say('noNotes')}</Text>
    </Section>
  );
}

interface NotesFormProps {
  opened: ReadItem;
  onClose: () => void;
}

function NotesForm({ opened, onClose }: NotesFormProps): ReactNode {
  const say = useWords(itemWords);
  const sayPart = useWords(partWords);
  const [text, setText] = useState(opened.item.notes ?? '');
  const { isBusy, error, theirs, save } = useSaving(opened, onClose);
  const patch = { notes: text.trim() || null };
  const saveMine = () => void save(patch);
  return (
    <Stack gap="sm">
      <Textarea
        aria-label={say('notes')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        maxLength={longTextLengthMax}
        autosize
        minRows={4}
        autoFocus
      />
      {error !== null && <ErrorNote error={error} />}
      {theirs && (
        <ConflictNote
          theirs={theirs}
          patch={patch}
          isBusy={isBusy}
          onMine={saveMine}
          onTheirs={onClose}
        />
      )}
      {!theirs && (
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {sayPart('cancel')}
          </Button>
          <Button loading={isBusy} onClick={saveMine}>
            {say('save')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
