// Edits a customer. On a conflict both versions are shown.
import { SimpleGrid, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type Customer, type CustomerPatch, responseOf } from '../../../../sdk/src/index.ts';
import { client, uncachedClient } from '../../api/client.ts';
import { kinds } from '../../app/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DraftNote, useDraftFields } from '../../parts/draft.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { FieldsConflict } from '../../parts/fields-conflict.tsx';
import { FormButtons } from '../../parts/form-buttons.tsx';
import { saveIfUnchanged } from '../../parts/save-if-unchanged.ts';
import { showDone } from '../../parts/show-error.tsx';
import { tagsInUse } from '../../parts/tags-in-use.ts';
import { fieldErrors } from '../../parts/describe-error.ts';
import { useWords } from '../../words/words.ts';
import { customerFormWords } from './customer-form-words.ts';
import { refreshCustomers } from './customer-merges.tsx';
import { type CustomerValues, textFields } from './customer-values.ts';

const inputTypes: Partial<Record<(typeof textFields)[number], string>> = {
  email: 'email',
  phone: 'tel',
  secondaryPhone: 'tel',
};

interface CustomerFormProps {
  customer: Customer;
  etag: string;
  onClose: () => void;
}

interface Version {
  values: CustomerValues;
  etag: string;
}

export default function CustomerForm({ customer, etag, onClose }: CustomerFormProps): ReactNode {
  const say = useWords(customerFormWords);
  const [base, setBase] = useState<Version>({ values: valuesOf(customer), etag });
  const [values, setValues, draft] = useDraftFields(`customer ${customer.id}`, base.values);
  const [tags] = useState(() => tagsInUse(kinds.customers));
  const [theirs, setTheirs] = useState<Version | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);

  /** Sends only the fields changed here, so that changes to other fields survive. */
  const save = async (over: Version) => {
    setIsBusy(true);
    setError(null);
    try {
      const patch = patchOf(base.values, values);
      const newer = await saveIfUnchanged(over, {
        patch,
        seen: over === base ? draft.before : over.values,
        save: (last) => client.customers.update(customer.id, patch, { ifMatch: last.etag }),
        readUncached: () => readVersion(customer.id),
        fieldsOf: (version) => version.values,
      });
      if (newer) return setTheirs(newer);
      draft.drop();
      showDone(say('saved'));
      onClose();
      await refreshCustomers();
    } catch (problem) {
      setError(problem);
    } finally {
      setIsBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(base).catch(setError);
  };
  const takeTheirs = (version: Version) => {
    setBase(version);
    draft.startFrom(version.values);
    setTheirs(null);
  };
  const cancel = () => {
    draft.drop();
    onClose();
  };
  const wrong = fieldErrors(error);

  return (
    <Dialog onClose={onClose} title={say('title')} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack>
          <DraftNote draft={draft} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {textFields
              .filter((field) => field !== 'notes')
              .map((field) => (
                <TextInput
                  key={field}
                  label={say(field)}
                  type={inputTypes[field] ?? 'text'}
                  size="md"
                  autoComplete="off"
                  value={values[field]}
                  error={wrong[field]}
                  onChange={({ currentTarget: { value } }) =>
                    setValues({ ...values, [field]: value })
                  }
                />
              ))}
          </SimpleGrid>
          <Textarea
            label={say('notes')}
            autosize
            minRows={3}
            maxRows={10}
            size="md"
            value={values.notes}
            error={wrong['notes']}
            onChange={({ currentTarget: { value } }) => setValues({ ...values, notes: value })}
          />
          <TagsInput
            label={say('tags')}
            description={say('tagsHint')}
            size="md"
            data={tags}
            value={values.tags}
            error={wrong['tags']}
            onChange={(chosen) => setValues({ ...values, tags: chosen })}
          />
          {error !== null && <ErrorNote error={error} fields={[...textFields, 'tags']} />}
          {theirs ? (
            <FieldsConflict
              title={say('conflict')}
              nameOf={(field) => say(field)}
              mine={values}
              theirs={theirs.values}
              isBusy={isBusy}
              onKeepMine={() => void save(theirs).catch(setError)}
              onUseTheirs={() => takeTheirs(theirs)}
            />
          ) : (
            <FormButtons action={say('save')} isBusy={isBusy} onCancel={cancel} />
          )}
        </Stack>
      </form>
    </Dialog>
  );
}

async function readVersion(id: string): Promise<Version> {
  const customer = await uncachedClient.customers.get(id);
  return { values: valuesOf(customer), etag: responseOf(customer)?.etag ?? '' };
}

function valuesOf(customer: Customer): CustomerValues {
  const texts = textFields.map((field) => [field, customer[field] ?? '']);
  return { ...Object.fromEntries(texts), tags: customer.tags ?? [] } as CustomerValues;
}

/** Only changed fields, so that concurrent changes to other fields survive. */
function patchOf(before: CustomerValues, after: CustomerValues): CustomerPatch {
  const changed = textFields.filter((field) => after[field].trim() !== before[field].trim());
  const patch: CustomerPatch = Object.fromEntries(
    // An empty name is sent as '', for the server's validation message.
    changed.map((field) => [field, after[field].trim() || (field === 'name' ? '' : null)]),
  );
  if (JSON.stringify(after.tags) !== JSON.stringify(before.tags)) {
    patch.tags = after.tags.length > 0 ? after.tags : null;
  }
  return patch;
}
