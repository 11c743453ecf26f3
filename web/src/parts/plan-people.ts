// The people whose work is planned.
import { useWords } from '../words/words.ts';
import { assigneeWords } from './assignee-words.ts';
import { colourOf, usePeopleInOrder } from './people.ts';

export interface PlanPerson {
  /** Null for nobody. */
  id: string | null;
  name: string;
  /** For `data-person`; undefined for nobody. */
  colour: number | undefined;
}

export interface PlanPeople {
  people: PlanPerson[];
  /** Includes the current assignee, also a former member. */
  choicesFor: (assigneeId: string | null) => PlanPerson[];
  isOnePerson: boolean;
  /** Nobody for a person who has left. */
  personOf: (assigneeId: string | null) => PlanPerson;
}

export function usePlanPeople(): PlanPeople {
  const say = useWords(assigneeWords);
  const everybody = usePeopleInOrder();
  const choicesFor = (assigneeId: string | null): PlanPerson[] =>
    everybody
      .filter(({ id, hasLeft }) => !hasLeft || id === assigneeId)
      .map(({ id, name }) => ({
        id,
        name: name || say('nameless'),
        colour: colourOf(id, everybody),
      }));
  const people = choicesFor(null);
  const isOnePerson = people.length < 2;
  const nobody: PlanPerson = {
    id: null,
    name: say('nobody'),
    // One person does the work of nobody too.
    colour: isOnePerson ? (people[0]?.colour ?? 0) : undefined,
  };
  return {
    people: [nobody, ...people],
    isOnePerson,
    choicesFor: (assigneeId) => [nobody, ...choicesFor(assigneeId)],
    personOf: (assigneeId) => people.find(({ id }) => id === assigneeId) ?? nobody,
  };
}
