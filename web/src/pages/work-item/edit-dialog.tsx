// Everything about a lead or job that is typed in, in one form.
import {
  Button,
  Group,
  NativeSelect,
  NumberInput,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import {
  budgetQuoteLengthMax,
  categoryLengthMax,
  longTextLengthMax,
  tagsMax,
  titleLengthMax,
} from '../../../../contract/limits.ts';
import { priorities } from '../../../../contract/work-item-lists.ts';
import { phaseOf } from '../../../../contract/work-item-moves.ts';
import type { Priority } from '../../../../sdk/src/index.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { partWords } from '../../parts/part-words.ts';
import { priorityWords } from '../../parts/work-item-words.ts';
import { useFormat } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { ConflictNote } from './conflict-note.tsx';
import { fieldsOf, type ItemFields, patchOf } from './item-fields.ts';
import type { ReadItem } from './item-data.ts';
import { itemWords } from './item-words.ts';
import { useSaving } from './saving.ts';

interface EditDialogProps {
  read: ReadItem;
  onClose: () => void;
}

export default function EditDialog({ read, onClose }: EditDialogProps): ReactNode {
  const say = useWords(itemWords);
  const sayPart = useWords(partWords);
  const sayPriority = useWords(priorityWords);
  // What others do meanwhile must not change the form under one's hands.
  const [opened] = useState(read);
  const [fields, setFields] = useState(() => fieldsOf(opened.item));
  const { isBusy, error, theirs, save } = useSaving(opened, onClose);
  const set = (change: Partial<ItemFields>) => setFields((old) => ({ ...old, ...change }));
  const patch = patchOf(fieldsOf(opened.item), fields);
  const saveMine = () => {
    if (Object.keys(patch).length === 0) return onClose();
    void save(patch);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Then there is a choice to be made.
    if (!theirs) saveMine();
  };
  return (
    <Dialog onClose={onClose} title={say('edit')} size="lg">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={say('title')}
            value={fields.title}
            onChange={(event) => set({ title: event.currentTarget.value })}
            maxLength={titleLengthMax}
            required
            withAsterisk={false}
            data-autofocus
          />
          <Textarea
            label={say('description')}
            value={fields.description}
            onChange={(event) => set({ description: event.currentTarget.value })}
            maxLength={longTextLengthMax}
            autosize
            minRows={3}
            maxRows={12}
          />
          <NativeSelect
            label={say('priority')}
            value={fields.priority}
            onChange={(event) => set({ priority: event.currentTarget.value as Priority })}
            data={priorities.map((value) => ({ value, label: sayPriority(value) }))}
          />
          <TextInput
            label={say('category')}
            value={fields.category}
            onChange={(event) => set({ category: event.currentTarget.value })}
            maxLength={categoryLengthMax}
          />
          <TagsInput
            label={say('tags')}
            description={say('tagsHint')}
            value={fields.tags}
            onChange={(tags) => set({ tags })}
            maxTags={tagsMax}
          />
          <TextInput
            label={say('budgetQuote')}
            value={fields.budgetQuote}
            onChange={(event) => set({ budgetQuote: event.currentTarget.value })}
            maxLength={budgetQuoteLengthMax}
          />
          <MoneyInput
            label={say('estimatedCost')}
            cents={fields.estimatedCost}
            onChange={(estimatedCost) => set({ estimatedCost })}
          />
          {phaseOf(opened.item.status) === 'job' && (
            <>
              <MoneyInput
                label={say('finalCost')}
                cents={fields.finalCost}
                onChange={(finalCost) => set({ finalCost })}
              />
              <Textarea
                label={say('completionNotes')}
                value={fields.completionNotes}
                onChange={(event) => set({ completionNotes: event.currentTarget.value })}
                maxLength={longTextLengthMax}
                autosize
                minRows={2}
                maxRows={8}
              />
            </>
          )}
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
              <Button type="submit" loading={isBusy}>
                {say('save')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}

interface MoneyInputProps {
  label: string;
  cents: number | null;
  onChange: (cents: number | null) => void;
}

function MoneyInput({ label, cents, onChange }: MoneyInputProps): ReactNode {
  const { locale } = useFormat();
  const isComma = locale.startsWith('nl');
  return (
    <NumberInput
      label={label}
      value={cents === null ? '' : cents / 100}
      onChange={(value) => onChange(value === '' ? null : Math.round(Number(value) * 100))}
      decimalScale={2}
      decimalSeparator={isComma ? ',' : '.'}
      allowedDecimalSeparators={['.', ',']}
      min={0}
      hideControls
      inputMode="decimal"
    />
  );
}
