// A field to search by: it tells what was typed when the typing pauses, and follows what others make of it.
import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useWords } from '../words/words.ts';
import { Icon } from './icon.tsx';
import { partWords } from './part-words.ts';

const typingMs = 250;

interface TypedTextProps extends Pick<TextInputProps, 'className' | 'flex' | 'size'> {
  label: string;
  /** The label unless given. */
  placeholder?: string;
  value: string;
  lengthMax: number;
  icon?: 'search';
  /** What is meant by what was typed, which stays as it is. */
  meant?: (typed: string) => string;
  onTyped: (text: string) => void;
}

const trimmed = (typed: string) => typed.trim();

export function TypedText(props: TypedTextProps): ReactNode {
  const { label, placeholder = label, value, lengthMax, icon, onTyped, ...rest } = props;
  const { meant = trimmed, ...look } = rest;
  const say = useWords(partWords);
  const [text, setText] = useState(value);
  const told = useRef(value);
  const tell = useDebouncedCallback((typed: string) => {
    told.current = meant(typed);
    onTyped(told.current);
  }, typingMs);
  // Somebody else changed it: a link, or the button that clears all.
  useEffect(() => {
    if (value === told.current) return;
    tell.cancel();
    told.current = value;
    setText(value);
  }, [value]);

  const change = (typed: string) => {
    setText(typed);
    tell(typed);
  };
  return (
    <TextInput
      {...look}
      type="search"
      classNames={{ input: 'typed-text' }}
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
