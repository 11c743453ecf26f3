// Who a request came from: a program by the name of its key, or a member.
import { useQuery } from '@tanstack/react-query';
import type { ListedRequest } from '../../../../../sdk/src/index.ts';
import { app } from '../../../api/client.ts';
import { kinds } from '../../../app/queries.ts';
import { useWords } from '../../../words/words.ts';
import { useKeys } from '../keys/api-key.ts';
import { requestsWords } from './requests-words.ts';

export function useCallerNames(): (request: ListedRequest) => string {
  const say = useWords(requestsWords);
  const keys = useKeys();
  const people = useQuery({
    queryKey: [kinds.settings, 'people'],
    queryFn: async () => (await app.get<{ data: { id: string; name: string }[] }>('/people')).data,
  });
  return ({ keyId, memberId }) => {
    if (memberId) {
      const name = people.data?.find(({ id }) => id === memberId)?.name;
      return say('byMember', { name: name || say('unknownMember') });
    }
    const name = keys.data?.find(({ id }) => id === keyId)?.name;
    return name === undefined ? say('unknownKey') : say('byKey', { name });
  };
}
