// Search as you type, and filters; folded away on a phone.
import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { searchTextLengthMax, tagLengthMax } from '../../../../contract/limits.ts';
import { priorities, sources } from '../../../../contract/work-item-lists.ts';
import { Icon } from '../../parts/icon.tsx';
import { priorityWords, sourceWords } from '../../parts/work-item-words.ts';
import { useWords } from '../../words/words.ts';
import { type Age, ages, type useLeadSearch } from './lead-filters.ts';
import { leadWords } from './leads-words.ts';

const typingMs = 250;

const ageKeys = {
  day: 'ageDay',
  week: 'ageWeek',
  month: 'ageMonth',
  older: 'ageOlder',
} as const satisfies Record<Age, string>;

export function FilterBar({ search }: { search: ReturnType<typeof useLeadSearch> }): ReactNode {
  const { filters, filtersOn, isFiltered, change, clear } = search;
  const say = useWords(leadWords);
  const sayPriority = useWords(priorityWords);
  const saySource = useWords(sourceWords);
  const [isOpen, { toggle }] = useDisclosure(filtersOn > 0);
  const id = useId();
  return (
    <search className="filter-bar">
      <TypedText
        label={say('search')}
        value={filters.q}
        lengthMax={searchTextLengthMax}
        icon="search"
        onTyped={(q) => change({ q })}
      />
      <Button
        className="filter-toggle"
        variant="default"
        leftSection={<Icon name="filter" size={18} />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        {filtersOn > 0 ? say('filtersOn', { count: filtersOn }) : say('filters')}
      </Button>
      <div id={id} className="filter-fields" data-open={isOpen || undefined}>
        <NativeSelect
          aria-label={say('priority')}
          value={filters.priority}
          onChange={({ currentTarget }) =>
            change({ priority: currentTarget.value as typeof filters.priority })
          }
          data={[
            { value: '', label: say('anyPriority') },
            ...priorities.toReversed().map((value) => ({ value, label: sayPriority(value) })),
          ]}
        />
        <NativeSelect
          aria-label={say('source')}
          value={filters.source}
          onChange={({ currentTarget }) =>
            change({ source: currentTarget.value as typeof filters.source })
          }
          data={[
            { value: '', label: say('anySource') },
            ...sources.map((value) => ({ value, label: saySource(value) })),
          ]}
        />
        <NativeSelect
          aria-label={say('age')}
          value={filters.age}
          onChange={({ currentTarget }) =>
            change({ age: currentTarget.value as typeof filters.age })
          }
          data={[
            { value: '', label: say('anyAge') },
            ...ages.map((value) => ({ value, label: say(ageKeys[value]) })),
          ]}
        />
        <TypedText
          label={say('tag')}
          value={filters.tag}
          lengthMax={tagLengthMax}
          onTyped={(tag) => change({ tag: tag.trim() })}
        />
        {isFiltered && (
          <Button variant="subtle" onClick={clear}>
            {say('clear')}
          </Button>
        )}
      </div>
    </search>
  );
}

interface TypedTextProps {
  label: string;
  value: string;
  lengthMax: number;
  icon?: 'search';
  /** When the typing pauses. */
  onTyped: (text: string) => void;
}

function TypedText({ label, value, lengthMax, icon, onTyped }: TypedTextProps): ReactNode {
  const say = useWords(leadWords);
  const [text, setText] = useState(value);
  const told = useRef(value);
  const tell = useDebouncedCallback((typed: string) => {
    told.current = typed;
    onTyped(typed);
  }, typingMs);
  // Somebody else changed it: a link, or the button that clears all.
  useEffect(() => {
    if (value === told.current.trim()) return;
    told.current = value;
    setText(value);
  }, [value]);

  const change = (typed: string) => {
    setText(typed);
    tell(typed);
  };
  return (
    <TextInput
      className="filter-text"
      type="search"
      aria-label={label}
      placeholder={label}
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
