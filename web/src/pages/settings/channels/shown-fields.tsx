// The fields of a form: which, in what order, with what label, and which must be filled in.
import { ActionIcon, Checkbox, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ShownField } from '../../../../../contract/channel.ts';
import { type FormField, formFields } from '../../../../../contract/intake-lists.ts';
import { nameLengthMax } from '../../../../../contract/limits.ts';
import { Icon } from '../../../parts/icon.tsx';
import { useWords } from '../../../words/words.ts';
import { formFieldWords, formWords } from './form-words.ts';

interface ShownFieldsProps {
  fields: readonly ShownField[];
  onChange: (fields: ShownField[]) => void;
}

export function ShownFields({ fields, onChange }: ShownFieldsProps): ReactNode {
  const say = useWords(formWords);
  const sayField = useWords(formFieldWords);
  const others = formFields.filter((one) => !fields.some(({ field }) => field === one));
  const change = (at: number, changes: Partial<ShownField>) =>
    onChange(fields.map((one, index) => (index === at ? { ...one, ...changes } : one)));
  const move = (at: number, to: number) =>
    onChange(fields.toSpliced(at, 1).toSpliced(to, 0, fields[at]!));
  const add = (field: FormField) =>
    onChange([...fields, { field, isRequired: false, label: null }]);
  return (
    <div role="group" aria-label={say('fields')}>
      <Text size="sm" fw={600}>
        {say('fields')}
      </Text>
      <Text size="sm" mb="xs">
        {say('fieldsHint')}
      </Text>
      <ol className="channel-fields">
        {fields.map((shown, index) => (
          <FieldRow
            key={shown.field}
            shown={shown}
            isFirst={index === 0}
            isLast={index === fields.length - 1}
            onChange={(changes) => change(index, changes)}
            onMove={(by) => move(index, index + by)}
            onRemove={() => onChange(fields.toSpliced(index, 1))}
          />
        ))}
      </ol>
      {others.length > 0 && (
        <NativeSelect
          mt="xs"
          w="fit-content"
          aria-label={say('addField')}
          value=""
          onChange={(event) => add(event.currentTarget.value as FormField)}
          data={[
            { value: '', label: say('addField') },
            ...others.map((value) => ({ value, label: sayField(value) })),
          ]}
        />
      )}
    </div>
  );
}

interface FieldRowProps {
  shown: ShownField;
  isFirst: boolean;
  isLast: boolean;
  onChange: (changes: Partial<ShownField>) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

function FieldRow(props: FieldRowProps): ReactNode {
  const { shown, isFirst, isLast, onChange, onMove, onRemove } = props;
  const say = useWords(formWords);
  const sayField = useWords(formFieldWords);
  const name = sayField(shown.field);
  // No lead is without a name.
  const isFixed = shown.field === 'customerName';
  return (
    <li className="channel-field">
      <TextInput
        label={name}
        aria-label={say('labelOf', { name })}
        placeholder={name}
        value={shown.label ?? ''}
        maxLength={nameLengthMax}
        onChange={(event) => onChange({ label: event.currentTarget.value || null })}
      />
      <Group gap={4} wrap="nowrap">
        <FieldButton
          name={say('moveUp', { name })}
          icon="up"
          isDisabled={isFirst}
          onClick={() => onMove(-1)}
        />
        <FieldButton
          name={say('moveDown', { name })}
          icon="down"
          isDisabled={isLast}
          onClick={() => onMove(1)}
        />
        <FieldButton
          name={say('removeField', { name })}
          icon="close"
          isDisabled={isFixed}
          onClick={onRemove}
        />
      </Group>
      <Checkbox
        label={say('isRequired')}
        aria-label={say('isRequiredNamed', { name })}
        checked={shown.isRequired || isFixed}
        disabled={isFixed}
        onChange={(event) => onChange({ isRequired: event.currentTarget.checked })}
      />
    </li>
  );
}

interface FieldButtonProps {
  name: string;
  icon: 'up' | 'down' | 'close';
  isDisabled: boolean;
  onClick: () => void;
}

function FieldButton({ name, icon, isDisabled, onClick }: FieldButtonProps): ReactNode {
  return (
    <ActionIcon
      variant="default"
      size={44}
      aria-label={name}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon name={icon} size={16} />
    </ActionIcon>
  );
}
