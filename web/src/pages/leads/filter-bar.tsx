// Search as you type, and filters, which are collapsed on a phone.
import { Button, NativeSelect } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useId } from 'react';
import { filterValuesMax, searchTextLengthMax, tagLengthMax } from '../../../../contract/limits.ts';
import { priorities, sources } from '../../../../contract/work-item-lists.ts';
import { Icon } from '../../parts/icon.tsx';
import { DebouncedField } from '../../parts/debounced-field.tsx';
import { useIsPhone } from '../../parts/screen-width.ts';
import { priorityWords, sourceWords } from '../../parts/work-item-words.ts';
import { useWords } from '../../words/words.ts';
import { type BoardOrder, boardOrder } from './board-order.ts';
import { type Age, ages, tagsIn, type useLeadSearch } from './lead-filters.ts';
import { leadWords } from './leads-words.ts';

// The maximum number of tags, separated by commas.
const tagsLengthMax = filterValuesMax * (tagLengthMax + 1) - 1;

const ageKeys = {
  day: 'ageDay',
  week: 'ageWeek',
  month: 'ageMonth',
  older: 'ageOlder',
} as const satisfies Record<Age, string>;

const orderKeys = {
  urgency: 'orderUrgency',
  newest: 'orderNewest',
  changed: 'orderChanged',
} as const satisfies Record<BoardOrder, string>;

export function FilterBar({ search }: { search: ReturnType<typeof useLeadSearch> }): ReactNode {
  const { filters, filtersOn, isFiltered, view, change, clear } = search;
  const say = useWords(leadWords);
  const sayPriority = useWords(priorityWords);
  const saySource = useWords(sourceWords);
  const order = boardOrder.use();
  const [isOpen, { toggle }] = useDisclosure(filtersOn > 0);
  const id = useId();
  const isPhone = useIsPhone();
  // A phone hides them until they are opened.
  const isShown = isOpen || !isPhone;
  return (
    <search className="filter-bar">
      <DebouncedField
        className="filter-text"
        label={say('search')}
        value={filters.q}
        lengthMax={searchTextLengthMax}
        icon="search"
        onChange={(q) => change({ q })}
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
        {isShown && (
          <>
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
            <DebouncedField
              className="filter-text"
              label={say('tag')}
              value={filters.tag}
              lengthMax={tagsLengthMax}
              normalize={tagsIn}
              onChange={(tag) => change({ tag })}
            />
            {view === 'board' && (
              <NativeSelect
                aria-label={say('order')}
                value={order}
                onChange={({ currentTarget }) =>
                  boardOrder.choose(currentTarget.value as BoardOrder)
                }
                data={boardOrder.values.map((value) => ({ value, label: say(orderKeys[value]) }))}
              />
            )}
            {isFiltered && (
              <Button variant="subtle" onClick={clear}>
                {say('clear')}
              </Button>
            )}
          </>
        )}
      </div>
    </search>
  );
}
