// A member as initials on their own colour. Plain elements, since there may be hundreds of cards.
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import { assigneeWords } from './assignee-words.ts';
import { colourOf, usePeopleInOrder } from './people.ts';
import './assignee.css';

/** Nothing for work that nobody does. */
export function AssigneeFace({ assigneeId }: { assigneeId: string | null }): ReactNode {
  // Most cards have none: without a component, no card subscribes to the people.
  return assigneeId && <Face assigneeId={assigneeId} />;
}

function Face({ assigneeId }: { assigneeId: string }): ReactNode {
  const say = useWords(assigneeWords);
  const people = usePeopleInOrder();
  const person = people.find(({ id }) => id === assigneeId);
  if (!person) return null;
  const name = person.name || say('nameless');
  return (
    <span
      className="assignee-face"
      data-person={colourOf(person.id, people)}
      role="img"
      aria-label={say('assigned', { name })}
      title={name}
    >
      {initialsOf(name)}
    </span>
  );
}

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0]!, words.at(-1)!] : [words[0]!];
  return letters.map((word) => [...word][0]!.toUpperCase()).join('');
}
