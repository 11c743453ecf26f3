// One search over leads, jobs, customers and addresses, and the pages of the app.
import { Loader, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { showError } from '../../parts/show-error.tsx';
import { useWords } from '../../words/words.ts';
import { useEverything } from './find-everything.ts';
import type { Shortcut } from './shortcut-keys.ts';
import { useSearchGroups } from './search-groups.ts';
import { searchWords } from './search-words.ts';
import './search-dialog.css';

const debounceMs = 150;

interface SearchDialogProps {
  onClose: () => void;
  onOpen: (shortcut: Shortcut) => void;
}

export default function SearchDialog({ onClose, onOpen }: SearchDialogProps): ReactNode {
  const say = useWords(searchWords);
  const [, go] = useLocation();
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed, debounceMs);
  const [at, setAt] = useState(0);
  const id = useId();
  const found = useEverything(asked);
  const groups = useSearchGroups(typed, found.data, onOpen);
  const hits = groups.flatMap((group) => group.hits);
  const isWaiting = typed !== asked || found.isFetching;
  const idAt = (index: number) => `${id}-${index}`;
  // The rows below change while the text grows.
  useEffect(() => setAt(0), [typed]);
  useEffect(() => {
    document.getElementById(idAt(at))?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const [isChosen, setIsChosen] = useState(false);
  const choose = async (index: number) => {
    const hit = hits[index];
    if (!hit) return;
    try {
      const path = await hit.choose();
      if (path === null) return;
      onClose();
      go(path);
    } catch (error) {
      showError(error);
    }
  };
  useEffect(() => {
    if (!isChosen || isWaiting) return;
    setIsChosen(false);
    void choose(0);
  }, [isChosen, isWaiting]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && hits.length > 0) setAt((before) => (before + step + hits.length) % hits.length);
    // What is shown still belongs to what was typed before.
    else if (event.key === 'Enter' && isWaiting && at === 0) setIsChosen(true);
    else if (event.key === 'Enter') void choose(at);
    else return;
    event.preventDefault();
  };

  let index = -1;
  return (
    <Dialog
      onClose={onClose}
      title={say('search')}
      size="lg"
      closeOnClickOutside
      classNames={{ content: 'search-dialog' }}
    >
      <TextInput
        size="md"
        type="search"
        role="combobox"
        aria-label={say('search')}
        aria-expanded={hits.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={hits.length > 0 ? idAt(at) : undefined}
        placeholder={say('placeholder')}
        leftSection={<Icon name="search" size={18} />}
        rightSection={isWaiting && typed !== '' && <Loader size={18} />}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setIsChosen(false);
        }}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      <VisuallyHidden role="status">
        {!isWaiting && typed !== '' && say('found', { count: hits.length })}
      </VisuallyHidden>
      {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      <div id={id} role="listbox" aria-label={say('results')} className="search-results">
        {groups.map((group) => (
          <div key={group.name} role="group" aria-labelledby={`${id}-${group.name}`}>
            <div id={`${id}-${group.name}`} className="search-group">
              {say(group.name)}
            </div>
            {group.hits.map((hit) => {
              const own = ++index;
              return (
                <div
                  key={hit.key}
                  id={idAt(own)}
                  role="option"
                  aria-selected={own === at}
                  className="search-hit"
                  onClick={() => void choose(own)}
                  onMouseMove={() => setAt(own)}
                >
                  <Icon name={group.icon} size={18} />
                  <span className="search-hit-title">{hit.title}</span>
                  <span className="search-hit-about">{hit.about}</span>
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {hits.length === 0 && !isWaiting && typed !== '' && !found.error && <p>{say('nothing')}</p>}
    </Dialog>
  );
}
