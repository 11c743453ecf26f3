// The people whose work is planned, each in a colour of their own.
import { useQuery } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import { kinds } from '../app/queries.ts';

export interface PlanPerson {
  /** Null for nobody. */
  id: string | null;
  name: string;
  color: string;
}

export interface PlanPeople {
  people: PlanPerson[];
  isOnePerson: boolean;
  /** Nobody for a person who has left. */
  personOf: (assigneeId: string | null) => PlanPerson;
}

// Shades of the theme; red and gray mean other things.
const colors = ['blue', 'orange', 'teal', 'grape', 'lime', 'pink', 'indigo', 'yellow'] as const;
const colorOfNobody = 'gray';
const colorOfOnePerson = 'petrol';

export function usePlanPeople(nobodyName: string): PlanPeople {
  const { data = [] } = useQuery({
    queryKey: [kinds.settings, 'members-by-name'],
    queryFn: async () => (await client.members.list().page()).data,
  });
  // The order in which they joined: a colour stays with its person.
  const members = data.toSorted((one, other) => one.id.localeCompare(other.id));
  const isOnePerson = members.length < 2;
  const nobody: PlanPerson = {
    id: null,
    name: nobodyName,
    color: isOnePerson ? colorOfOnePerson : colorOfNobody,
  };
  const people = members.map(({ id, name }, index) => ({
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
