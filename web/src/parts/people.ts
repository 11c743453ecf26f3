// Names of the brand's members, to show who did what.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { app } from '../api/client.ts';
import { kinds } from '../app/queries.ts';

interface Person {
  id: string;
  name: string;
}

/** Names by id. */
export function usePeople(): UseQueryResult<Record<string, string>> {
  return useQuery({
    queryKey: [kinds.settings, 'people'],
    queryFn: async () => (await app.get<{ data: Person[] }>('/people')).data,
    select: namesById,
  });
}

function namesById(people: Person[]): Record<string, string> {
  return Object.fromEntries(people.map(({ id, name }) => [id, name]));
}
