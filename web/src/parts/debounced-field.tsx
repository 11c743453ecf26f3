// A search field that reports its value debounced, and follows changes of `value` from outside.
import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useWords } from '../words/words.ts';
import { Icon } from './icon.tsx';
import { partWords } from './part-words.ts';

const debounceMs = 250;

interface DebouncedFieldProps extends Pick<TextInputProps, 'className' | 'flex' | 'size'> {
  label: string;
  /** Defaults to the label. */
  placeholder?: string;
  value: string;
  lengthMax: number;
  icon?: 'search';
  /** Applied to the reported value, not to the text in the field. */
  normalize?: (typed: string) => string;
  onChange: (text: string) => void;
}

const trimmed = (typed: string) => typed.trim();

export function DebouncedField(props: DebouncedFieldProps): ReactNode {
  const { label, placeholder = label, value, lengthMax, icon, onChange, ...rest } = props;
  const { normalize = trimmed, ...look } = rest;
  const say = useWords(partWords);
  const [text, setText] = useState(value);
  const reported = useRef(value);
  const report = useDebouncedCallback((typed: string) => {
    reported.current = normalize(typed);
    onChange(reported.current);
  }, debounceMs);
  // Changed from outside: by a link, or by the button that clears all filters.
  useEffect(() => {
    if (value === reported.current) return;
    report.cancel();
    reported.current = value;
    setText(value);
  }, [value]);

  const change = (typed: string) => {
    setText(typed);
    report(typed);
  };
  return (
    <TextInput
      {...look}
      type="search"
      classNames={{ input: 'debounced-field' }}
      aria-label={label}
      placeholder={placeholder}
      value={text}
      maxLength={lengthMax}
      leftSection={icon && <Icon name={icon} size={18} />}
      rightSection={
        text && <CloseButton aria-label={`${say('clear')}: ${label}`} onClick={() => change('')} />
      }
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}
