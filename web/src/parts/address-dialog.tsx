// A form to change an address or enter a new one.
import { SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import {
  cityLengthMax,
  longTextLengthMax,
  postalCodeLengthMax,
  streetLengthMax,
  streetNumberLengthMax,
} from '../../../contract/limits.ts';
import { type Address, type AddressPatch, responseOf } from '../../../sdk/src/index.ts';
import { uncachedClient } from '../api/client.ts';
import { kinds, invalidate } from '../app/queries.ts';
import { useWords } from '../words/words.ts';
import { addressWords } from './address-words.ts';
import { Dialog } from './dialog.tsx';
import { DraftNote, useDraftFields } from './draft.tsx';
import { ErrorNote } from './error-note.tsx';
import { FieldsConflict } from './fields-conflict.tsx';
import { FormButtons } from './form-buttons.tsx';
import { saveIfUnchanged } from './save-if-unchanged.ts';
import { fieldErrors } from './describe-error.ts';

const lengthsMax = {
  street: streetLengthMax,
  streetNumber: streetNumberLengthMax,
  streetNumberAddition: streetNumberLengthMax,
  postalCode: postalCodeLengthMax,
  city: cityLengthMax,
};

type Line = keyof typeof lengthsMax;
type Values = Record<Line | 'locationNotes', string>;

const lines = Object.keys(lengthsMax) as Line[];

interface AddressDialogProps {
  title: string;
  /** Null to add an address. */
  address: Address | null;
  draftName: string;
  /** With the ETag of the address that is changed. */
  onSave: (patch: AddressPatch, ifMatch?: string) => Promise<unknown>;
  onSaved?: () => void;
  onClose: () => void;
}

interface Version {
  values: Values;
  etag: string;
}

export default function AddressDialog(props: AddressDialogProps): ReactNode {
  const { title, address, draftName, onSave, onSaved, onClose } = props;
  const say = useWords(addressWords);
  const [isNew] = useState(address === null);
  const [isEmptySubmitted, setIsEmptySubmitted] = useState(false);
  const [opened, setOpened] = useState(() => valuesOf(address));
  const [values, setValues, draft] = useDraftFields(`address ${draftName}`, opened);
  const first = useRef<HTMLInputElement>(null);
  const [theirs, setTheirs] = useState<Version | null>(null);
  /** Sends only the fields changed here, so that changes to other fields survive. */
  const saveOver = async (patch: AddressPatch): Promise<Version | null> => {
    if (isNew || !address) {
      await onSave(patch);
      return null;
    }
    const readUncached = () => readVersion(address.id);
    return saveIfUnchanged(theirs ?? (await readUncached()), {
      patch,
      seen: theirs?.values ?? draft.before,
      save: ({ etag }) => onSave(patch, etag),
      readUncached,
      fieldsOf: ({ values: fields }) => fields,
    });
  };
  const save = useMutation({
    mutationFn: saveOver,
    onSuccess: async (newer) => {
      setTheirs(newer);
      if (newer) return;
      draft.drop();
      await refresh();
      onClose();
      onSaved?.();
    },
    // After a lost response the address may have been saved.
    onError: () => void refresh(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // During a conflict the buttons of the note decide.
    if (theirs) return;
    const patch = patchOf(opened, values);
    setIsEmptySubmitted(isNew);
    if (isNew && !isPlace(values)) return first.current?.focus();
    if (Object.keys(patch).length === 0) return onClose();
    save.mutate(patch);
  };
  const cancel = () => {
    draft.drop();
    onClose();
  };
  const takeTheirs = (version: Version) => {
    setOpened(version.values);
    draft.startFrom(version.values);
    setTheirs(null);
  };
  const wrong = fieldErrors(save.error);
  if (isEmptySubmitted && !isPlace(values)) wrong['street'] = say('noPlace');
  const field = (name: keyof Values) => ({
    label: say(name),
    value: values[name],
    error: wrong[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: value }),
  });
  return (
    <Dialog onClose={onClose} title={title} centered>
      <form onSubmit={submit}>
        <Stack>
          <DraftNote draft={draft} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {lines.map((name) => (
              <TextInput
                key={name}
                ref={name === lines[0] ? first : null}
                {...field(name)}
                maxLength={lengthsMax[name]}
                autoComplete="off"
                data-autofocus={name === lines[0] || undefined}
              />
            ))}
          </SimpleGrid>
          <Textarea
            {...field('locationNotes')}
            maxLength={longTextLengthMax}
            autosize
            minRows={2}
            maxRows={8}
          />
          {save.error && (
            <ErrorNote
              error={save.error}
              fields={Object.keys(values)}
              known={{ 409: say('taken') }}
            />
          )}
          {theirs ? (
            <FieldsConflict
              title={say('conflict')}
              nameOf={(field) => say(field)}
              mine={values}
              theirs={theirs.values}
              isBusy={save.isPending}
              onKeepMine={() => save.mutate(patchOf(opened, values))}
              onUseTheirs={() => takeTheirs(theirs)}
            />
          ) : (
            <FormButtons action={say('save')} isBusy={save.isPending} onCancel={cancel} />
          )}
        </Stack>
      </form>
    </Dialog>
  );
}

function refresh(): Promise<unknown> {
  return Promise.all([kinds.workItems, kinds.customers].map((kind) => invalidate(kind)));
}

async function readVersion(id: string): Promise<Version> {
  const address = await uncachedClient.addresses.get(id);
  return { values: valuesOf(address), etag: responseOf(address)?.etag ?? '' };
}

function valuesOf(address: Address | null): Values {
  const texts = lines.map((name) => [name, address?.[name] ?? '']);
  return { ...Object.fromEntries(texts), locationNotes: address?.locationNotes ?? '' } as Values;
}

function isPlace({ street, postalCode, city }: Values): boolean {
  return (street + postalCode + city).trim() !== '';
}

/** Only changed fields, so that concurrent changes to other fields survive. */
function patchOf(before: Values, after: Values): AddressPatch {
  const names = Object.keys(after) as (keyof Values)[];
  const changed = names.filter((name) => after[name].trim() !== before[name]);
  return Object.fromEntries(changed.map((name) => [name, after[name].trim() || null]));
}
