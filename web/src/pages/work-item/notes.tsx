// Internal notes, edited in place.
import { Button, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { longTextLengthMax } from '../../../../contract/limits.ts';
import { Icon } from '../../parts/icon.tsx';
import { useWords } from '../../words/words.ts';
import type { ReadItem } from './item-data.ts';
import { itemWords } from './item-words.ts';
import { useSaving } from './saving.ts';
import { SavingForm } from './saving-form.tsx';
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
  const [text, setText] = useState(opened.item.notes ?? '');
  const saving = useSaving(opened, onClose);
  const patch = { notes: text.trim() || null };
  return (
    <SavingForm
      saving={saving}
      patch={patch}
      onSave={() => void saving.save(patch)}
      onClose={onClose}
    >
      <Textarea
        aria-label={say('notes')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        maxLength={longTextLengthMax}
        autosize
        minRows={4}
        autoFocus
      />
    </SavingForm>
  );
}
