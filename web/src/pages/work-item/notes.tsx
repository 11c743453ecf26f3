// Internal notes, edited in place.
import { Button, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { longTextLengthMax } from '../../../../contract/limits.ts';
import { readDraft } from '../../app/drafts.ts';
import { DraftNote, useDraftFields } from '../../parts/draft.tsx';
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
  // Half a note from an earlier time is shown at once.
  const [opened, setOpened] = useState(() => (readDraft(draftNameOf(read)) ? read : null));
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
  const [{ text }, setFields, draft] = useDraftFields(draftNameOf(opened), {
    text: opened.item.notes ?? '',
  });
  const close = () => {
    draft.drop();
    onClose();
  };
  const saving = useSaving(opened, close);
  const patch = { notes: text.trim() || null };
  return (
    <SavingForm
      saving={saving}
      patch={patch}
      onSave={() => void saving.save(patch)}
      onClose={close}
    >
      <DraftNote draft={draft} />
      <Textarea
        aria-label={say('notes')}
        value={text}
        onChange={(event) => setFields({ text: event.currentTarget.value })}
        maxLength={longTextLengthMax}
        autosize
        minRows={4}
        autoFocus
      />
    </SavingForm>
  );
}

function draftNameOf({ item }: ReadItem): string {
  return `notes ${item.id}`;
}
