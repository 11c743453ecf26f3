// Corrects a lead that was refused or held, and accepts it.
import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ErrorDetail, LeadCorrections } from '../../../sdk/src/index.ts';
import { useWords } from '../words/words.ts';
import { correctLeadWords } from './correct-lead-words.ts';
import { fieldErrors, fieldMessage } from './describe-error.ts';
import { DraftNote, useDraftFields } from './draft.tsx';
import { ErrorNote } from './error-note.tsx';
import { fieldWords, isLeadField, isListField, type LeadField, leadFields } from './lead-fields.ts';
import { correctionsFor, readRefusedLead } from './refused-lead.ts';
import { priorityWords, sourceWords } from './work-item-words.ts';

const shownAlways = new Set<LeadField>(['customerName', 'title', 'email', 'phone', 'description']);
const longFields = new Set<LeadField>(['description', 'notes', 'photoUrls', 'tags']);

const blank = Object.fromEntries(leadFields.map((field) => [field, ''])) as Record<
  LeadField,
  string
>;

interface CorrectLeadProps {
  /** Of its draft. */
  name: string;
  /** The lead that was sent, as JSON or as a form. */
  body: string;
  /** What was wrong with it. */
  details: readonly ErrorDetail[];
  accept: (corrections: LeadCorrections) => Promise<unknown>;
}

export function CorrectLead({ name, body, details, accept }: CorrectLeadProps): ReactNode {
  const say = useWords(correctLeadWords);
  const [lead] = useState(() => readRefusedLead(body));
  const [fields, setFields, draft] = useDraftFields(name, { ...blank, ...lead.fields });
  const [isAllShown, setIsAllShown] = useState(false);
  const accepting = useMutation({
    mutationFn: async (sent: typeof fields) => {
      await accept(correctionsFor(lead, sent));
      draft.drop();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    accepting.mutate(fields);
  };
  const refusals = refusalsIn(details);
  const wrong = fieldErrors(accepting.error);
  const corrections = correctionsFor(lead, fields);
  const isAsRefused = (field: LeadField) => fields[field] === accepting.variables?.[field];
  const errorOf = (field: LeadField) => {
    // Hide the error of a field that was edited since.
    if (accepting.error) return isAsRefused(field) ? wrong[field] : undefined;
    return field in corrections ? undefined : refusals[field];
  };
  const shown = leadFields.filter(
    (field) =>
      isAllShown ||
      shownAlways.has(field) ||
      lead.fields[field] !== undefined ||
      fields[field] !== '' ||
      errorOf(field) !== undefined,
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <DraftNote draft={draft} />
        {shown.map((field) => (
          <FieldInput
            key={field}
            field={field}
            value={fields[field]}
            guessedFrom={lead.guessedFrom[field]}
            error={errorOf(field)}
            onChange={(value) => setFields({ ...fields, [field]: value })}
          />
        ))}
        {accepting.error && <ErrorNote error={accepting.error} fields={shown} />}
        <Group>
          <Button type="submit" loading={accepting.isPending}>
            {say('accept')}
          </Button>
          {!isAllShown && (
            <Button variant="subtle" onClick={() => setIsAllShown(true)}>
              {say('otherFields')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function refusalsIn(details: readonly ErrorDetail[]): Partial<Record<LeadField, string>> {
  const refusals: Partial<Record<LeadField, string>> = {};
  for (const detail of details) {
    const { field } = detail;
    if (field !== null && isLeadField(field)) refusals[field] ??= fieldMessage(detail);
  }
  return refusals;
}

interface FieldInputProps {
  field: LeadField;
  value: string;
  guessedFrom: string | undefined;
  error: string | undefined;
  onChange: (value: string) => void;
}

function FieldInput({ field, value, guessedFrom, error, onChange }: FieldInputProps): ReactNode {
  const say = useWords(correctLeadWords);
  const sayField = useWords(fieldWords);
  const choices = useChoices(field);
  const hints = [
    ...(guessedFrom === undefined ? [] : [say('guessed', { name: guessedFrom })]),
    ...(isListField(field) ? [say('onePerLine')] : []),
  ];
  const shared = {
    label: sayField(field),
    description: hints.join(' · ') || undefined,
    value,
    error,
    classNames: { description: 'field-hint' },
  };
  if (choices) {
    // Also list a sent value that is not one of the choices.
    const isKnown = value === '' || choices.some((choice) => choice.value === value);
    const data = [
      { value: '', label: say('notSet') },
      ...choices,
      ...(isKnown ? [] : [{ value, label: value }]),
    ];
    return (
      <NativeSelect
        {...shared}
        data={data}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  if (longFields.has(field)) {
    return (
      <Textarea
        {...shared}
        autosize
        minRows={2}
        maxRows={10}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return <TextInput {...shared} onChange={(event) => onChange(event.currentTarget.value)} />;
}

function useChoices(field: LeadField): { value: string; label: string }[] | null {
  const sayPriority = useWords(priorityWords);
  const saySource = useWords(sourceWords);
  if (field === 'priority') {
    const values = Object.keys(priorityWords.pairs) as (keyof typeof priorityWords.pairs)[];
    return values.map((value) => ({ value, label: sayPriority(value) }));
  }
  if (field === 'source') {
    const values = Object.keys(sourceWords.pairs) as (keyof typeof sourceWords.pairs)[];
    return values.map((value) => ({ value, label: saySource(value) }));
  }
  return null;
}
