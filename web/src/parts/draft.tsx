// Keeps what is typed in a form until it is saved, and shows it again when the form is reopened.
import { Alert, Button, Group } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../app/drafts.ts';
import { useWords } from '../words/words.ts';
import { partWords } from './part-words.ts';
import { useIsOpen } from './use-is-open.ts';

interface Draft {
  /** The form shows text from an earlier time. */
  isRestored: boolean;
  /** Once it is saved or cancelled. */
  drop: () => void;
  isOpen: () => boolean;
}

interface FieldsDraft<Fields> extends Draft {
  /** The record as it was when each field was first edited, to tell a conflict. */
  before: Fields;
  /** After it was dropped too early. */
  keep: () => void;
  discard: () => void;
  /** Begins anew with a newer version of the record. */
  startFrom: (record: Fields) => void;
}

interface KeptFields<Fields> {
  /** The record when editing began: fields that were not touched follow the newer record. */
  before: Fields;
  after: Fields;
}

/** The state of a form, by field. Changes are kept under the name until `drop`. */
export function useDraftFields<Fields extends object>(
  name: string,
  initial: Fields,
): [fields: Fields, setFields: (fields: Fields) => void, draft: FieldsDraft<Fields>] {
  const [kept] = useState(() => touchedIn(readDraft(name) as KeptFields<Fields> | null, initial));
  const [before, setBefore] = useState<Fields>(() => ({ ...initial, ...kept?.before }));
  const [isRestored, setIsRestored] = useState(kept !== null);
  const [fields, setFields] = useState<Fields>(() => ({ ...initial, ...kept?.after }));
  const latest = useRef(fields);
  const isOpen = useIsOpen();
  const keep = () => {
    const after = latest.current;
    if (isSame(before, after)) dropDraft(name);
    else keepDraft(name, { before, after } satisfies KeptFields<Fields>);
  };
  const change = (after: Fields) => {
    latest.current = after;
    setFields(after);
    keep();
  };
  const drop = () => dropDraft(name);
  const startFrom = (record: Fields) => {
    drop();
    setIsRestored(false);
    setBefore(record);
    latest.current = record;
    setFields(record);
  };
  const discard = () => startFrom(initial);
  return [fields, change, { before, isRestored, isOpen, drop, keep, discard, startFrom }];
}

function touchedIn<Fields extends object>(
  kept: KeptFields<Fields> | null,
  initial: Fields,
): KeptFields<Partial<Fields>> | null {
  if (!kept) return null;
  const names = Object.keys(initial) as (keyof Fields)[];
  const touched = names.filter((one) => !isSame(kept.before[one], kept.after[one]));
  if (touched.length === 0) return null;
  const touchedOf = (fields: Fields) =>
    Object.fromEntries(touched.map((one) => [one, fields[one]])) as Partial<Fields>;
  return { before: touchedOf(kept.before), after: touchedOf(kept.after) };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

interface FormDraft extends Draft {
  /** For `defaultValue`. */
  values: Record<string, string>;
  /** Of the form. */
  onInput: (event: FormEvent<HTMLFormElement>) => void;
  /** After it was dropped too early. */
  keep: (form: HTMLFormElement) => void;
  /** The form's key: a discarded draft makes a new form. */
  key: number;
  discard: () => void;
}

/** For a form whose fields keep their own state. What is filled in at first is no draft. */
export function useFormDraft(
  name: string,
  first: Readonly<Record<string, string | null | undefined>> = {},
): FormDraft {
  const read = () => (readDraft(name) ?? {}) as Record<string, string>;
  const [values, setValues] = useState(read);
  const [key, setKey] = useState(0);
  const drop = () => dropDraft(name);
  const keep = (form: HTMLFormElement) => {
    const changed = filledIn(form).filter(([field, value]) => value !== first[field]);
    if (changed.length > 0) keepDraft(name, Object.fromEntries(changed));
    else drop();
  };
  const isOpen = useIsOpen();
  return {
    values,
    key,
    isOpen,
    isRestored: Object.keys(values).length > 0,
    onInput: ({ currentTarget }) => keep(currentTarget),
    keep,
    drop,
    discard: () => {
      drop();
      setValues({});
      setKey(key + 1);
    },
  };
}

function filledIn(form: HTMLFormElement): [field: string, value: FormDataEntryValue][] {
  return [...new FormData(form)].filter(([, value]) => typeof value === 'string' && value);
}

/** Says that the text is an earlier one, with a button to begin anew. */
export function DraftNote({
  draft,
}: {
  draft: { isRestored: boolean; discard: () => void };
}): ReactNode {
  const say = useWords(partWords);
  if (!draft.isRestored) return null;
  return (
    <Alert role="status" p="xs">
      <Group justify="space-between" gap="xs">
        {say('draft')}
        <Button variant="default" size="xs" onClick={draft.discard}>
          {say('discard')}
        </Button>
      </Group>
    </Alert>
  );
}
