// Whose work the calendar shows, each in a colour of their own.
import { usePeople } from '../../parts/people.ts';

export interface CalendarPerson {
  /** Null for nobody. */
  id: string | null;
  name: string;
  color: string;
}

export interface CalendarPeople {
  people: CalendarPerson[];
  isOnePerson: boolean;
  /** Nobody for a person who has left. */
  personOf: (assigneeId: string | null) => CalendarPerson;
}

// Shades of the theme; red and gray mean other things.
const colors = ['blue', 'orange', 'teal', 'grape', 'lime', 'pink', 'indigo', 'yellow'] as const;
const colorOfNobody = 'gray';
const colorOfOnePerson = 'petrol';

export function useCalendarPeople(nobodyName: string): CalendarPeople {
  const { data = {} } = usePeople();
  // The order in which they joined: a colour stays with its person.
  const members = Object.entries(data).toSorted(([one], [other]) => one.localeCompare(other));
  const isOnePerson = members.length < 2;
  const nobody: CalendarPerson = {
    id: null,
    name: nobodyName,
    color: isOnePerson ? colorOfOnePerson : colorOfNobody,
  };
  const people = members.map(([id, name], index) => ({
    id,
    name,
    color: isOnePerson ? colorOfOnePerson : colors[index % colors.length]!,
  }));
  return {
    people: [nobody, ...people],
    isOnePerson,
    personOf: (assigneeId) => people.find(({ id }) => id === assigneeId) ?? nobody,
  };
}
