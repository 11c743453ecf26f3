// The form of a lead or job.
import { NativeSelect, TagsInput, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import {
  budgetQuoteLengthMax,
  categoryLengthMax,
  hoursLengthMax,
  longTextLengthMax,
  tagsMax,
  titleLengthMax,
} from '../../../../contract/limits.ts';
import { priorities, sources } from '../../../../contract/work-item-lists.ts';
import { phaseOf } from '../../../../contract/work-item-moves.ts';
import type { Priority, WorkItem } from '../../../../sdk/src/index.ts';
import { kinds } from '../../app/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DraftNote, useDraftFields } from '../../parts/draft.tsx';
import { tagsInUse } from '../../parts/tags-in-use.ts';
import { priorityWords, sourceWords } from '../../parts/work-item-words.ts';
import { useWords } from '../../words/words.ts';
import { fieldsOf, type ItemFields, patchOf } from './item-fields.ts';
import type { ReadItem } from './item-data.ts';
import { itemWords } from './item-words.ts';
import { MoneyInput } from './money-input.tsx';
import { useSaving } from './saving.ts';
import { SavingForm } from './saving-form.tsx';

interface EditDialogProps {
  read: ReadItem;
  onClose: () => void;
}

export default function EditDialog({ read, onClose }: EditDialogProps): ReactNode {
  const say = useWords(itemWords);
  const sayPriority = useWords(priorityWords);
  const saySource = useWords(sourceWords);
  // A refetch must not change the form while it is edited.
  const [opened] = useState(read);
  const [tags] = useState(() => tagsInUse(kinds.workItems));
  const [fields, setFields, draft] = useDraftFields(
    `edit ${opened.item.id}`,
    fieldsOf(opened.item),
  );
  const close = () => {
    draft.drop();
    onClose();
  };
  const saving = useSaving(opened, { before: draft.before, onDone: close });
  const set = (change: Partial<ItemFields>) => setFields({ ...fields, ...change });
  const patch = patchOf(fieldsOf(opened.item), fields);
  const save = () => {
    if (Object.keys(patch).length === 0) return close();
    void saving.save(patch);
  };
  return (
    <Dialog onClose={onClose} title={say('edit')} size="lg">
      <SavingForm saving={saving} patch={patch} onSave={save} onClose={close}>
        <DraftNote draft={draft} />
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
        <NativeSelect
          label={say('source')}
          value={fields.source}
          onChange={(event) => set({ source: event.currentTarget.value as WorkItem['source'] })}
          data={sources.map((value) => ({ value, label: saySource(value) }))}
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
          data={tags}
          onChange={(chosen) => set({ tags: chosen })}
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
            <TextInput
              label={say('hoursWorked')}
              value={fields.hoursWorked}
              onChange={(event) => set({ hoursWorked: event.currentTarget.value })}
              maxLength={hoursLengthMax}
            />
            <Textarea
              label={say('materials')}
              value={fields.materials}
              onChange={(event) => set({ materials: event.currentTarget.value })}
              maxLength={longTextLengthMax}
              autosize
              minRows={2}
              maxRows={8}
            />
          </>
        )}
      </SavingForm>
    </Dialog>
  );
}
