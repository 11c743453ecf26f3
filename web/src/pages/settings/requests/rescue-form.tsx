// Corrects a refused lead and accepts it.
import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { readErrorDetails } from '../../../../../sdk/src/error-details.ts';
import type { LoggedRequest } from '../../../../../sdk/src/index.ts';
import { client } from '../../../api/client.ts';
import { kinds, invalidate } from '../../../app/queries.ts';
import { ErrorNote } from '../../../parts/error-note.tsx';
import { fieldMessage, fieldErrors } from '../../../parts/describe-error.ts';
import { priorityWords, sourceWords } from '../../../parts/work-item-words.ts';
import { useWords } from '../../../words/words.ts';
import {
  fieldWords,
  isLeadField,
  isListField,
  type LeadField,
  leadFields,
} from '../lead-fields.ts';
import { Section } from '../section.tsx';
import { correctionsFor, readRefusedLead } from './refused-lead.ts';
import { requestsWords } from './requests-words.ts';

const shownAlways = new Set<LeadField>(['customerName', 'title', 'email', 'phone', 'description']);
const longFields = new Set<LeadField>(['description', 'notes', 'photoUrls', 'tags']);

export function RescueForm({ request }: { request: LoggedRequest }): ReactNode {
  const say = useWords(requestsWords);
  const [lead] = useState(() => readRefusedLead(request.body ?? ''));
  const [fields, setFields] = useState(lead.fields);
  const [isAllShown, setIsAllShown] = useState(false);
  const rescue = useMutation({
    mutationFn: (sent: typeof fields) =>
      client.requests.rescue(request.id, correctionsFor(lead, sent)),
    onSuccess: () => invalidate(kinds.requests),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rescue.mutate(fields);
  };
  const refusals = refusalsOf(request);
  const wrong = fieldErrors(rescue.error);
  const corrections = correctionsFor(lead, fields);
  const isAsRefused = (field: LeadField) =>
    (fields[field] ?? '') === (rescue.variables?.[field] ?? '');
  const errorOf = (field: LeadField) => {
    // Hide the error of a field that was edited since.
    if (rescue.error) return isAsRefused(field) ? wrong[field] : undefined;
    return field in corrections ? undefined : refusals[field];
  };
  const shown = leadFields.filter(
    (field) => isAllShown || shownAlways.has(field) || lead.fields[field] !== undefined,
  );
  return (
    <Section title={say('rescue')} hint={say('rescueHint')}>
      <form onSubmit={submit}>
        <Stack>
          {shown.map((field) => (
            <FieldInput
              key={field}
              field={field}
              value={fields[field] ?? ''}
              guessedFrom={lead.guessedFrom[field]}
              error={errorOf(field)}
              onChange={(value) => setFields({ ...fields, [field]: value })}
            />
          ))}
          {rescue.error && <ErrorNote error={rescue.error} fields={shown} />}
          <Group>
            <Button type="submit" loading={rescue.isPending}>
              {say('take')}
            </Button>
            {!isAllShown && (
              <Button variant="subtle" onClick={() => setIsAllShown(true)}>
                {say('otherFields')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

function refusalsOf({ errorDetails }: LoggedRequest): Partial<Record<LeadField, string>> {
  const refusals: Partial<Record<LeadField, string>> = {};
  for (const detail of readErrorDetails(errorDetails)) {
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
  const say = useWords(requestsWords);
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
    classNames: { description: 'settings-clear' },
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
