// The brand's members, to show who did what and who does what.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { app } from '../api/client.ts';
import { kinds } from '../app/queries.ts';

interface Person {
  id: string;
  name: string;
  hasLeft: boolean;
}

// As many as assignee.css has.
const coloursMax = 8;

const peopleQuery = {
  queryKey: [kinds.settings, 'people'],
  queryFn: async () => (await app.get<{ data: Person[] }>('/people')).data,
};

/** Names by id. */
export function usePeople(): UseQueryResult<Record<string, string>> {
  return useQuery({ ...peopleQuery, select: namesById });
}

/** Members in the order they joined, then former ones. */
export function usePeopleInOrder(): readonly Person[] {
  return useQuery(peopleQuery).data ?? [];
}

function namesById(people: Person[]): Record<string, string> {
  return Object.fromEntries(people.map(({ id, name }) => [id, name]));
}

/** The same on every page, for `data-person` in a style sheet. Ids grow with time. */
export function colourOf(personId: string | null, people: readonly Person[]): number | undefined {
  const ids = people.map(({ id }) => id).toSorted();
  const index = ids.indexOf(personId ?? '');
  return index === -1 ? undefined : index % coloursMax;
}
