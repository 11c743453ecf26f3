// The form for a customer without a lead.
import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import * as limits from '../../../../contract/limits.ts';
import { app } from '../../api/client.ts';
import { invalidate, kinds } from '../../app/queries.ts';
import { fieldErrors } from '../../parts/describe-error.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DraftNote, useFormDraft } from '../../parts/draft.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { FormButtons } from '../../parts/form-buttons.tsx';
import { showDone } from '../../parts/show-error.tsx';
import { useWords } from '../../words/words.ts';
import { newCustomerWords } from './new-customer-words.ts';

const lengthsMax = {
  customerName: limits.nameLengthMax,
  companyName: limits.nameLengthMax,
  phone: limits.phoneLengthMax,
  email: limits.emailLengthMax,
  street: limits.streetLengthMax,
  streetNumber: limits.streetNumberLengthMax,
  postalCode: limits.postalCodeLengthMax,
  city: limits.cityLengthMax,
};

type Field = keyof typeof lengthsMax;

const fields = Object.keys(lengthsMax) as Field[];
const inputTypes: Partial<Record<Field, string>> = { phone: 'tel', email: 'email' };

export default function NewCustomer({ onClose }: { onClose: () => void }): ReactNode {
  const say = useWords(newCustomerWords);
  const draft = useFormDraft('new-customer');
  const [, go] = useLocation();
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const wrong = fieldErrors(error);

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = Object.fromEntries(new FormData(event.currentTarget));
    setIsBusy(true);
    setError(null);
    try {
      const { id, isNew } = await app.once<{ id: string; isNew: boolean }>('/customers', typed);
      draft.drop();
      void invalidate(kinds.customers);
      showDone(say(isNew ? 'saved' : 'known'));
      go(`/customers/${id}`);
    } catch (problem) {
      setError(problem);
      setIsBusy(false);
    }
  };
  const cancel = () => {
    draft.drop();
    onClose();
  };

  return (
    <Dialog onClose={onClose} title={say('title')} size="lg">
      <form key={draft.key} onSubmit={save} onInput={draft.onInput} noValidate>
        <Stack>
          <DraftNote draft={draft} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {fields.map((field) => (
              <TextInput
                key={field}
                label={say(field)}
                name={field}
                type={inputTypes[field] ?? 'text'}
                maxLength={lengthsMax[field]}
                defaultValue={draft.values[field]}
                error={wrong[field]}
                autoComplete="off"
                data-autofocus={field === 'customerName' || undefined}
              />
            ))}
          </SimpleGrid>
          {error !== null && <ErrorNote error={error} fields={fields} />}
          <FormButtons action={say('save')} isBusy={isBusy} onCancel={cancel} />
        </Stack>
      </form>
    </Dialog>
  );
}
