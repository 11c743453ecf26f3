// The form for a new lead, such as from a phone call.
import { Fieldset, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import * as limits from '../../../../contract/limits.ts';
import { priorities, sources } from '../../../../contract/work-item-lists.ts';
import { type LeadSubmission, ValidationError } from '../../../../sdk/src/index.ts';
import { sendOrQueue } from '../../app/outbox/outbox.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DraftNote, useFormDraft } from '../../parts/draft.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { FormButtons } from '../../parts/form-buttons.tsx';
import { showDone } from '../../parts/show-error.tsx';
import { fieldErrors } from '../../parts/describe-error.ts';
import { priorityWords, sourceWords } from '../../parts/work-item-words.ts';
import { useWords } from '../../words/words.ts';
import { newLeadWords } from './new-lead-words.ts';

type Field = Exclude<keyof LeadSubmission, 'photoUrls' | 'tags'>;

// More specific texts than the general validation messages.
const ownErrors = {
  customerName: 'nameNeeded',
  title: 'subjectNeeded',
  email: 'emailWrong',
  phone: 'phoneWrong',
} as const;

const first = { priority: 'medium', source: 'phone' };

export default function NewLead({ onClose }: { onClose: () => void }): ReactNode {
  const say = useWords(newLeadWords);
  const sayPriority = useWords(priorityWords);
  const saySource = useWords(sourceWords);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const draft = useFormDraft('new-lead', first);
  const { isOpen } = draft;
  const wrong = fieldErrors(error);

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const lead = Object.fromEntries(new FormData(form)) as unknown as LeadSubmission;
    setIsBusy(true);
    setError(null);
    try {
      const name = lead.customerName;
      const outcome = await sendOrQueue(
        { workItemId: null, title: name },
        { kind: 'lead', lead },
        { ...draft, keep: () => draft.keep(form) },
      );
      if (outcome === 'sent' || (outcome === 'waiting' && isOpen())) {
        showDone(say(outcome === 'sent' ? 'saved' : 'waiting', { name }));
      }
      // Otherwise the draft, and the open form, are of another lead.
      if (!isOpen()) return;
      draft.drop();
      onClose();
    } catch (problem) {
      setError(problem);
      setIsBusy(false);
      const wrongOne = problem instanceof ValidationError && Object.keys(problem.fields)[0];
      if (wrongOne) form.querySelector<HTMLElement>(`[name="${CSS.escape(wrongOne)}"]`)?.focus();
    }
  };

  const cancel = () => {
    draft.drop();
    onClose();
  };
  const field = (name: Field, lengthMax: number) => ({
    name,
    defaultValue: draft.values[name],
    maxLength: lengthMax,
    error:
      wrong[name] &&
      (name in ownErrors ? say(ownErrors[name as keyof typeof ownErrors]) : wrong[name]),
  });
  return (
    <Dialog onClose={onClose} title={say('title')} size="lg">
      <form key={draft.key} onSubmit={save} onInput={draft.onInput} noValidate>
        <Stack>
          <DraftNote draft={draft} />
          <Fieldset legend={say('who')}>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              <TextInput
                {...field('customerName', limits.nameLengthMax)}
                label={say('customerName')}
                autoComplete="off"
                required
                data-autofocus
              />
              <TextInput
                {...field('phone', limits.phoneLengthMax)}
                label={say('phone')}
                type="tel"
                autoComplete="off"
                description={say('known')}
                inputWrapperOrder={['label', 'input', 'error', 'description']}
              />
              <TextInput
                {...field('email', limits.emailLengthMax)}
                label={say('email')}
                type="email"
                autoComplete="off"
              />
              <TextInput
                {...field('companyName', limits.nameLengthMax)}
                label={say('companyName')}
                autoComplete="off"
              />
            </SimpleGrid>
          </Fieldset>
          <Fieldset legend={say('what')}>
            <Stack gap="sm">
              <TextInput
                {...field('title', limits.titleLengthMax)}
                label={say('subject')}
                placeholder={say('subjectExample')}
                autoComplete="off"
                required
              />
              <Textarea
                {...field('description', limits.longTextLengthMax)}
                label={say('description')}
                autosize
                minRows={3}
                maxRows={12}
              />
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
                <NativeSelect
                  name="priority"
                  label={say('priority')}
                  defaultValue={draft.values['priority'] ?? first.priority}
                  data={priorities.map((value) => ({ value, label: sayPriority(value) }))}
                />
                <NativeSelect
                  name="source"
                  label={say('source')}
                  defaultValue={draft.values['source'] ?? first.source}
                  data={sources.map((value) => ({ value, label: saySource(value) }))}
                />
              </SimpleGrid>
            </Stack>
          </Fieldset>
          <Fieldset legend={say('where')}>
            <div className="new-lead-address">
              <TextInput
                {...field('street', limits.streetLengthMax)}
                label={say('street')}
                autoComplete="off"
              />
              <TextInput
                {...field('streetNumber', limits.streetNumberLengthMax)}
                label={say('streetNumber')}
                autoComplete="off"
              />
              <TextInput
                {...field('streetNumberAddition', limits.streetNumberLengthMax)}
                label={say('streetNumberAddition')}
                autoComplete="off"
              />
              <TextInput
                {...field('postalCode', limits.postalCodeLengthMax)}
                label={say('postalCode')}
                autoComplete="off"
              />
              <TextInput
                {...field('city', limits.cityLengthMax)}
                label={say('city')}
                autoComplete="off"
              />
            </div>
          </Fieldset>
          {error !== null && !(error instanceof ValidationError) && <ErrorNote error={error} />}
          <FormButtons action={say('save')} isBusy={isBusy} onCancel={cancel} />
        </Stack>
      </form>
    </Dialog>
  );
}
