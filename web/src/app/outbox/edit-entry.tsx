// Corrects the texts of an item that waits.
import { Stack, Textarea } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { longTextLengthMax } from '../../../../contract/limits.ts';
import { fieldErrors } from '../../parts/describe-error.ts';
import { DraftNote, useDraftFields } from '../../parts/draft.tsx';
import { fieldLabel } from '../../parts/field-rules.ts';
import { FormButtons } from '../../parts/form-buttons.tsx';
import { useWords } from '../../words/words.ts';
import { editItem } from './outbox.ts';
import { errorOf, type OutboxItem, textsOf } from './outbox-item.ts';
import { outboxWords } from './outbox-words.ts';

interface EditEntryProps {
  item: OutboxItem;
  onClose: () => void;
}

export function EditEntry({ item, onClose }: EditEntryProps): ReactNode {
  const say = useWords(outboxWords);
  const { content, problem, key } = item;
  const [texts, setTexts, draft] = useDraftFields(`outbox ${key}`, textsOf(content));
  const wrong = problem?.kind === 'refused' ? fieldErrors(errorOf(problem)) : {};
  const close = () => {
    draft.drop();
    onClose();
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    await editItem(item, texts);
    close();
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <Stack gap="xs">
        <DraftNote draft={draft} />
        {Object.entries(texts).map(([name, text]) => (
          <Textarea
            key={name}
            label={content.kind === 'note' ? say('noteText') : (fieldLabel(name) ?? name)}
            value={text}
            onChange={({ currentTarget: { value } }) => setTexts({ ...texts, [name]: value })}
            error={wrong[name]}
            maxLength={longTextLengthMax}
            autosize
            minRows={1}
            maxRows={8}
          />
        ))}
        <FormButtons action={say('save')} isBusy={false} onCancel={close} />
      </Stack>
    </form>
  );
}
