// Shows the jobs of one person, or everyone's again.
import type { ReactNode } from 'react';
import { assigneeWords } from '../../parts/assignee-words.ts';
import type { PlanPeople, PlanPerson } from '../../parts/plan-people.ts';
import { useWords } from '../../words/words.ts';
import { PersonName } from './person-name.tsx';
import type { ShownPerson } from './shown-person.ts';

interface ChoiceProps {
  shown: ShownPerson;
  onShow: (person: ShownPerson) => void;
}

export function PeopleChoice({
  people,
  shown,
  onShow,
}: ChoiceProps & { people: PlanPeople }): ReactNode {
  const say = useWords(assigneeWords);
  return (
    <div className="calendar-people" role="group" aria-label={say('whose')}>
      <button
        type="button"
        className="person-choice"
        aria-pressed={shown === undefined}
        onClick={() => onShow(undefined)}
      >
        {say('everyone')}
      </button>
      {people.people.map((person) => (
        <PersonChoice key={person.id} {...{ person, shown, onShow }} />
      ))}
    </div>
  );
}

/** Pressed again, it shows everyone's. */
export function PersonChoice({
  person,
  shown,
  onShow,
}: ChoiceProps & { person: PlanPerson }): ReactNode {
  const isShown = shown === person.id;
  return (
    <button
      type="button"
      className="person-choice"
      aria-pressed={isShown}
      onClick={() => onShow(isShown ? undefined : person.id)}
    >
      <PersonName person={person} />
    </button>
  );
}
