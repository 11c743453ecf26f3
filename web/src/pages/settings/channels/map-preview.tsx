// The lead that the chosen intake becomes with the map as it is now.
import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { readErrorDetails } from '../../../../../sdk/src/error-details.ts';
import { describeDetails } from '../../../parts/describe-error.ts';
import { fieldWords, isListField, type LeadField, leadFields } from '../../../parts/lead-fields.ts';
import { Icon } from '../../../parts/icon.tsx';
import { priorityWords, sourceWords } from '../../../parts/work-item-words.ts';
import { useWords } from '../../../words/words.ts';
import type { Preview } from './channel.ts';
import { type Draft, pathsOf, withConstant, withoutField, withoutPath } from './map-draft.ts';
import { mapWords } from './map-words.ts';

const valueLengthMax = 1_000;
const unusedShownMax = 10;
const unusedLengthMax = 80;

interface MapPreviewProps {
  preview: Preview;
  draft: Draft;
  /** What came in and would be in no field of the lead. */
  unused: readonly { path: string; value: string }[];
  onChange: (draft: Draft) => void;
}

export function MapPreview({ preview, draft, unused, onChange }: MapPreviewProps): ReactNode {
  const say = useWords(mapWords);
  const { lead, errorDetails } = preview;
  const wrong = describeDetails(readErrorDetails(errorDetails));
  const shown = leadFields.filter((field) => field in lead || draft[field] !== undefined);
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {say('becomes')}
      </Title>
      <Stack>
        <Alert color={wrong.length > 0 ? 'red' : 'green'} p="xs" role="status">
          <Text size="sm">{say(wrong.length > 0 ? 'invalid' : 'valid')}</Text>
          {wrong.map((text) => (
            <Text key={text} size="sm">
              {text}
            </Text>
          ))}
        </Alert>
        <dl className="channel-found">
          {shown.map((field) => (
            <FoundField
              key={field}
              field={field}
              value={lead[field]}
              draft={draft}
              onChange={onChange}
            />
          ))}
        </dl>
        {unused.length > 0 && <Unused values={unused} />}
        <Constant draft={draft} onChange={onChange} />
      </Stack>
    </section>
  );
}

function Unused({ values }: { values: MapPreviewProps['unused'] }): ReactNode {
  const say = useWords(mapWords);
  return (
    <Alert color="yellow" p="xs" role="note" title={say('unused')}>
      <ul className="channel-unused">
        {values.slice(0, unusedShownMax).map(({ path, value }) => (
          <li key={path}>{say('unusedValue', { path, value: cutTo(value, unusedLengthMax) })}</li>
        ))}
      </ul>
      {values.length > unusedShownMax && (
        <Text size="sm">{say('unusedMore', { count: values.length - unusedShownMax })}</Text>
      )}
    </Alert>
  );
}

function cutTo(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

interface FoundFieldProps {
  field: LeadField;
  value: unknown;
  draft: Draft;
  onChange: (draft: Draft) => void;
}

function FoundField({ field, value, draft, onChange }: FoundFieldProps): ReactNode {
  const say = useWords(mapWords);
  const sayField = useWords(fieldWords);
  const sayChoice = useSayChoice();
  const from = draft[field];
  const paths = pathsOf(from);
  const constant = from && 'value' in from ? from.value : null;
  const remove = (path: string, after: Draft) => (
    <li key={path}>
      <Button
        size="sm"
        variant="default"
        rightSection={<Icon name="close" size={14} />}
        aria-label={say('takeOut', { path, field: sayField(field) })}
        onClick={() => onChange(after)}
      >
        {path}
      </Button>
    </li>
  );
  return (
    <div>
      <Text component="dt" size="sm" fw={600}>
        {sayField(field)}
      </Text>
      <dd>
        <span className="pre-wrap">{sayChoice(field, textOf(value)) || say('empty')}</span>
        {from && (
          <ul className="channel-paths">
            {paths.map((path) => remove(path, withoutPath(draft, field, path)))}
            {constant !== null &&
              remove(say('fixed', { value: constant }), withoutField(draft, field))}
          </ul>
        )}
      </dd>
    </div>
  );
}

/** Priority and source as the rest of the app names them. */
function useSayChoice(): (field: LeadField, text: string) => string {
  const sayPriority = useWords(priorityWords);
  const saySource = useWords(sourceWords);
  return (field, text) => {
    if (field === 'priority' && isKeyOf(priorityWords.pairs, text)) return sayPriority(text);
    if (field === 'source' && isKeyOf(sourceWords.pairs, text)) return saySource(text);
    return text;
  };
}

function isKeyOf<T extends object>(pairs: T, text: string): text is keyof T & string {
  return Object.hasOwn(pairs, text);
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  return value === undefined || value === null ? '' : String(value);
}

type ConstantProps = Pick<MapPreviewProps, 'draft' | 'onChange'>;

/** A list needs more than one value. */
const constantFields = leadFields.filter((field) => !isListField(field));

function Constant({ draft, onChange }: ConstantProps): ReactNode {
  const say = useWords(mapWords);
  const sayField = useWords(fieldWords);
  const [field, setField] = useState<LeadField>('category');
  const [value, setValue] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(withConstant(draft, field, value.trim()));
    setValue('');
  };
  return (
    <form onSubmit={submit} aria-label={say('constant')}>
      <Text size="sm" fw={600}>
        {say('constant')}
      </Text>
      <Group gap="xs" align="flex-end">
        <NativeSelect
          label={say('field')}
          value={field}
          onChange={(event) => setField(event.currentTarget.value as LeadField)}
          data={constantFields.map((one) => ({ value: one, label: sayField(one) }))}
        />
        <TextInput
          label={say('value')}
          flex="1 1 8rem"
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          maxLength={valueLengthMax}
          pattern=".*\S.*"
          required
          withAsterisk={false}
        />
        <Button type="submit" variant="default">
          {say('set')}
        </Button>
      </Group>
    </form>
  );
}
