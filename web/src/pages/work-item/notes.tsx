// The notes: who wrote what and when, with a field for the next one.
import { ActionIcon, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import {
  longTextLengthMax,
  notesPerItemMax,
  wholeNotesLengthMax,
} from '../../../../contract/limits.ts';
import type { Note, WorkItem } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { readDraft } from '../../app/drafts.ts';
import { type SentForm, sendOrQueue } from '../../app/outbox/outbox.ts';
import { useOutboxItems } from '../../app/outbox/use-outbox.ts';
import { outboxWords } from '../../app/outbox/outbox-words.ts';
import { invalidate, kinds } from '../../app/queries.ts';
import { useMember } from '../../app/session.ts';
import { AssigneeFace } from '../../parts/assignee-face.tsx';
import { DraftNote, useDraftFields } from '../../parts/draft.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useFormat } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import type { ReadItem } from './item-data.ts';
import { itemWords } from './item-words.ts';
import { noteWords } from './note-words.ts';
import { useSaving } from './saving.ts';
import { SavingForm } from './saving-form.tsx';
import { Section } from './section.tsx';

// Every entry, and as many unsigned parts between them.
const partsMax = 2 * notesPerItemMax + 1;

export function Notes({ read }: { read: ReadItem }): ReactNode {
  const say = useWords(noteWords);
  const sayItem = useWords(itemWords);
  const waiting = useOutboxItems(read.item.id).flatMap(({ order, content, problem }) =>
    content.kind === 'note' ? [{ order, text: content.text, problem }] : [],
  );
  // Half a text from an earlier time is shown at once.
  const [opened, setOpened] = useState(() => (readDraft(draftNameOf(read)) ? read : null));
  if (opened) {
    return (
      <Section title={say('title')}>
        <WholeNotes opened={opened} onClose={() => setOpened(null)} />
      </Section>
    );
  }
  const edit = (
    <Button
      variant="default"
      leftSection={<Icon name="pen" size={16} />}
      onClick={() => setOpened(read)}
    >
      {sayItem('editNotes')}
    </Button>
  );
  return (
    <Section title={say('title')} action={edit}>
      <Stack gap="sm">
        {(read.item.notes || waiting.length === 0) && <Entries read={read} />}
        <WaitingNotes notes={waiting} />
        <NewNote item={read.item} />
      </Stack>
    </Section>
  );
}

function Entries({ read: { item } }: { read: ReadItem }): ReactNode {
  const say = useWords(noteWords);
  const query = useQuery({
    queryKey: [kinds.workItems, 'notes', item.id],
    queryFn: () => client.workItems.notes(item.id).all({ max: partsMax }),
    enabled: item.notes !== null,
  });
  if (!item.notes) return <Text>{say('none')}</Text>;
  // Without them, as after a failure, the text is shown unsigned.
  if (!query.data) return <Text className="pre-wrap">{item.notes}</Text>;
  return (
    <ul className="item-notes">
      {query.data.map((note, index) => (
        <Entry key={note.id ?? `part ${index}`} itemId={item.id} note={note} />
      ))}
    </ul>
  );
}

function Entry({ itemId, note }: { itemId: string; note: Note }): ReactNode {
  const say = useWords(noteWords);
  const format = useFormat();
  const { account } = useMember();
  const [isEditing, setIsEditing] = useState(false);
  const { id, text, actor, actorId, authorName, createdAt, editedAt } = note;
  const isMine = id !== null && actor === 'member' && actorId === account.id;
  if (isEditing) {
    return (
      <li>
        <NoteForm
          label={say('text')}
          action={say('save')}
          draftName={`note ${id}`}
          text={text}
          onSave={async (changed, form) => {
            await client.workItems.editNote(itemId, id!, { text: changed });
            form.drop?.();
            void invalidate(kinds.workItems);
          }}
          onClose={() => setIsEditing(false)}
        />
      </li>
    );
  }
  return (
    <li>
      <Text className="pre-wrap item-text">{text}</Text>
      {actor && createdAt && (
        <Group gap="xs" className="item-note-author">
          {actor === 'member' && <AssigneeFace assigneeId={actorId} />}
          <span>
            {authorName ?? say(actor)}
            {actor === 'key' && authorName && ` (${say('key')})`} · {format.dateAndTime(createdAt)}
            {editedAt && ` · ${say('edited')}`}
          </span>
          {isMine && (
            <ActionIcon
              variant="subtle"
              size={44}
              aria-label={say('editOne')}
              onClick={() => setIsEditing(true)}
            >
              <Icon name="pen" size={16} />
            </ActionIcon>
          )}
        </Group>
      )}
    </li>
  );
}

interface WaitingNote {
  order: number;
  text: string;
  problem: object | null;
}

function WaitingNotes({ notes }: { notes: WaitingNote[] }): ReactNode {
  const say = useWords(outboxWords);
  if (notes.length === 0) return null;
  return (
    <ul className="item-notes">
      {notes.map(({ order, text, problem }) => (
        <li key={order}>
          <Text className="pre-wrap item-text">{text}</Text>
          <span className="item-note-author">
            {problem ? say('problems', { count: 1 }) : say('waiting')}
          </span>
        </li>
      ))}
    </ul>
  );
}

function NewNote({ item: { id, title } }: { item: WorkItem }): ReactNode {
  const say = useWords(noteWords);
  // A new form for the next note.
  const [added, setAdded] = useState(0);
  return (
    <NoteForm
      key={added}
      label={say('new')}
      action={say('add')}
      placeholder={say('placeholder')}
      draftName={`new note ${id}`}
      text=""
      onSave={async (text, form) => {
        await sendOrQueue({ workItemId: id, title }, { kind: 'note', text }, form);
        if (form.isOpen()) setAdded(added + 1);
      }}
    />
  );
}

interface NoteFormProps {
  label: string;
  action: string;
  placeholder?: string;
  draftName: string;
  text: string;
  onSave: (text: string, form: SentForm) => Promise<unknown>;
  onClose?: () => void;
}

function NoteForm(props: NoteFormProps): ReactNode {
  const { label, action, placeholder, draftName, onSave } = props;
  const say = useWords(noteWords);
  const [{ text }, setFields, draft] = useDraftFields(draftName, { text: props.text });
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isEmpty = text.trim() === '';
  const onClose =
    props.onClose &&
    (() => {
      draft.drop();
      props.onClose!();
    });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isEmpty || isBusy) return;
    setIsBusy(true);
    setError(null);
    try {
      await onSave(text.trim(), draft);
      if (draft.isOpen()) onClose?.();
    } catch (problem) {
      setError(problem);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="xs">
        <Textarea
          aria-label={label}
          placeholder={placeholder}
          value={text}
          onChange={(event) => setFields({ text: event.currentTarget.value })}
          // What is typed now would be in neither note.
          readOnly={isBusy}
          maxLength={longTextLengthMax}
          autosize
          minRows={onClose ? 3 : 1}
          autoFocus={onClose !== undefined}
        />
        {error !== null && <ErrorNote error={error} />}
        {(!isEmpty || onClose) && (
          <Group gap="xs">
            <Button type="submit" loading={isBusy} disabled={isEmpty}>
              {action}
            </Button>
            {onClose && (
              <Button variant="default" onClick={onClose}>
                {say('cancel')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </form>
  );
}

interface WholeNotesProps {
  opened: ReadItem;
  onClose: () => void;
}

/** The whole text, also what came with the lead. Notes that stay keep their author. */
function WholeNotes({ opened, onClose }: WholeNotesProps): ReactNode {
  const say = useWords(noteWords);
  const [{ text }, setFields, draft] = useDraftFields(draftNameOf(opened), {
    text: opened.item.notes ?? '',
  });
  const close = () => {
    draft.drop();
    onClose();
  };
  const saving = useSaving(opened, { before: { notes: draft.before.text }, onDone: close });
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
        aria-label={say('title')}
        value={text}
        onChange={(event) => setFields({ text: event.currentTarget.value })}
        maxLength={wholeNotesLengthMax}
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
